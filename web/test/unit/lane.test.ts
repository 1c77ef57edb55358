/** Queues of workers. */

import { expect, test, vi } from 'vitest';
import {
  allowanceOf,
  Cancelled,
  CrashError,
  DESKTOP,
  Lane,
  Lanes,
  LoadError,
  movesAllowanceOf,
  type Allowed,
  type ProblemData,
  type ToWorker,
} from 'pegboard';
import { messageOf } from '../../src/state/errors.ts';
import { text } from '../../src/text/text.ts';

interface Posted {
  id: number;
  /** Name of the request. */
  ask: string;
  allowed: Allowed | undefined;
}

/** Reads a message to a worker; null if it is not a request. */
function posted(message: ToWorker): Posted | null {
  if ('module' in message) return null;
  const question = JSON.parse(message.question) as Record<string, { allowed?: Allowed }>;
  const [ask, { allowed }] = Object.entries(question)[0]!;
  return { id: message.id, ask, allowed };
}

/** Returns a lane, the requests posted to each of its workers, and a function that answers one. */
function lane() {
  const workers: Posted[][] = [];
  let receive: (id: number, message: object) => void = () => {};
  let fail: (reason: string) => void = () => {};
  const reported: LoadError[] = [];
  const lane = new Lane(
    'game',
    () => Promise.resolve({} as WebAssembly.Module),
    (hear, failing) => {
      fail = failing;
      const requests: Posted[] = [];
      workers.push(requests);
      receive = (id, message) => hear({ id, ...message } as Parameters<typeof hear>[0]);
      const post = (message: ToWorker) => {
        const request = posted(message);
        if (request) requests.push(request);
      };
      return { post, end: () => {} };
    },
    64,
    allowanceOf,
    (error) => reported.push(error),
  );
  const asked = () => workers.map((requests) => requests.map(({ ask }) => ask));
  const limits = () =>
    workers.map((requests) => requests.map(({ allowed }) => [allowed?.seconds, allowed?.megabytes]));
  /** Answers the last request of the current worker. */
  const answer = (message: object) => receive(workers.at(-1)!.at(-1)!.id, message);
  const value = (value: unknown) => answer({ answer: JSON.stringify({ value }) });
  return { lane, asked, limits, answer, value, reported, fail: (reason: string) => fail(reason) };
}

const problem = {} as ProblemData;
const prepare = { ask: 'prepare', problem, allowed: { megabytes: 0 } } as const;

test('requests behind a cancelled one get a new worker that has the game', async () => {
  const { lane: quick, asked, value } = lane();
  const prepared = quick.ask(prepare);
  await expect.poll(asked).toEqual([['prepare']]);
  value(true);
  await prepared;
  const end = new AbortController();
  const cancelled = quick.ask({ ask: 'outlooks', pegs: '110' }, { signal: end.signal });
  const queued = quick.ask({ ask: 'outlooks', pegs: '011' });
  const last = quick.ask({ ask: 'line', pegs: '011' });
  await expect.poll(asked).toEqual([['prepare', 'outlooks']]);
  end.abort();
  await expect(cancelled).rejects.toThrow(Cancelled);
  await expect.poll(asked).toEqual([
    ['prepare', 'outlooks'],
    ['prepare', 'outlooks'],
  ]);
  value('outlooks');
  expect(await queued).toBe('outlooks');
  await expect.poll(() => asked()[1]).toEqual(['prepare', 'outlooks', 'line']);
  value('line');
  expect(await last).toBe('line');
});

test('an observer that throws ends its request only', async () => {
  const { lane: quick, asked, answer, value } = lane();
  const watched = quick.ask(prepare, {
    onProgress: () => {
      throw new Error('the observer is broken');
    },
  });
  const queued = quick.ask(prepare);
  await expect.poll(asked).toEqual([['prepare']]);
  answer({ progress: { phase: 'search', done: null, nodes: 1 } });
  await expect(watched).rejects.toThrow('the observer is broken');
  await expect.poll(asked).toEqual([['prepare'], ['prepare']]);
  value(true);
  expect(await queued).toBe(true);
});

test('requests behind a crash get a new worker that has the game', async () => {
  const { lane: quick, asked, answer, value } = lane();
  const prepared = quick.ask(prepare);
  await expect.poll(asked).toEqual([['prepare']]);
  value(true);
  await prepared;
  const crashed = quick.ask({ ask: 'outlooks', pegs: '110' });
  const queued = quick.ask({ ask: 'outlooks', pegs: '011' });
  await expect.poll(asked).toEqual([['prepare', 'outlooks']]);
  answer({ failure: 'unreachable' });
  await expect(crashed).rejects.toBeInstanceOf(CrashError);
  expect(messageOf(await crashed.catch((error: unknown) => error))).toBe(text.crashed);
  await expect.poll(asked).toEqual([
    ['prepare', 'outlooks'],
    ['prepare', 'outlooks'],
  ]);
  value('outlooks');
  expect(await queued).toBe('outlooks');
});

