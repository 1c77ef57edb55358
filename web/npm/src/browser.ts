/** The engine in a browser: its workers are web workers. */

import type { EngineWorker, StartWorker } from './lane.js';
import { DESKTOP, PHONE, type Memory } from './memory.js';
import type { FromWorker, Part } from './messages.js';
import { engineOn, type Engine, type Options } from './pegboard.js';

export * from './public.js';

// Bundlers recognize these addresses.
const urlOf = (part: Part) =>
  part === 'game'
    ? new URL('../pkg/pegboard_web_game_bg.wasm', import.meta.url)
    : new URL('../pkg/pegboard_web_bg.wasm', import.meta.url);

/** Compiles a module while it downloads, or afterwards if the host sends a wrong media type. */
async function load(part: Part): Promise<WebAssembly.Module> {
  const url = urlOf(part);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

const startWorker: StartWorker = (receive, fail): EngineWorker => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  // The event has no message if the script itself cannot be loaded.
  worker.onerror = ({ message }) => fail(message || 'the script of a worker is missing');
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
};

/** Returns the budget of a phone or of a desktop. */
function memoryOfDevice(): Memory {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  // Workers have no media queries.
  const isPhone = globalThis.matchMedia?.('(pointer: coarse) and (max-width: 900px)').matches;
  return isPhone || (deviceMemory !== undefined && deviceMemory < 4) ? PHONE : DESKTOP;
}

/** Returns an engine. Its workers start with the first request to each. */
export function createEngine({ memory, onLoadError }: Options = {}): Engine {
  return engineOn({ load, startWorker }, { ...memoryOfDevice(), ...memory }, onLoadError);
}
