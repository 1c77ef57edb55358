/** The scheduler that settles many problems. */

import { expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import type { ProblemData, Settled } from '../../src/engine/messages.ts';
import { Settler } from '../../src/model/settler.ts';

const answer = (settled: Partial<Settled>): Settled => ({
  answer: 'undecided',
  jumps: null,
  moves: null,
  reason: null,
  limit: null,
  nodes: 0,
  seconds: 0,
  ...settled,
});
const twoMoves = answer({ answer: 'solvable', jumps: [4, 2, 0], moves: 2 });
const threeMoves = answer({ answer: 'solvable', jumps: [4, 2, 1], moves: 3 });

/** Returns a settler whose searches end with `found`, after `meanwhile`. */
function settlerThatFinds(found: Settled, meanwhile: (settler: Settler) => void) {
  const ask = async () => {
    meanwhile(settler);
    return found;
  };
  const settler: Settler = new Settler({ search: { ask } } as unknown as Engine, () => {});
  return settler;
}

test('an answer from elsewhere that says more stays, whichever comes first', async () => {
  const { problem, key } = { problem: {} as ProblemData, key: 'a' };
  const cases: [search: Settled, elsewhere: Settled, kept: Settled][] = [
    [threeMoves, twoMoves, twoMoves],
    [twoMoves, threeMoves, twoMoves],
    [answer({ seconds: 1 }), threeMoves, threeMoves],
  ];
  for (const [search, elsewhere, kept] of cases) {
    const during = settlerThatFinds(search, (settler) => settler.learn([[key, elsewhere]]));
    during.want([{ key, problem }]);
    await expect.poll(() => during.isRunning).toBe(false);
    expect(during.of(key)).toEqual(kept);
    const after = settlerThatFinds(search, () => {});
    after.want([{ key, problem }]);
    await expect.poll(() => after.isRunning).toBe(false);
    after.learn([[key, elsewhere]]);
    expect(after.of(key)).toEqual(kept);
  }
});
