/** The real engine, for unit tests with the facts of real boards. */

import { readFileSync } from 'node:fs';
import { Engine, initSync } from '../../engine/pkg/pegboard_web.js';
import {
  asText,
  isFacts,
  type Ask,
  type Facts,
  type Question,
  type Questions,
  type Source,
} from '../../src/engine/messages.ts';
import { jumpsBetween, type Board, type Jump } from '../../src/model/game.ts';

(globalThis as { pegboardProgress?: () => void }).pegboardProgress = () => {};
initSync({ module: readFileSync(new URL('../../engine/pkg/pegboard_web_bg.wasm', import.meta.url)) });
const engine = new Engine();

export function ask<A extends Ask>(question: Question<A>): Questions[A]['gives'] {
  const answer = JSON.parse(engine.ask(asText(question, 256))) as
    { value: Questions[A]['gives'] } | { error: string };
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

export function factsOf(source: Source): Facts {
  const read = ask({ ask: 'board', source });
  if (!isFacts(read)) throw new Error(JSON.stringify(read));
  return read;
}

export function library(id: string): Board {
  return { facts: factsOf({ library: id }), id };
}

export function hole(facts: Facts, label: string): number {
  return facts.labels.indexOf(label);
}

/** Returns the only jump between two holes. */
export function jumpBetween(facts: Facts, from: number, to: number): Jump {
  const [jump, ...others] = jumpsBetween(facts, from, to);
  if (jump === undefined || others.length > 0) throw new Error(`${1 + others.length} jumps`);
  return jump;
}
