/** Numbers of the current position. */

import { expect, test } from 'vitest';
import type { Outlook } from 'pegboard';
import { Game } from '../../src/model/game.ts';
import type { Knowledge } from '../../src/model/knowledge.ts';
import { NumberFinder } from '../../src/model/numbers.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { library } from './engine.ts';

const usual = usualProblem(library('triangle5'));

/** Returns the names of the engine's methods that the numbers of a start need. */
async function asked(problem: typeof usual, outlook: Outlook): Promise<string[]> {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    solutions: { found: '1' },
    movesNeeded: { found: null },
    chance: { found: 0.5 },
    fewest: { pegs: 2, proved: true },
  };
  const engine = new Proxy(answers, {
    get: (answers, name: string) => () => {
      asked.push(name);
      return Promise.resolve(answers[name]);
    },
  });
  const knowledge = { problem, outlook: () => outlook, stage: { kind: 'all' } };
  const finder = new NumberFinder(engine as never, () => {});
  finder.of(knowledge as unknown as Knowledge, new Game(problem));
  await new Promise((resolve) => setTimeout(resolve));
  return asked;
}

test('nothing is counted without a finish, and a lost game needs only its fewest pegs', async () => {
  const fewest = { ...usual, goal: { kind: 'fewest' } } as const;
  expect(await asked(usual, 'winning')).toEqual(['solutions', 'movesNeeded', 'chance']);
  expect(await asked(usual, 'losing')).toEqual(['fewest']);
  expect(await asked(fewest, 'unknown')).toEqual([]);
  expect(await asked(fewest, 'losing')).toEqual(['fewest']);
});
