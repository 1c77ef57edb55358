import { describe, expect, test, vi } from 'vitest';
import { DESKTOP, PHONE, allowanceOf, movesAllowanceOf, sharesOf } from 'pegboard';
import { createEngine } from '../../npm/dist/browser.js';

const sum = (shares: object) =>
  Object.values(shares).reduce((total: number, share: number) => total + share, 0);

describe.each([
  ['a desktop', DESKTOP, 512],
  ['a phone', PHONE, 128],
])('on %s', (_, memory, total) => {
  test('the shares add up to at most the memory of the page', () => {
    for (const bitmap of [null, 0, 10, 33, 64, 68, 134, 260, 400]) {
      if (bitmap !== null && bitmap > memory.mostBitmap) continue;
      for (const searchesMoves of [false, true]) {
        const shares = sharesOf(memory, { bitmap, searchesMoves });
        expect([bitmap, sum(shares) <= total]).toEqual([bitmap, true]);
        expect([bitmap, shares.whole > (bitmap ?? 0)]).toEqual([bitmap, bitmap !== null]);
        for (const lane of ['quick', 'search', 'moves'] as const)
          expect(shares[lane]).toBeGreaterThanOrEqual(memory.least);
      }
    }
  });

  test('small bitmaps have the same shares, so that running workers are kept', () => {
    const shares = (bitmap: number) => sharesOf(memory, { bitmap, searchesMoves: false });
    expect(shares(0)).toEqual(shares(10));
  });

  test('the search gets the rest of the memory', () => {
    const quiet = sharesOf(memory, { bitmap: null, searchesMoves: false });
    const busy = sharesOf(memory, { bitmap: null, searchesMoves: true });
    expect([quiet.whole, quiet.moves, busy.quick]).toEqual([0, memory.least, quiet.quick]);
    expect(Math.abs(busy.search - busy.moves)).toBeLessThanOrEqual(1);
    expect(sharesOf(memory, { bitmap: 0, searchesMoves: false }).quick).toBeLessThan(quiet.quick);
  });
});

test('no share exceeds the largest memory of a module', () => {
  const shares = sharesOf({ ...DESKTOP, total: 16_384 }, { bitmap: null, searchesMoves: false });
  expect(Math.max(...Object.values(shares))).toBe(4096);
});

test('with the largest bitmap, a desktop uses at most 620 MiB', () => {
  for (const bitmap of [512, 516, DESKTOP.mostBitmap]) {
    const shares = sharesOf(DESKTOP, { bitmap, searchesMoves: true });
    expect(shares.whole).toBeGreaterThan(bitmap);
    expect(sum(shares)).toBeLessThanOrEqual(620);
  }
});

test('the limit of a request is less than the share', () => {
  expect([allowanceOf(165), movesAllowanceOf(165)]).toEqual([123, 82]);
});

test('an engine starts in a worker, which has no media queries', () => {
  vi.stubGlobal('navigator', {});
  expect(createEngine().lanes.memory).toEqual(DESKTOP);
  vi.unstubAllGlobals();
});