test('a preparation that crashed is not repeated', async () => {
  const { lane: quick, asked, answer } = lane();
  const prepared = quick.ask(prepare);
  const queued = quick.ask({ ask: 'outlooks', pegs: '011' });
  await expect.poll(asked).toEqual([['prepare']]);
  answer({ failure: 'unreachable' });
  await expect(prepared).rejects.toThrow('unreachable');
  await expect.poll(asked).toEqual([['prepare'], ['outlooks']]);
  answer({ answer: '{"error": "no game is prepared"}' });
  await expect(queued).rejects.toThrow('no game is prepared');
});

test('a worker that cannot be loaded is reported, and its request rejects', async () => {
  const { lane: quick, asked, fail, value, reported } = lane();
  const prepared = quick.ask(prepare);
  await expect.poll(asked).toEqual([['prepare']]);
  fail('missing');
  await expect(prepared).rejects.toThrow(LoadError);
  expect(reported.map(({ message }) => message)).toEqual(['the engine could not be loaded: missing']);
  const again = quick.ask(prepare);
  await expect.poll(asked).toEqual([['prepare'], ['prepare']]);
  value(true);
  expect(await again).toBe(true);
});

test('a module that cannot be loaded is reported, and its request rejects', async () => {
  const reported: LoadError[] = [];
  const quick = new Lane(
    'game',
    () => Promise.reject(new Error('missing')),
    () => ({ post: () => {}, end: () => {} }),
    64,
    allowanceOf,
    (error) => reported.push(error),
  );
  await expect(quick.ask(prepare)).rejects.toThrow(LoadError);
  expect(reported.length).toBe(1);
});

test('a smaller share replaces the worker of a game, and cancels nothing', async () => {
  const { lane: quick, asked, value } = lane();
  const prepared = quick.ask(prepare);
  const queued = quick.ask({ ask: 'line', pegs: '110' });
  await expect.poll(asked).toEqual([['prepare']]);
  quick.resize(32);
  await expect.poll(asked).toEqual([['prepare'], ['prepare']]);
  value(true);
  expect(await prepared).toBe(true);
  await expect.poll(() => asked()[1]).toEqual(['prepare', 'line']);
  value('line');
  expect(await queued).toBe('line');
});

test('a request that starts again gets the rest of its time, and the memory of its worker', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const { lane: search, limits, value } = lane();
    const found = search.ask({ ask: 'settle', problem, allowed: { seconds: 3 } });
    await expect.poll(limits).toEqual([[[3, 48]]]);
    now = 1000;
    search.resize(32);
    await expect.poll(limits).toEqual([[[3, 48]], [[2, 24]]]);
    now = 6000;
    search.resize(16);
    await expect.poll(() => limits()[2]).toEqual([[0, 12]]);
    value('found');
    expect(await found).toBe('found');
  } finally {
    clock.mockRestore();
  }
});

test('a larger share waits for the running request', async () => {
  const { lane: search, limits, value } = lane();
  const [first, second] = [1, 2].map((seconds) =>
    search.ask({ ask: 'settle', problem, allowed: { seconds } }),
  );
  await expect.poll(limits).toEqual([[[1, 48]]]);
  search.resize(128);
  value('first');
  expect(await first).toBe('first');
  await expect.poll(limits).toEqual([[[1, 48]], [[2, 96]]]);
  value('second');
  expect(await second).toBe('second');
});

test('a share that changes before a request is posted does not post it twice', async () => {
  const { lane: search, asked, value } = lane();
  await search.warm();
  const found = search.ask({ ask: 'settle', problem });
  search.resize(32);
  await expect.poll(asked).toEqual([[], ['settle']]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toEqual([[], ['settle']]);
  value('found');
  expect(await found).toBe('found');
});

test('a memory limit that is not defined is that of the worker', async () => {
  const { lane: search, limits } = lane();
  const allowed = { seconds: 1, megabytes: undefined } as unknown as Allowed;
  void search.ask({ ask: 'settle', problem, allowed });
  await expect.poll(limits).toEqual([[[1, 48]]]);
});

test('a search for fewest moves has the memory limit of its worker, also of a smaller one', async () => {
  const limits: (number | undefined)[] = [];
  const post = (message: ToWorker) => {
    const request = posted(message);
    if (request) limits.push(request.allowed?.megabytes);
  };
  const load = () => Promise.resolve({} as WebAssembly.Module);
  const lanes = new Lanes({ load, startWorker: () => ({ post, end: () => {} }) }, DESKTOP);
  void lanes.ask('fewestMoves', { problem });
  await expect.poll(() => limits).toEqual([movesAllowanceOf(lanes.moves.share)]);
  const { share } = lanes.moves;
  lanes.makeRoom(400);
  expect(lanes.moves.share).toBeLessThan(share);
  await expect.poll(() => limits.slice(1)).toEqual([movesAllowanceOf(lanes.moves.share)]);
});
