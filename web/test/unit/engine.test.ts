import { expect, test } from 'vitest';
import { PICTURE_THEMES, type Look, type PictureTheme, type Sought } from 'pegboard';
import {
  Game,
  isMet,
  movesData,
  notation,
  play,
  possibleJumps,
  problemData,
  problemOf,
  vacate,
  withPeg,
  type Goal,
  type Problem,
} from '../../src/model/game.ts';
import { ask, hole, library, jumpBetween } from './engine.ts';
import { usualProblem } from '../../src/model/usual.ts';

const allowed = { seconds: 20, megabytes: 128 };
const triangle = library('triangle5');
const LOOK: Look = { theme: 'light', pegs: null, labels: false, coordinates: false, width: null };

function foundBy<T>(sought: Sought<T>): T {
  if (!('found' in sought)) throw new Error(`no ${sought.lacks}`);
  return sought.found;
}

function svss(id: string, vacancy: string, finish: string): Problem {
  const board = library(id);
  const { facts } = board;
  return {
    board,
    start: vacate(facts, hole(facts, vacancy)),
    goal: { kind: 'hole', hole: hole(facts, finish) },
  };
}

const settle = (problem: Problem) => ask({ ask: 'settle', problem: problemData(problem), allowed });

test('an impossible problem has a reason', () => {
  const byClass = settle(svss('english', 'd4', 'c4')).reason!;
  if (byClass.kind !== 'class') throw new Error(byClass.kind);
  expect(byClass.start % 2).not.toBe(byClass.finish % 2);
  const byPagoda = settle(svss('diamond25', 'd1', 'd1')).reason!;
  if (byPagoda.kind !== 'pagoda') throw new Error(byPagoda.kind);
  const { weights, start, finish, loss } = byPagoda.functions[0]!;
  expect(start - finish).toBeLessThan(loss === 0 ? 0 : loss);
  const { facts } = library('diamond25');
  const sum = weights.reduce((all, weight, place) => (place === hole(facts, 'd1') ? all : all + weight), 0);
  expect(sum).toBe(start);
  if (loss === 0)
    for (const [from, over, to] of facts.jumps)
      expect(weights[from]! + weights[over]!).toBeGreaterThanOrEqual(weights[to]!);
});

test('what needs a finish is refused without one', () => {
  const problem = { ...problemData(svss('triangle5', 'a1', 'a1')), goal: 'FewestPegs' as const };
  const message = 'names no finish';
  expect(() => ask({ ask: 'solutions', problem, allowed })).toThrow(message);
  expect(() => ask({ ask: 'chance', problem, allowed })).toThrow(message);
  expect(() => ask({ ask: 'movesNeeded', problem, played: '', allowed })).toThrow(message);
});

test('a time limit leaves a problem undecided', () => {
  const found = ask({
    ask: 'settle',
    problem: problemData(svss('wiegleb', 'e1', 'e1')),
    allowed: { seconds: 0.05, megabytes: 16 },
  });
  expect([found.answer, found.limit]).toEqual(['undecided', 'time']);
});

/** Probability that random play wins, computed from its definition. */
function randomPlay(problem: Problem): number {
  const { facts } = problem.board;
  const known = new Map<string, number>();
  const of = (pegs: string): number => {
    const before = known.get(pegs);
    if (before !== undefined) return before;
    const jumps = possibleJumps(facts, pegs);
    const mean = () => jumps.reduce((sum, jump) => sum + of(play(facts, pegs, jump)), 0) / jumps.length;
    const chance = isMet(problem, pegs) ? 1 : jumps.length === 0 ? 0 : mean();
    known.set(pegs, chance);
    return chance;
  };
  return of(problem.start);
}

