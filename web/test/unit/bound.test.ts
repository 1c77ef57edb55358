/** The memory limit of a worker holds for every request. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Engine, initSync } from '../../engine/pkg/pegboard_web.js';
import { asText, type Facts } from '../../src/engine/messages.ts';
import { boundedMemory } from '../../src/engine/wasm.ts';
import { problemData } from '../../src/model/game.ts';
import { usualProblem } from '../../src/model/usual.ts';

test('a bitmap that exceeds the memory of its worker is not built', () => {
  (globalThis as { pegboardProgress?: () => void }).pegboardProgress = () => {};
  const memory = boundedMemory(24);
  const module = readFileSync(new URL('../../engine/pkg/pegboard_web_bg.wasm', import.meta.url));
  initSync({ module, memory });
  const engine = new Engine();
  const ask = (question: Parameters<typeof asText>[0]) =>
    (JSON.parse(engine.ask(asText(question, 18))) as { value: unknown }).value;
  const prepare = (id: string) => {
    const facts = ask({ ask: 'board', source: { library: id } }) as Facts;
    const problem = problemData(usualProblem({ facts, id }));
    return ask({ ask: 'prepare', problem, allowed: { seconds: null, megabytes: 600 } });
  };
  expect(prepare('english')).toBe(true);
  expect(prepare('square6')).toBe(false);
  expect(memory.buffer.byteLength).toBeLessThanOrEqual(24 * 2 ** 20);
});
