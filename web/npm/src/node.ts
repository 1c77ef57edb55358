/** The engine in Node: its workers are threads. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { EngineWorker, StartWorker } from './lane.js';
import { DESKTOP } from './memory.js';
import type { FromWorker, Part } from './messages.js';
import { engineOn, type Engine, type Options } from './pegboard.js';

export * from './public.js';

const FILES: Record<Part, string> = { game: 'pegboard_web_game_bg.wasm', main: 'pegboard_web_bg.wasm' };

async function load(part: Part): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../pkg/${FILES[part]}`, import.meta.url)));
}

const startWorker: StartWorker = (receive, fail): EngineWorker => {
  // Options of the program, such as `--input-type`, do not concern the worker.
  const worker = new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
  worker.unref(); // an idle worker does not keep the program running
  worker.on('message', (message: FromWorker) => {
    if (!('progress' in message)) worker.unref();
    receive(message);
  });
  worker.on('error', (error) => fail(String(error)));
  return {
    post: (message) => {
      if ('question' in message) worker.ref();
      worker.postMessage(message);
    },
    end: () => void worker.terminate(),
  };
};

/** Returns an engine. Its workers start with the first request to each. */
export function createEngine({ memory, onLoadError }: Options = {}): Engine {
  return engineOn({ load, startWorker }, { ...DESKTOP, ...memory }, onLoadError);
}