test('goals with free holes are settled with their reasons, and counted', () => {
  const field = library('square9');
  const armies = ask({ ask: 'named', board: field.facts.file });
  expect(armies.map((each) => each.name).at(-1)).toBe('Army to row 4');
  const army = problemOf(field, armies[2]!.problem);
  const settle = (problem: Problem) => ask({ ask: 'settle', problem: problemData(problem), allowed });
  expect(settle(army).jumps?.length).toBe(7);
  const large = problemOf(field, armies[3]!.problem);
  const few = { ...large, start: withPeg(large.start, large.start.indexOf('1'), false) };
  expect([settle(few).answer, settle(few).reason?.kind]).toEqual(['unsolvable', 'pagoda']);
  const goal: Goal = { kind: 'patterns', patterns: [{ pegs: '000000000010000', empty: '0'.repeat(15) }] };
  const problem = { ...usualProblem(triangle), start: '011111111100000', goal };
  expect(foundBy(ask({ ask: 'chance', problem: problemData(problem), allowed }))).toBeCloseTo(
    randomPlay(problem),
    12,
  );
});

test('the numbers of the pub triangle are those of the literature', () => {
  const problem = problemData(usualProblem(triangle));
  expect(foundBy(ask({ ask: 'solutions', problem, allowed }))).toBe('6816');
  expect(ask({ ask: 'prepare', problem, allowed })).toBe(true);
  const { start } = usualProblem(triangle);
  const outlooks = ask({ ask: 'outlooks', pegs: start, allowed });
  expect([outlooks.outlook, outlooks.jumps.length]).toEqual(['winning', 2]);
  const chance = foundBy(ask({ ask: 'chance', problem, allowed }));
  expect(chance).toBeCloseTo(randomPlay(usualProblem(triangle)), 12);
  expect(ask({ ask: 'line', pegs: start, allowed })).toMatchObject({ wins: true, pegsLeft: 1 });
  expect(ask({ ask: 'fewest', problem, allowed })).toMatchObject({ pegs: 1, proved: true });
});

test('moves are read as people write them', () => {
  const problem = problemData({ ...usualProblem(triangle), start: '0' + '1'.repeat(14) });
  const read = (text: string) => {
    const read = ask({ ask: 'moves', problem, text });
    if ('wrong' in read) throw new Error(read.wrong.message);
    return read;
  };
  const usual = read('a3-a1, c3-a3');
  expect([usual.jumps.length, usual.reading]).toEqual([2, null]);
  for (const text of ['1. A3xA1 2. C3xA3', 'a3→a1; c3 to a3', 'a3-a2-a1\nc3b3a3'])
    expect(read(text)).toEqual(usual);
  const reading = read('(3,1) to (1,1), (3,3) to (3,1)');
  expect(reading).toEqual({ ...usual, reading: '(row, column), counted from 1' });
  expect(() => read('a3-a1, a4-a2')).toThrow(/^move 2, `a4-a2`: .* can be played$/);
});

test('wrong moves and flaws of a drawing are said in German', async () => {
  const problem = problemData({ ...usualProblem(triangle), start: '0' + '1'.repeat(14) });
  const { de } = await import('../../src/text/de.ts');
  const said = (text: string) => {
    const read = ask({ ask: 'moves', problem, text });
    return 'wrong' in read ? de.said(read.wrong) : '';
  };
  expect(said('a3-a1, a3-a1')).toBe(
    'Zug 2, „a3-a1“: Dieser Sprung ist jetzt nicht möglich; möglich sind hier c3-a3, c4-a2, a5-a3 oder c5-a3.',
  );
  expect(said('a1-b5')).toMatch(/^Zug 1, „a1-b5“: Von a1 nach b5 gibt es keinen Sprung; möglich sind hier /);
  expect(said('z9-a1')).toBe('Zug 1, „z9-a1“: Dieses Loch gibt es auf dem Brett nicht.');
  expect(said('a1')).toMatch(/^Zug 1, „a1“: Das ist kein Sprung/);
  expect(said('(1,1)-(1,9)')).toContain('read as'); // has only an English text
  const file = (holes: [number, number][]) =>
    ask({ ask: 'board', source: { file: { name: 'Drawing', lattice: 'Square', holes } } });
  const pair = file([
    [0, 0],
    [1, 0],
  ]);
  expect('warnings' in pair && pair.warnings.map(de.said)).toEqual([
    'Auf diesem Brett ist nirgends ein Sprung möglich.',
  ]);
  const many = file(Array.from({ length: 200 }, (_, x) => [x % 20, Math.floor(x / 20)]));
  expect('diagnostics' in many && many.diagnostics.map(de.said)).toEqual([
    'Das Brett hat 200 Löcher, möglich sind höchstens 128.',
  ]);
});

