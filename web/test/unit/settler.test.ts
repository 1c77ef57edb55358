/** The scheduler that settles many problems. */

import { expect, test } from 'vitest';
import { Cancelled, type Engine, type ProblemData, type Settled, type Watch } from 'pegboard';
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
  const settle = async () => {
    meanwhile(settler);
    return found;
  };
  const settler: Settler = new Settler({ settle } as unknown as Engine, () => {});
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

test('a search on request runs without a limit, and keeps its time when it is stopped', async () => {
  const key = 'hard';
  const limits: (number | null)[] = [];
  let settler: Settler;
  const settle = ({ allowed }: { allowed: { seconds: number | null } }, { signal }: Watch) => {
    limits.push(allowed.seconds);
    if (allowed.seconds !== null) return Promise.resolve(answer({ seconds: allowed.seconds }));
    return new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(new Cancelled()));
    });
  };
  settler = new Settler({ settle } as unknown as Engine, () => {});
  settler.prefer(key);
  settler.want([
    { key, problem: {} as ProblemData },
    { key: 'other', problem: {} as ProblemData },
  ]);
  await expect.poll(() => settler.isRunning).toBe(false);
  const before = limits.length;
  settler.untilDecided();
  await expect.poll(() => limits.slice(before)).toEqual([null]);
  await expect.poll(() => settler.searching?.limit).toBe(Infinity);
  settler.stop();
  await expect.poll(() => settler.of(key)?.limit).toBe('cancelled');
  expect([settler.isRunning, settler.of('other')?.limit]).toEqual([false, null]);
});
