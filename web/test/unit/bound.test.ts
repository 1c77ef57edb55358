/** The memory limit of a worker holds for every request. */

import { expect, test } from 'vitest';
import { asText } from 'pegboard';
import { boundedMemory } from '../../npm/dist/bounded-memory.js';
import { problemData } from '../../src/model/game.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { instance, library } from './engine.ts';

test('a bitmap that exceeds the memory of its worker is not built', () => {
  const memory = boundedMemory(24);
  const engine = instance('game', memory);
  const ask = (question: Parameters<typeof asText>[0]) =>
    (JSON.parse(engine.ask(asText(question, 18))) as { value: unknown }).value;
  const prepare = (id: string) => {
    const problem = problemData(usualProblem(library(id)));
    return ask({ ask: 'prepare', problem, allowed: { megabytes: 600 } });
  };
  expect(prepare('english')).toBe(true);
  expect(prepare('square6')).toBe(false);
  expect(memory.buffer.byteLength).toBeLessThanOrEqual(24 * 2 ** 20);
});