test('each move of a shortest line reduces the fewest moves by one, however many jumps it has', () => {
  const problem = usualProblem(triangle);
  const { facts } = triangle;
  const game = new Game(problem);
  let expected: number | null = null;
  while (!game.isWon) {
    const played = notation(facts, game.playedJumps);
    const needed = foundBy(
      ask({ ask: 'movesNeeded', problem: problemData(problem), played: played.join(', '), allowed }),
    )!;
    if (expected !== null) expect(needed.moves).toBe(expected);
    const best = needed.jumps.find((jump) => jump.moves === needed.moves)!;
    game.play(best.jump);
    const isNewMove = notation(facts, game.playedJumps).length > played.length;
    expected = needed.moves - Number(isNewMove);
  }
  expect(expected).toBe(0);
  const found = ask({ ask: 'fewestMoves', problem: problemData(problem), allowed });
  expect([found.moves, found.atLeast]).toEqual([found.moves, found.moves]);
  expect(found.moves).toBe(notation(facts, game.playedJumps).length);
});

test('fewest moves beyond the time limit are reported as unknown', () => {
  const problem = problemData(usualProblem(library('english')));
  const little = { seconds: 0.01, megabytes: 512 };
  expect(ask({ ask: 'movesNeeded', problem, played: '', allowed: little })).toEqual({ lacks: 'time' });
  expect(() => ask({ ask: 'movesNeeded', problem, played: 'a1-a2', allowed: little })).toThrow('a1');
  const open = problemData(usualProblem(library('wiegleb'))); // unsolved on any machine
  const found = ask({ ask: 'fewestMoves', problem: open, allowed: { seconds: 0.5, megabytes: 512 } });
  expect(found.atLeast).toBeLessThan(found.moves ?? Infinity);
  expect(() =>
    ask({ ask: 'fewestMoves', problem: { ...problem, goal: 'FewestPegs' }, allowed: little }),
  ).toThrow('need a finish');
});

test('a count reports whether it ran out of time or memory', () => {
  const problem = problemData(usualProblem(library('english')));
  const lacking = (seconds: number, megabytes: number) =>
    (['solutions', 'chance'] as const).map((what) =>
      ask({ ask: what, problem, allowed: { seconds, megabytes } }),
    );
  expect(lacking(0.01, 256)).toEqual([{ lacks: 'time' }, { lacks: 'time' }]);
  expect(lacking(60, 1)).toEqual([{ lacks: 'memory' }, { lacks: 'memory' }]);
  const large = problemData(usualProblem(library('wiegleb'))); // its lists would overflow to disk
  expect(ask({ ask: 'solutions', problem: large, allowed: { seconds: 60, megabytes: 8 } })).toEqual({
    lacks: 'memory',
  });
});

test('named problems belong to their boards', () => {
  const named = ask({ ask: 'named', board: null });
  expect(named.map((each) => each.name)).toContain('Cross');
  expect(named.length).toBeGreaterThanOrEqual(40);
  expect(named.filter((each) => each.source.trim() === '')).toEqual([]);
  for (const each of named) {
    const problem = problemOf(library(each.board), each.problem);
    expect({ ...problemData(problem), board: null }).toEqual({ ...each.problem, board: null });
    expect(each.source).not.toBe('');
  }
  const english = ask({ ask: 'named', board: library('english').facts.file });
  expect(english).toEqual(named.filter((each) => each.board === 'english'));
  expect(ask({ ask: 'named', board: library('kite').facts.file })).toEqual([]);
});

