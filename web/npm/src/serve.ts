/** Worker that answers requests in order, for browsers and Node. */

import { Engine as GameEngine, initSync as initGame } from '../pkg/pegboard_web_game.js';
import { Engine as MainEngine, initSync as initMain } from '../pkg/pegboard_web.js';
import { boundedMemory } from './bounded-memory.js';
import type { FromWorker, Part, ToWorker } from './messages.js';

const PARTS = {
  game: { Engine: GameEngine, init: initGame },
  main: { Engine: MainEngine, init: initMain },
};

/** An instance of a module: answers the JSON of a request with the JSON of its answer. */
export interface Instance {
  ask(question: string): string;
}

/** Instantiates the module of a part. The bindings of a part hold one instance. */
export function instantiate(
  part: Part,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  report: (phase: string, done: number, nodes: number) => void,
): Instance {
  // The module calls this function by its name.
  (globalThis as { pegboardProgress?: typeof report }).pegboardProgress = report;
  const { Engine, init } = PARTS[part];
  if (init({ module, memory }).memory !== memory) throw new Error('the module is instantiated already');
  return new Engine();
}

/** Returns the function that receives the messages to a worker; `post` sends its answers. */
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let instance: Instance | null = null;
  let current = 0;
  const report = (phase: string, done: number, nodes: number) =>
    post({ id: current, progress: { phase, done: done < 0 ? null : done, nodes } });
  return (message) => {
    if ('module' in message) {
      const { part, module, megabytes } = message;
      instance = instantiate(part, module, boundedMemory(megabytes), report);
      return;
    }
    const { id, question } = message;
    current = id;
    try {
      if (!instance) throw new Error('the engine is not loaded');
      post({ id, answer: instance.ask(question) });
    } catch (error) {
      post({ id, failure: String(error) });
    }
  };
}
