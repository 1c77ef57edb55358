import { beforeEach, expect, test } from 'vitest';
import { openStage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
  await stage.player.show('Problems');
});

const view = () => stage.view('problems');
const verdict = () => stage.player.text('.verdict');
const mode = (name: string) => stage.player.choose(name);

test('a vacancy and a finish are chosen by clicks, and the allowed finishes light up and settle', async () => {
  await stage.player.hole('d4').click();
  await expect.poll(() => view().locator('.landing').count()).toBe(5);
  await expect.poll(() => stage.player.text('[role=status]')).toContain('5 of 5 decided');
  await stage.player.hole('d1').click();
  await expect.poll(verdict).toMatch(/^Solvable\. The solution found has 31 jumps/);
  await expect.poll(() => stage.player.name('a4')).toContain('Finish in a4: solvable');
  await view().getByRole('button', { name: 'Play it' }).click();
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate d4, finish in d1');
});

test('an impossible finish shows the reason: the class', async () => {
  await stage.player.hole('d4').click();
  await stage.player.hole('c4').click();
  await expect.poll(verdict).toMatch(/^Impossible: the position classes differ/);
  await expect.poll(() => view().locator('.marked').count()).toBeGreaterThan(0);
});

test('an impossible finish shows the reason: the pagoda weights, drawn on the board, with both sums', async () => {
  await stage.player.openBoard('diamond25');
  await stage.player.show('Problems');
  const labels = await view()
    .locator('.board [role=button]')
    .evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')!.split(',')[0]!));
  let found = '';
  for (const label of labels) {
    await mode('Empty hole');
    await stage.player.hole(label).click();
    const chips = view().locator('.chips .chip');
    if ((await chips.count()) === 0) continue;
    await chips.first().click();
    await expect.poll(verdict).not.toBe('Searching…');
    found = await verdict();
    if (/weights/.test(found)) break;
  }
  expect(found).toMatch(/^Impossible by the weights.*\d at the start/);
  const shown = await view().locator('.weighted .hole-label').allTextContents();
  expect(shown.length).toBe(25);
  const pegs = await view()
    .locator('.board [role=button]')
    .evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')!.includes(', peg')));
  const sum = shown.reduce((all, weight, hole) => all + (pegs[hole] ? Number(weight) : 0), 0);
  expect(found).toMatch(new RegExp(` ${sum} at the start .* -?\\d+ at the finish`));
  await view().getByLabel('Show the weights').uncheck();
  await expect.poll(() => view().locator('.weighted').count()).toBe(0);
});

test('an impossible finish shows the reason: exhaustion', async () => {
  await stage.player.openBoard('triangle5');
  await stage.player.show('Problems');
  await mode('Empty hole');
  await stage.player.hole('b3').click();
  await view().locator('.chip', { hasText: 'b3' }).click();
  await expect.poll(verdict).toMatch(/^Impossible: an exhaustive search of [\d,]+ positions found no line/);
});

/** Shows the problems of a board that no atlas answers. */
async function unanswered(board: string): Promise<void> {
  await stage.player.withoutAtlas();
  await stage.player.openBoard(board);
  await stage.player.show('Problems');
}

const e1ToE1 = async () => {
  await mode('Empty hole');
  await stage.player.hole('e1').click();
  await stage.player.hole('e1').click();
};

