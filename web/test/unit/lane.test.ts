/** Queue of a worker that holds a game. */

import { expect, test } from 'vitest';
import { Cancelled, CrashError, Lane, LoadError, type ProblemData } from 'pegboard';
import { messageOf } from '../../src/state/errors.ts';
import { text } from '../../src/text/text.ts';

interface Posted {
  id: number;
  /** Name of the request. */
  ask: string;
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
      const posted: Posted[] = [];
      workers.push(posted);
      receive = (id, message) => hear({ id, ...message } as Parameters<typeof hear>[0]);
      const post = (message: object) => {
        const { id, question } = message as { id?: number; question?: string };
        if (id !== undefined) posted.push({ id, ask: Object.keys(JSON.parse(question!) as object)[0]! });
      };
      return { post, end: () => {} };
    },
    64,
    true,
    (error) => reported.push(error),
  );
  const asked = () => workers.map((posted) => posted.map(({ ask }) => ask));
  /** Answers the last request of the current worker. */
  const answer = (message: object) => receive(workers.at(-1)!.at(-1)!.id, message);
  const value = (value: unknown) => answer({ answer: JSON.stringify({ value }) });
  return { lane, asked, answer, value, reported, fail: (reason: string) => fail(reason) };
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
    true,
    (error) => reported.push(error),
  );
  await expect(quick.ask(prepare)).rejects.toThrow(LoadError);
  expect(reported.length).toBe(1);
});
