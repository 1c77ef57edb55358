/** Worker thread in Node. */

import { parentPort } from 'node:worker_threads';
import { serve } from './serve.js';

const port = parentPort!;
port.on(
  'message',
  serve((message) => port.postMessage(message)),
);
