/** Worker that answers requests in order. */

import { Engine, initSync } from '../../engine/pkg/pegboard_web.js';
import type { FromWorker, ToWorker } from './messages.ts';
import { boundedMemory } from './wasm.ts';

const scope = self as unknown as {
  postMessage: (message: FromWorker) => void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
  pegboardProgress: (phase: string, done: number, nodes: number) => void;
};

let engine: Engine | null = null;
let current = 0;

function post(message: FromWorker): void {
  scope.postMessage(message);
}

scope.pegboardProgress = (phase, done, nodes) => {
  post({ id: current, progress: { phase, done: done < 0 ? null : done, nodes } });
};

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    initSync({ module: message.module, memory: boundedMemory(message.megabytes) });
    engine = new Engine();
    return;
  }
  current = message.id;
  try {
    if (!engine) throw new Error('the engine is not loaded');
    post({ id: message.id, answer: engine.ask(message.question) });
  } catch (error) {
    post({ id: message.id, failure: String(error) });
  }
};
