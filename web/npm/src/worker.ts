/** Worker in a browser. */

import type { ToWorker } from './messages.js';
import { serve } from './serve.js';

const receive = serve((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => receive(data));