test('a generated puzzle is solvable and has its stated difficulty', () => {
  const board = triangle.facts.file;
  const make = (seed: number, symmetric: boolean) => {
    const wanted = { difficulty: 'medium', seed, symmetric, uniqueFirstJump: false } as const;
    return ask({ ask: 'puzzle', board, wanted, allowed });
  };
  const made = make(1, false);
  expect(make(1, false)).toEqual(made);
  expect(made.difficulty).toBe('medium');
  const problem = problemOf(triangle, made.problem);
  expect(settle(problem).jumps?.length).toBe(made.jumps);
  expect(made.chance).toBeCloseTo(randomPlay(problem), 12);
  const { start } = problemOf(triangle, make(2, true).problem);
  const images = triangle.facts.symmetries.filter((map) =>
    map.every((to, from) => start[from] === start[to]),
  );
  expect(images.length).toBeGreaterThan(1);
  const wanted = { difficulty: 'expert', seed: 1, symmetric: false, uniqueFirstJump: true } as const;
  const tiny = library('triangle3').facts.file;
  expect(() => ask({ ask: 'puzzle', board: tiny, wanted, allowed })).toThrow('is a puzzle of this kind');
});

test('without memory for a bitmap, the solver answers', () => {
  const problem = problemData(usualProblem(library('english')));
  expect(ask({ ask: 'bitmap', problem })).toBeGreaterThan(1e6);
  expect(ask({ ask: 'prepare', problem, allowed: { seconds: null, megabytes: 0 } })).toBe(false);
  const outlooks = ask({ ask: 'outlooks', pegs: usualProblem(library('english')).start, allowed });
  expect(outlooks.outlook).toBe('winning');
  expect(ask({ ask: 'bitmap', problem: problemData(usualProblem(library('triangle15'))) })).toBeNull();
});

test('a request that cannot be answered is an error with a reason', () => {
  const problem = problemData(usualProblem(triangle));
  ask({ ask: 'prepare', problem, allowed });
  expect(() => ask({ ask: 'outlooks', pegs: '01', allowed })).toThrow(
    'a position of board `Triangle 5` has 15 digits',
  );
  expect(() => ask({ ask: 'settle', problem: { ...problem, start: ['z9'] }, allowed })).toThrow(
    'has no hole `z9`',
  );
  expect(() => ask({ ask: 'settle', problem: { ...problem, start: [] }, allowed })).toThrow(
    'the start has no pegs',
  );
  expect(() =>
    ask({ ask: 'drawing', what: { atlas: { board: triangle.facts.file, findings: [] } } }),
  ).toThrow('0 findings for 17 problems');
  expect(() => ask({ ask: 'nonsense' } as never)).toThrow('unknown variant');
});

test('pictures are drawn as SVG and as text', () => {
  const { facts } = triangle;
  const findings = facts.problems.map(() => 'open' as const);
  const map = ask({ ask: 'drawing', what: { atlas: { board: facts.file, findings } } });
  expect(map).toContain('data-vacancy="a1" data-finish="a1"');
  expect(ask({ ask: 'drawing', what: { board: facts.file } })).toContain('data-hole="c5"');
  expect(ask({ ask: 'text', what: { position: { board: facts.file, pegs: ['a1'] } } })).toMatch(/^ +\*\n/);
  const moves = {
    board: facts.file,
    start: facts.labels.filter((label) => label !== 'a1'),
    moves: ['a3-a1'],
  };
  expect(ask({ ask: 'text', what: { moves } })).toContain('a3-a1');
});

