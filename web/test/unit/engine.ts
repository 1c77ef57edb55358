/** The real engine, for unit tests with the facts of real boards. */

import { readFileSync } from 'node:fs';
import { boundedMemory } from '../../npm/dist/bounded-memory.js';
import { instantiate, type Instance } from '../../npm/dist/serve.js';
import {
  asText,
  isFacts,
  type Ask,
  type Facts,
  type Part,
  type Question,
  type Questions,
  type Source,
} from 'pegboard';
import { jumpsBetween, type Board, type Jump } from '../../src/model/game.ts';

/** Instantiates a module. */
export function instance(part: Part, memory: WebAssembly.Memory): Instance {
  const name = part === 'game' ? 'pegboard_web_game_bg' : 'pegboard_web_bg';
  const module = new WebAssembly.Module(readFileSync(new URL(`../../npm/pkg/${name}.wasm`, import.meta.url)));
  return instantiate(part, module, memory, () => {});
}

const instances = new Map<Part, Instance>();

/** Returns the instance that answers the requests of this file. */
function instanceOf(part: Part): Instance {
  const made = instances.get(part) ?? instance(part, boundedMemory(2048));
  instances.set(part, made);
  return made;
}

const GAME: ReadonlySet<string> = new Set(['bitmap', 'prepare', 'outlooks', 'line']);

export function ask<A extends Ask>(question: Question<A>): Questions[A]['gives'] {
  const engine = instanceOf(GAME.has(question.ask) ? 'game' : 'main');
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
