/** Compiled against the types of the installed package. */

import { createEngine, isFacts, type Engine, type Settled } from 'pegboard';

const engine: Engine = createEngine();
const read = await engine.board({ source: { library: 'english' } });
if (isFacts(read)) {
  const problem = { board: read.file, start: read.labels.slice(1), goal: 'OnePeg' as const };
  const end = new AbortController();
  const found: Settled = await engine.settle(
    { problem, allowed: { seconds: 1 } },
    { signal: end.signal, onProgress: ({ done }: { done: number | null }) => void done },
  );
  const moves: number | null = found.moves;
  void moves;
  const limit: 'time' | 'nodes' | 'memory' | 'cancelled' | null = found.limit;
  void limit;
  await engine.library();
  await engine.named();
  await engine.drawing({ what: { board: read.file }, look: { theme: 'color-blind' } });
  // @ts-expect-error: a request has its details
  await engine.settle({});
  // @ts-expect-error: no such request
  await engine.nothing({});
}
