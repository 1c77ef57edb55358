import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site, type Player } from './support.ts';

/** Boards whose usual problems take moments in both programs. */
const BOARDS = [
  'english',
  'french',
  'wiegleb',
  'square4',
  'square5',
  'square6',
  'square7',
  'rectangle5x6',
  'rectangle6x7',
  'diamond13',
  'diamond25',
  'triangle3',
  'triangle4',
  'triangle5',
  'triangle6',
  'triangle7',
  'triangle8',
  'cracker-barrel',
  'hexagon3',
  'hexagon4',
  'hexagon5',
  'rhombus4',
  'rhombus5',
  'parallelogram4x6',
  'cross-3-2-2-2',
  'asymmetric-cross',
  'arrow',
  'flag',
  'star13',
  'kite',
  'boomerang',
  'trapezoid',
];

const root = new URL('../../../', import.meta.url).pathname;
let site: Site;
let player: Player;
let program: string;

beforeAll(async () => {
  execFileSync('cargo', ['build', '--release', '--locked', '--quiet'], { cwd: root, stdio: 'inherit' });
  const options = ['metadata', '--locked', '--no-deps', '--format-version', '1'];
  const metadata = execFileSync('cargo', options, { cwd: root, encoding: 'utf8' });
  const { target_directory } = JSON.parse(metadata) as { target_directory: string };
  program = `${target_directory}/release/pegboard`;
  site = await Site.open();
  player = await site.page();
}, 900_000);
afterAll(() => site.close());

interface Native {
  answer: 'solvable' | 'unsolvable' | 'undecided';
  jumps: number | null;
}

function native(board: string, problem: string[]): Native {
  const { stdout } = spawnSync(program, ['solve', board, '--json', '--time', '60s', ...problem], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Native;
}

test('there are at least thirty boards', () => expect(BOARDS.length).toBeGreaterThanOrEqual(30));

test.each(BOARDS)('on board %s the page and the command line give the same answers', async (board) => {
  await player.openBoard(board);
  await player.show('Problems');
  const view = player.page.locator('section.problems');
  const vacancy = /^Vacate (\w+)/.exec(await view.locator('.answer h3').innerText())![1]!;
  const finishes = view.locator('.chips .chip');
  await expect.poll(() => view.locator('.chip .waiting').count()).toBe(0);
  const goals: [string[], () => Promise<unknown>][] = [
    [['--finish', 'any'], () => view.getByRole('combobox', { name: 'Goal' }).selectOption('anyHole')],
  ];
  for (let index = 0; index < Math.min(3, await finishes.count()); index++) {
    const label = (await finishes.nth(index).innerText()).trim();
    goals.push([['--finish', label], () => finishes.nth(index).click()]);
  }
  for (const [finish, choose] of goals) {
    await choose();
    const verdict = () => view.locator('.verdict').innerText();
    await expect.poll(verdict).toMatch(/^(Solvable|Impossible)/);
    const { answer, jumps } = native(board, ['--vacate', vacancy, ...finish]);
    const said = await verdict();
    expect([finish[1], said.startsWith('Solvable') ? 'solvable' : 'unsolvable']).toEqual([finish[1], answer]);
    if (answer === 'solvable') expect(Number(/(\d+) jump/.exec(said)![1])).toBe(jumps);
  }
  expect(player.errors).toEqual([]);
});