test('what the shipped atlas knows is known at once, with its certificate and the fewest moves', async () => {
  await stage.player.openBoard('wiegleb');
  await stage.player.show('Problems');
  await e1ToE1();
  await expect.poll(verdict).toBe('Impossible: the atlas of pegboard has a proof.');
  await expect.poll(() => stage.player.text('[role=status]')).toContain('5 of 5 decided');
  const { name, content } = await stage.download(() => stage.press('problems', 'Download certificate'));
  expect(name).toBe('wiegleb-e1-e1.ron');
  expect(content.toString()).toMatch(
    /Certificate\([^]*name: "Wiegleb"[^]*goal: PegIn\("e1"\),\s*answer: Unsolvable/,
  );

  await stage.player.openBoard('english');
  await stage.player.show('Problems');
  await expect.poll(() => view().innerText()).toContain('Solved in 18 moves. No solution has fewer.');
  await expect.poll(verdict).toMatch(/^Solvable\. The solution found has 31 jumps in 18 moves/);
  await stage.press('problems', 'Watch this solution');
  await stage.player.playback();
  await expect.poll(() => stage.player.text('.banner')).toContain('Solution: 18 moves');
});

test('the atlas is fetched for the problems of its board, and not before', async () => {
  const fetched: string[] = [];
  const { player } = stage;
  player.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await player.show('Play');
  await player.page.reload();
  await player.ready();
  await player.openBoard('wiegleb');
  await player.page.waitForSelector('section.play .outlook');
  const ofAtlas = () => fetched.filter((path) => path.includes('/atlas/'));
  expect(ofAtlas()).toEqual([]);
  await player.show('Problems');
  await expect.poll(ofAtlas).toEqual([expect.stringMatching(/\/atlas\/wiegleb\.txt$/)]);
});

test('an undecided problem is not counted as decided', async () => {
  await unanswered('wiegleb');
  await e1ToE1();
  await expect.poll(verdict).toMatch(/^Undecided after/);
  await expect.poll(() => view().locator('.chip [class~=unknown]').count()).toBe(1);
  await expect.poll(() => stage.player.text('[role=status]')).toContain('4 of 5 decided');
});

test('any position is set up by painting pegs, and its goals are settled', async () => {
  await mode('Paint pegs');
  await view().getByRole('button', { name: 'No pegs' }).click();
  await expect.poll(() => stage.player.text('[role=status]')).toBe('Put at least two pegs on the board.');
  await stage.player.stroke('d2', 'd3');
  await expect.poll(() => stage.player.name('d3')).toBe('d3, peg');
  await view().getByRole('combobox', { name: 'Goal' }).selectOption('anyHole');
  await expect.poll(verdict).toMatch(/^Solvable\. The solution found has 1 jump in 1 move/);
  await view().getByRole('combobox', { name: 'Goal' }).selectOption('fewest');
  await expect.poll(verdict).toMatch(/^Solvable/);
  await stage.player.hole('g4').focus();
  await stage.page.keyboard.press('Enter');
  await expect.poll(() => stage.player.name('g4')).toBe('g4, peg');
  await view().getByRole('button', { name: 'Play it' }).click();
  await expect
    .poll(() => stage.player.text('.question'))
    .toBe('From a set-up position, as few pegs as possible');
  await expect.poll(() => stage.player.text('.status strong')).toBe('3 pegs');
});

test('a solution is played back to its end', async () => {
  await stage.player.hole('d4').click();
  await stage.player.hole('d4').click();
  await view().getByRole('button', { name: 'Watch a solution' }).click();
  await stage.player.playback();
  await stage.page.getByLabel('Speed').fill('6');
  await expect.poll(() => stage.player.text('.status')).toContain('The goal is reached.');
});

test('all 21 problems of the English board are settled, and a cell of the matrix starts a game', async () => {
  await stage.player.unfold('Every problem');
  await expect.poll(() => view().locator('.matrix [data-finding=solvable]').count()).toBe(21);
  await view()
    .getByRole('button', { name: /^Vacate c1, finish in f4: solvable/ })
    .click();
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate c1, finish in f4');
});

test('the fewest moves of a problem are found on request, and the solution is played back', async () => {
  await unanswered('triangle5');
  await mode('Empty hole');
  await stage.player.hole('c5').click();
  await stage.player.hole('c5').click();
  await stage.press('problems', 'Fewest moves');
  await expect.poll(() => view().innerText()).toContain('Solved in 9 moves. No solution has fewer.');
  await stage.press('problems', 'Watch this solution');
  await stage.player.playback();
  await expect.poll(() => stage.player.text('.banner')).toContain('Solution: 9 moves');
});

test('a stopped search for fewest moves shows its result so far', async () => {
  await unanswered('wiegleb');
  await stage.press('problems', 'Fewest moves');
  await view().getByText('Searching for the fewest moves').waitFor();
  await stage.press('problems', 'Stop');
  await expect.poll(() => view().getByText('Searching for the fewest moves').count()).toBe(0);
  await stage.press('problems', 'Fewest moves');
  await expect
    .poll(() => view().innerText())
    .toMatch(/Solved in \d+ moves. At least \d+ are needed|No solution was found/);
  const longer = view().getByRole('button', { name: 'Search longer' });
  await expect.poll(() => longer.count()).toBe(1);

  // A longer search has no time limit.
  await longer.click();
  await view()
    .getByText(/^\d+ s, [1-9][\d,]* positions/)
    .waitFor();
  await stage.press('problems', 'Stop');
  await expect.poll(() => longer.count()).toBe(1);
});

test('problems are settled during a search for fewest moves', async () => {
  await unanswered('french');
  await stage.press('problems', 'Fewest moves');
  const searching = view().getByText('Searching for the fewest moves');
  await searching.waitFor();
  await stage.player.unfold('Every problem');
  await view().locator('.matrix [data-finding=solvable]').nth(3).waitFor();
  await expect.poll(() => searching.count()).toBe(1);
});

test('a classic problem is played from the board’s list, and its link opens it with its name', async () => {
  await stage.player.unfold(/^Classic problems/);
  const cross = view().getByRole('button', { name: /^Cross/ });
  await expect.poll(() => cross.innerText()).toContain('Traditional');
  await expect.poll(() => cross.innerText()).toContain('finish in d4');
  await expect.poll(() => cross.locator('.thumb-peg').count()).toBe(6);
  await cross.click();
  await expect.poll(() => stage.player.text('.problem-name')).toBe('Cross');
  await expect.poll(() => stage.player.text('.status strong')).toBe('6 pegs');
  await expect.poll(() => stage.player.text('.question')).toBe('From a set-up position, finish in d4');
  await stage.player.copyLink();
  const link = await stage.player.clipboard();
  const other = await stage.visitor(link);
  await other.page.locator('.problem-name', { hasText: 'Cross' }).waitFor();
  await expect.poll(() => other.text('.status strong')).toBe('6 pegs');
  await other.close();
});

test('the classic problems are listed by board', async () => {
  await stage.player.show('Boards');
  await stage.player.unfold(/^Triangle 5: \d+ problems/);
  await stage.press('boards', 'Home again');
  await expect.poll(() => stage.player.text('h2')).toBe('Triangle 5');
  await expect.poll(() => stage.player.text('.problem-name')).toBe('Home again');
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate a1, finish in a1');
});

test('a puzzle is generated and played; the same number gives the same puzzle', async () => {
  const make = async (number: string) => {
    const before = stage.page.url();
    await stage.player.show('Problems');
    const numberField = view().getByLabel('Number');
    if (!(await numberField.isVisible())) await stage.player.unfold('Puzzle');
    await view().getByLabel('Difficulty').selectOption('easy');
    await numberField.fill(number);
    await stage.press('problems', 'Make a puzzle');
    await stage.page.locator('section.play:not([hidden])').waitFor();
    await expect
      .poll(() => stage.page.locator('.toasts p').last().innerText())
      .toMatch(/^Easy: \d+ jumps\. Chance/);
    await expect.poll(() => stage.page.url()).not.toBe(before);
    return stage.page.url();
  };
  const first = await make('7');
  await stage.player.outlook();
  const second = await make('8');
  expect(second).not.toBe(first);
  expect(await make('7')).toBe(first);
  await stage.player.openBoard('triangle3');
  await stage.player.show('Problems');
  await view().getByLabel('Difficulty').selectOption('expert');
  await stage.press('problems', 'Make a puzzle');
  await view().getByText('is a puzzle of this kind').waitFor();
});
