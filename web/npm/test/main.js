/** A page that uses the package: `html[data-ready]` says that every answer was right. */

import { Cancelled, createEngine } from 'pegboard';

const engine = createEngine();
const { file, labels } = await engine.board({ source: { library: 'english' } });
const problem = (finish) => ({
  board: file,
  start: labels.filter((label) => label !== 'd4'),
  goal: { PegIn: [finish] },
});
const check = (holds, what) => {
  if (!holds) throw new Error(what);
};

let reports = 0;
const solved = await engine.settle({ problem: problem('d4') }, { onProgress: () => reports++ });
check(solved.answer === 'solvable' && solved.jumps.length === 31, 'the central game has a solution');
const game = await engine.game(problem('d4'));
const { outlook } = await game.outlooks(labels.map((label) => (label === 'd4' ? '0' : '1')).join(''));
check(game.knowsAll && outlook === 'winning', 'the bitmap knows the start');
const end = new AbortController();
const cancelled = engine.solutions({ problem: problem('d1') }, { signal: end.signal });
end.abort();
check(await cancelled.catch((error) => error instanceof Cancelled), 'the count was cancelled');
check(!('pegboardProgress' in globalThis), 'there is no global');
document.documentElement.setAttribute('data-ready', '');
