/** The installed package in Node: `node --test` in a project that depends on it. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Cancelled, createEngine, isFacts } from 'pegboard';

const engine = createEngine();
after(() => engine.close());

async function factsOf(id) {
  const facts = await engine.board({ source: { library: id } });
  assert(isFacts(facts));
  return facts;
}

async function svss(id, vacancy, finish) {
  const { file, labels } = await factsOf(id);
  return { board: file, start: labels.filter((label) => label !== vacancy), goal: { PegIn: [finish] } };
}

const progress = () => {
  const reports = [];
  return { reports, onProgress: (report) => reports.push(report) };
};

test('boards, pictures and classic problems', async () => {
  const library = await engine.library();
  assert(library.some(({ id }) => id === 'english'));
  const facts = await factsOf('english');
  assert.deepEqual([facts.labels.length, facts.jumps.length], [33, 76]);
  assert((await engine.named({ board: facts.file })).length > 10);
  assert.match(await engine.drawing({ what: { board: facts.file } }), /^<svg /);
  const wrong = await engine.board({ source: { ron: { text: 'Board(', name: 'x.ron' } } });
  assert(!isFacts(wrong) && wrong.diagnostics.length > 0);
});

test('a problem is solved, and an impossible one has a reason', async () => {
  const facts = await factsOf('english');
  const problem = await svss('english', 'd4', 'd4');
  const found = await engine.settle({ problem });
  assert.equal(found.answer, 'solvable');
  let pegs = new Set(problem.start);
  for (const jump of found.jumps) {
    const [from, over, to] = facts.jumps[jump].map((hole) => facts.labels[hole]);
    assert(pegs.has(from) && pegs.has(over) && !pegs.has(to));
    pegs = new Set([...pegs, to].filter((hole) => hole !== from && hole !== over));
  }
  assert.deepEqual([...pegs], ['d4']);
  const impossible = await engine.settle({ problem: await svss('english', 'd4', 'd3') });
  assert.deepEqual([impossible.answer, impossible.reason.kind], ['unsolvable', 'class']);
});

test('limits, progress and cancellation of a long search', { timeout: 120_000 }, async () => {
  const problem = await svss('wiegleb', 'e1', 'e1');
  const limited = await engine.settle({ problem, allowed: { nodes: 20_000 } });
  assert.deepEqual([limited.answer, limited.limit], ['undecided', 'nodes']);
  const { reports, onProgress } = progress();
  const end = new AbortController();
  const running = engine.settle(
    { problem },
    {
      signal: end.signal,
      onProgress: (report) => {
        onProgress(report);
        end.abort();
      },
    },
  );
  await assert.rejects(running, (error) => error instanceof Cancelled && error.name === 'AbortError');
  assert(reports.length > 0 && typeof reports[0].phase === 'string');
  await assert.rejects(engine.settle({ problem }, { signal: end.signal }), Cancelled);
  // Another worker answers the next request.
  assert.equal((await engine.settle({ problem: await svss('triangle5', 'a1', 'a1') })).answer, 'solvable');
});

test('a game knows every jump, also after a cancellation', async () => {
  const { labels, jumps } = await factsOf('triangle5');
  const problem = await svss('triangle5', 'a1', 'a1');
  const game = await engine.game(problem);
  assert.equal(game.knowsAll, true);
  const pegs = labels.map((label) => (label === 'a1' ? '0' : '1')).join('');
  const outlooks = await game.outlooks(pegs);
  assert.deepEqual([outlooks.outlook, outlooks.jumps.length], ['winning', 2]);
  assert(outlooks.jumps.every(({ jump, outlook }) => jump in jumps && outlook === 'winning'));
  const cancelled = game.line(pegs, { signal: AbortSignal.timeout(0) });
  await cancelled.catch((error) => assert(error instanceof Cancelled));
  assert.equal((await game.line(pegs)).wins, true);
  await assert.rejects(game.outlooks('01'), /15 digits/);
  const next = await engine.game(await svss('triangle5', 'a1', 'a4'));
  assert.equal((await next.outlooks(pegs)).outlook, 'winning');
  await assert.rejects(game.outlooks(pegs), /newer game/);
  const [early, late] = await Promise.allSettled([engine.game(problem), engine.game(problem)]);
  assert.deepEqual([early.status, late.status], ['rejected', 'fulfilled']);
});

test('a signal that outlives its requests keeps nothing of them', async () => {
  const { signal } = new AbortController();
  const { addEventListener, removeEventListener } = signal;
  let listeners = 0;
  signal.addEventListener = (...details) => (listeners++, addEventListener.apply(signal, details));
  signal.removeEventListener = (...details) => (listeners--, removeEventListener.apply(signal, details));
  await engine.library({}, { signal });
  await assert.rejects(engine.settle({}, { signal }), /problem/);
  assert.equal(listeners, 0);
});

test('shortest solutions and puzzles', async () => {
  const problem = await svss('triangle5', 'a1', 'a1');
  assert.deepEqual((await engine.solutions({ problem })).found, '6816');
  const { moves, atLeast } = await engine.fewestMoves({ problem });
  assert.equal(moves, atLeast);
  const { file } = await factsOf('english');
  const wanted = { difficulty: 'easy', seed: 1, symmetric: false, uniqueFirstJump: false };
  const puzzle = await engine.puzzle({ board: file, wanted });
  assert.deepEqual(await engine.puzzle({ board: file, wanted }), puzzle);
});

test('an invalid request rejects with its reason', async () => {
  const problem = await svss('triangle5', 'a1', 'a1');
  await assert.rejects(engine.settle({ problem: { ...problem, start: ['z9'] } }), /z9/);
  await assert.rejects(engine.settle({ problem, allowed: { seconds: -1 } }), /time limit/);
  const read = await engine.moves({ problem, text: 'a3-a2' });
  assert.equal(read.wrong.about.flaw.kind, 'notAJump');
});

test('the package defines no global', () => assert(!('pegboardProgress' in globalThis)));

test('a program ends although it does not close the engine', () => {
  const program = `
    import { createEngine } from 'pegboard';
    console.log((await createEngine().library()).length);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 60_000,
    encoding: 'utf8',
  });
  assert(Number(output) > 50);
});

test('the examples of the README run', () => {
  const readme = readFileSync(new URL('node_modules/pegboard/README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  assert(examples.length >= 3);
  const [solving, knowing, cancelling] = examples.map((code) => code.replace('engine.close();', ''));
  const program = `${solving}\n{${knowing}}\n{${cancelling}}\nengine.close();`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 120_000,
    encoding: 'utf8',
  });
  assert.match(output, /^solvable$/m);
  assert.match(output, /^winning$/m);
});