test('pictures take the themes of the library and labels on pegs', () => {
  const { file } = triangle.facts;
  const what = { position: { board: file, pegs: ['a1'] } };
  const looks = PICTURE_THEMES.map((theme) => ask({ ask: 'drawing', what, look: { ...LOOK, theme } }));
  expect(looks[0]).toBe(ask({ ask: 'drawing', what }));
  expect(new Set(looks).size).toBe(PICTURE_THEMES.length);
  const plain = looks[0]!.match(/<text/g) ?? [];
  const named = ask({ ask: 'drawing', what, look: { ...LOOK, labels: true } }).match(/<text/g) ?? [];
  expect(named.length - plain.length).toBe(15);
  const look = { theme: 'blue', labels: false } as never;
  expect(() => ask({ ask: 'drawing', what, look })).toThrow('`blue` is not a theme; the themes are light,');
});

test('pictures take a peg color, a border and a width', () => {
  const { file } = triangle.facts;
  const what = { position: { board: file, pegs: ['a1'] } };
  const drawn = (look: Partial<Look>) => ask({ ask: 'drawing', what, look: { ...LOOK, ...look } });
  expect(drawn({})).toBe(ask({ ask: 'drawing', what }));
  expect(drawn({ pegs: '#ffcc00' })).toContain('fill="#ffcc00"');
  expect(() => drawn({ pegs: 'yellow' })).toThrow('`yellow` is not a color');
  const names = [...drawn({ coordinates: true }).matchAll(/>(\w)<\/text>/g)].map(([, name]) => name);
  expect(names.sort().join('')).toBe('12345abcde');
  expect(drawn({ width: 333 })).toMatch(/^<svg[^>]* width="333"/);
  const numbered = library('cracker-barrel').facts.file;
  const border = { ...LOOK, coordinates: true };
  expect(() => ask({ ask: 'drawing', what: { board: numbered }, look: border })).toThrow('label');
});

test('an animation has a picture for each position', () => {
  const game = new Game(usualProblem(triangle));
  game.play(jumpBetween(triangle.facts, hole(triangle.facts, 'a3'), hole(triangle.facts, 'a1')));
  const frames = ask({ ask: 'frames', moves: movesData(game), look: { ...LOOK, width: 200 } });
  const widths = frames.map((svg) => /^<svg[^>]* width="(\d+)"/.exec(svg)?.[1]);
  expect(widths).toEqual(['200', '200']);
  const resting = frames.map((svg) => svg.match(/class="peg"/g)?.length);
  expect(resting).toEqual([12, 13]); // of 14 pegs, one jumps and one is removed
});

test('a playable page has the moves and the chosen colors', () => {
  const { facts } = triangle;
  const game = new Game(usualProblem(triangle));
  for (const [from, to] of [
    ['a3', 'a1'],
    ['c3', 'a3'],
  ] as const)
    game.play(jumpBetween(facts, hole(facts, from), hole(facts, to)));
  game.undo(); // undone jumps are part of the line
  const page = (theme: PictureTheme) =>
    ask({ ask: 'playablePage', moves: movesData(game), look: { ...LOOK, theme } });
  expect(page('light')).toContain('const moves = [["a3-a1", 1], ["c3-a3", 2]];');
  expect(page('dark')).not.toBe(page('light'));
});

test('diagnostics count in UTF-16, as a text area does', () => {
  const text = 'Board(name: "🙂", lattice: Round, holes: Picture(["ooo"]))';
  const read = ask({ ask: 'board', source: { ron: { text, name: 'x.ron' } } });
  if (!('diagnostics' in read)) throw new Error('it was read');
  const { start, end } = read.diagnostics[0]!;
  expect(text.slice(start!, end!)).toBe('Round');
});

test.each(['ooo\n?x!\nooo', 'Board(', 'Board(name: "a", lattice: Square)', 'ab\ncd\nef', '1 2\n3', ''])(
  'an error about the board %j names no option of the command line',
  (text) => {
    const source = text.startsWith('Board')
      ? { ron: { text, name: 'board.ron' } }
      : { picture: { text, name: 'board.txt', lattice: 'Square' as const } };
    expect(JSON.stringify(ask({ ask: 'board', source }))).not.toMatch(/--[a-z]/);
  },
);
