import { beforeEach, expect, test } from 'vitest';
import { openStage, PHONE, printedPage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
  await stage.player.show('Draw');
});

const view = () => stage.view('draw');
const option = (name: string) => stage.player.choose(name);
const fact = (name: string) =>
  view().locator('.facts div', { hasText: name }).first().locator('dd').innerText();
const press = (name: string | RegExp) => stage.press('draw', name, typeof name === 'string');

const stroke = (...labels: string[]) => stage.player.stroke(...labels);

async function importBoard(text: string): Promise<void> {
  await stage.player.unfold('Import');
  await view().getByLabel('Board file, text picture or graph').fill(text);
  await press('Import board');
}

const HEART = '.oo.oo.\nooooooo\nooooooo\n.ooooo.\n..ooo..\n...o...';

test('a name holds while it is typed', async () => {
  await view().getByLabel('Name').fill('Bar'); // keeps the focus: a render must not restore the old name
  const kept = () => stage.page.evaluate(() => localStorage.getItem('pegboard.canvas'));
  await expect.poll(kept).toContain('"name":"Bar"');
});

test('a heart is drawn in six strokes, its solvable notch is solved with a hint, and the game is shared', async () => {
  await option('Mirror');
  await stroke('d2', 'e2');
  await stroke('c3', 'f3');
  await stroke('c4', 'f4');
  await stroke('d5', 'f5');
  await stroke('e6', 'f6');
  await stage.player.hole('f7').click();
  await expect.poll(() => fact('Holes')).toBe('27');
  await expect.poll(() => fact('Symmetry')).toBe('D1');
  await expect.poll(() => fact('Null-class')).toMatch(/^no/);
  await expect.poll(() => fact('Jumps')).toBe('54');
  await expect.poll(() => fact('Position classes')).toBe('16');
  await expect.poll(() => fact('Allowed problems')).toMatch(/^10 /);
  await expect.poll(() => view().locator('.pairs .chip').count()).toBe(10);
  const pair = view().getByRole('button', { name: 'Vacate d2, finish in d4: solvable' }).first();
  await pair.waitFor();
  await pair.click(); // 1
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate d2, finish in d4');
  await stage.player.outlook();
  await stage.page.locator('section.play').getByRole('button', { name: 'Hint', exact: true }).click(); // 2
  await expect.poll(() => stage.player.text('.banner')).toContain('keeps the win');
  await stage.page.locator('section.play').getByRole('button', { name: 'Solution', exact: true }).click(); // 3
  await stage.player.playback();
  await stage.page.locator('section.play').getByRole('button', { name: 'Back to my game' }).click();
  await stage.player.copyLink(); // 4
  const link = await stage.player.clipboard();
  const other = await stage.visitor(link, PHONE);
  await expect.poll(() => other.text('.question')).toBe('Vacate d2, finish in d4');
  await other.close();
});

test('painting from a hole erases, and is undone', async () => {
  await stroke('b2', 'g2');
  await expect.poll(() => fact('Holes')).toBe('6');
  await stroke('c2', 'd2');
  await expect.poll(() => fact('Holes')).toBe('4');
  await press('Undo');
  await press('Undo');
  await expect.poll(() => view().locator('.painted').count()).toBe(0);
  await press('Redo');
  await expect.poll(() => view().locator('.painted').count()).toBe(6);
  await press('Clear');
  await expect.poll(() => view().locator('.painted').count()).toBe(0);
});

test('undo restores the size of the grid, its lattice and the jump directions', async () => {
  const cells = () => view().locator('.board [role=button]').count();
  const chosen = () => view().locator('input[type=radio]:checked + span').allInnerTexts();
  await stroke('b2', 'd2');
  await press('Larger grid');
  expect(await stage.page.evaluate(() => document.activeElement?.textContent)).toBe('+');
  await option('Both');
  await option('Triangular');
  expect([await cells(), await chosen()]).toEqual([144, ['Triangular', 'One']]);
  await press('Undo');
  expect([await cells(), await chosen()]).toEqual([144, ['Square', 'Both', 'One']]);
  await press('Undo');
  expect([await cells(), await chosen()]).toEqual([144, ['Square', 'Straight', 'One']]);
  await press('Undo');
  expect([await cells(), await chosen()]).toEqual([121, ['Square', 'Straight', 'One']]);
  await expect.poll(() => view().locator('.painted').count()).toBe(3);
  for (let step = 0; step < 3; step++) await press('Redo');
  expect([await cells(), await chosen()]).toEqual([144, ['Triangular', 'One']]);
});

test('holes are painted by keyboard', async () => {
  await stage.player.hole('b2').focus();
  await stage.page.keyboard.press('Enter');
  await stage.page.keyboard.press('ArrowRight');
  await stage.page.keyboard.press(' ');
  await expect.poll(() => stage.player.name('b2')).toBe('b2, hole, a1 of the board');
  await expect.poll(() => stage.player.name('c2')).toBe('c2, hole, b1 of the board');
  await expect.poll(() => view().locator('.painted .hole-label').allTextContents()).toEqual(['a1', 'b1']);
});

test('holes are painted by touch', async () => {
  await stage.enter(PHONE);
  await stage.player.show('Draw');
  await stage.player.swipe('a2', 'e2');
  await expect.poll(() => view().locator('.painted').count()).toBe(5);
});

test('two mirrors, rotation and the triangular grid', async () => {
  await option('Two mirrors');
  await stage.player.hole('b2').click();
  await expect.poll(() => view().locator('.painted').count()).toBe(4);
  await press('Clear');
  await option('Rotation');
  await stage.player.hole('b3').click();
  await expect.poll(() => view().locator('.painted').count()).toBe(4);
  await press('Clear');
  await option('Triangular');
  await view()
    .locator('.board [role=button]')
    .nth(5 * 11 + 7)
    .click();
  await expect.poll(() => view().locator('.painted').count()).toBe(6);
  await expect.poll(() => fact('Symmetry')).toBe('D6');
});

test('pegs can jump along diagonals, and a link keeps the directions', async () => {
  await stroke('b2', 'd2');
  await stroke('b3', 'd3');
  await stroke('b4', 'd4');
  await expect.poll(() => fact('Jumps')).toBe('12');
  await option('Both');
  await expect.poll(() => fact('Jumps')).toBe('16');
  await option('Diagonal');
  await expect.poll(() => fact('Jumps')).toBe('4');
  await press('Play this board');
  const name = await stage.player.text('h2');
  await stage.player.copyLink();
  const other = await stage.visitor(await stage.player.clipboard());
  await expect.poll(() => other.text('h2')).toBe(name);
  await other.show('Problems');
  await other.page.locator('section.problems label', { hasText: /^Empty hole$/ }).click();
  await other.hole('c3').click();
  await other.page.locator('section.problems').getByRole('button', { name: 'Play it' }).click();
  await expect.poll(() => other.name('a1')).toBe('a1, peg, can jump to c3');
  await other.close();
});

test('warnings appear while the board is drawn', async () => {
  await stroke('a1', 'c1');
  await stroke('a5', 'c5');
  await stage.player.hole('g9').click();
  await expect.poll(() => view().locator('.warning').allInnerTexts()).toHaveLength(2);
  const warnings = (await view().locator('.warning').allInnerTexts()).join(' ');
  expect(warnings).toContain('no jump touches');
  expect(warnings).toContain('3 parts');
  await press('Larger grid');
  await importBoard(Array.from({ length: 12 }, () => 'o'.repeat(12)).join('\n'));
  await expect.poll(() => view().locator('.remarks').innerText()).toContain('144 holes');
});

test('more than 128 holes are rejected while they are painted', async () => {
  await importBoard(Array.from({ length: 11 }, (_, row) => 'o'.repeat(row < 7 ? 12 : 11)).join('\n'));
  await expect.poll(() => fact('Holes')).toBe('128');
  await stage.player.unfold('Import');
  const free = view().locator('.board [role=button]:not(.painted)').first();
  await free.focus();
  await stage.page.keyboard.press('Enter');
  await view().getByText('129 holes are too many: a board has at most 128.').waitFor();
  await press('Undo');
  await expect.poll(() => fact('Holes')).toBe('128');
});

test('every problem is settled in the background, as a matrix and as a map whose circles start a game', async () => {
  await importBoard(HEART);
  await expect.poll(() => view().locator('.atlas').innerText()).toContain('6 of 6 decided');
  await expect.poll(() => view().locator('.matrix button.cell').count()).toBe(10);
  await stage.player.unfold('Map');
  const circle = view().locator('.map [data-vacancy=d2][data-finish=d4]');
  await circle.waitFor();
  await expect.poll(() => circle.getAttribute('fill')).toBe('#2e8b57');
  await circle.dispatchEvent('click');
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate d2, finish in d4');
});

test('a picture with pegs is imported as a position', async () => {
  await importBoard('  ***\n  ***\n*******\n***o***\n*******\n  ***\n  ***');
  await expect.poll(() => fact('Holes')).toBe('33');
  await press('Play this board');
  await expect.poll(() => stage.player.text('.question')).toBe('Vacate d4, one peg anywhere');
});

test('a board file is imported, with the engine’s diagnostics at their positions', async () => {
  await importBoard('Board(\n    name: "Plus",\n    lattice: Round,\n    holes: Picture(["ooo"]),\n)');
  const remark = await view().locator('.remarks').innerText();
  expect(remark).toContain('line 3, column 14');
  expect(remark).toContain('`Round` is not a lattice');
  expect(remark).toContain('write `Square`, `Triangular`, `Graph([…])`');
  const selected = await view()
    .getByLabel('Board file, text picture or graph')
    .evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(selected).toBe('Round');
  await view()
    .getByLabel('Board file, text picture or graph')
    .fill('Board(name: "Row", lattice: Square, labels: Numbers, holes: Picture(["ooooo"]))');
  await press('Import board');
  await expect.poll(() => fact('Holes')).toBe('5');
  await press('Play this board');
  await expect
    .poll(() => stage.page.locator('section.play .hole-label').allTextContents())
    .toEqual(['1', '2', '3', '4', '5']);
});

test('a file dropped on the page is imported', async () => {
  await stage.page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'heart.txt', { type: 'text/plain' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, HEART);
  await expect.poll(() => fact('Holes')).toBe('27');
  await expect.poll(() => view().getByLabel('Name').inputValue()).toBe('heart');
});

test('the same file can be opened twice', async () => {
  await stage.player.unfold('Import');
  const input = view().locator('input[type=file]');
  const file = { name: 'heart.txt', mimeType: 'text/plain', buffer: Buffer.from(HEART) };
  await input.setInputFiles(file);
  await expect.poll(() => fact('Holes')).toBe('27');
  expect(await input.evaluate((field: HTMLInputElement) => field.value)).toBe('');
});

test('screen readers hear one line about a changed drawing', async () => {
  const status = view().locator('.panel [role=status]').first();
  await expect.poll(() => status.textContent()).toBe('Paint some holes: press and drag.');
  await stroke('b2', 'd2');
  await expect.poll(() => status.textContent()).toBe('3 holes, 2 jumps');
  expect(await view().locator('[aria-live]').count()).toBe(0);
});

test('dropped and pasted board files are imported without a button', async () => {
  await stage.page.evaluate(() => {
    const data = new DataTransfer();
    const text = 'Board(name: "Wrong", lattice: Round, holes: Picture(["ooo"]))';
    data.items.add(new File([text], 'wrong.ron'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await view().locator('.remarks', { hasText: 'line 1, column 31' }).waitFor();
  const area = view().getByLabel('Board file, text picture or graph');
  const paste = async (text: string) => {
    await stage.page.evaluate((content) => navigator.clipboard.writeText(content), text);
    await area.fill('');
    await area.focus();
    await stage.page.keyboard.press('Control+V');
  };
  await paste('Board(name: "Right", lattice: Square, holes: Picture(["ooooo", "ooooo"]))');
  await expect.poll(() => fact('Holes')).toBe('10');
  await expect.poll(() => view().getByLabel('Name').inputValue()).toBe('Right');
  await expect.poll(() => view().locator('.remarks').count()).toBe(0);
  await paste('ooo\nooo\nooo');
  await expect.poll(() => fact('Holes')).toBe('9');
});

test('a board is exported as RON, text, SVG and PNG, and printed', async () => {
  await importBoard(HEART);
  await expect.poll(() => fact('Holes')).toBe('27');
  await stage.player.unfold('Export');
  await press('Copy RON');
  await expect.poll(() => stage.player.clipboard()).toContain('Picture([');
  await press('Copy picture');
  expect((await stage.player.clipboard()).trim()).toBe(HEART);
  const saved = async (format: string) => {
    await view().getByLabel('Format').selectOption(format);
    return stage.download(() => press('Download'));
  };
  expect((await saved('Board file (RON)')).content.toString()).toContain('lattice: Square');
  const svg = await saved('SVG');
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.content.toString()).toContain('data-hole="d4"');
  const png = await saved('PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  await view().getByLabel('Format').selectOption('Print');
  const printed = await printedPage(stage.page, () => press('Print'));
  expect(printed.title).toBe('my-board');
  expect(printed.pages).toBe(1);
});

test('a drawn board is saved by name, played, and edited', async () => {
  await importBoard(HEART);
  await expect.poll(() => fact('Holes')).toBe('27');
  await press('Save board');
  await stage.page.getByLabel('Name', { exact: true }).last().fill('My heart');
  await stage.page.locator('dialog').getByRole('button', { name: 'Save board' }).click();
  await stage.page.locator('.toasts p', { hasText: 'My heart' }).waitFor();
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => fact('Holes')).toBe('27');
  await expect.poll(() => view().getByLabel('Name').inputValue()).toBe('My heart');
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Open My heart' }).click();
  await expect.poll(() => stage.player.text('h2')).toBe('My heart');
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Delete My heart' }).click();
  await expect.poll(() => stage.page.getByRole('button', { name: 'Open My heart' }).count()).toBe(0);
});

/** Clicks a place on the canvas of a graph, in columns and rows. */
async function clickFree(column: number, row: number): Promise<void> {
  const box = (await view().locator('.board').boundingBox())!;
  const [left, top, width] = (await view().locator('.board').getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / width!;
  const position = { x: ((column + 0.5) * 48 - left!) * scale, y: ((row + 0.5) * 48 - top!) * scale };
  if (stage.page.viewportSize()!.width < 400) await view().locator('.board').tap({ position });
  else await view().locator('.board').click({ position });
}

const names = () =>
  view()
    .locator('.board [role=button]')
    .evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')));
const connect = async (...edges: string[]) => {
  for (const [one, other] of edges) {
    await stage.player.hole(one!).click();
    await stage.player.hole(other!).click();
  }
};

test('a cycle of four is drawn by clicks, its facts appear, and it is played and shared', async () => {
  await option('Graph');
  await view().getByText('Add some vertices: click a free place.').waitFor();
  for (const [column, row] of [
    [2, 2],
    [5, 2],
    [5, 5],
    [2, 5],
  ] as const)
    await clickFree(column, row);
  await connect('ab', 'bc', 'cd', 'da');
  await expect.poll(names).toEqual(['a, 2 edges', 'b, 2 edges', 'c, 2 edges', 'd, 2 edges']);
  await expect.poll(() => fact('Holes')).toBe('4');
  await expect.poll(() => fact('Jumps')).toBe('8');
  await expect.poll(() => fact('Symmetry')).toBe('8 automorphisms');
  await view().getByRole('button', { name: 'Vacate a, finish in b: solvable' }).first().waitFor();
  await press('Play this board');
  await expect.poll(() => stage.player.name('a')).toBe('a, empty');
  expect(await stage.page.locator('section.play .edge').count()).toBe(4);
  await stage.player.jumps('c-a');
  await stage.player.press('Over b');
  await expect.poll(() => stage.player.name('b')).toBe('b, empty');
  await stage.player.copyLink();
  const other = await stage.visitor(await stage.player.clipboard());
  await expect.poll(() => other.name('a')).toBe('a, peg, can jump to c');
  await other.close();
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(names).toEqual(['a, 2 edges', 'b, 2 edges', 'c, 2 edges', 'd, 2 edges']);
});

test('vertices are dragged, connected by dragging, disconnected and removed, and all is undone', async () => {
  await option('Graph');
  await clickFree(2, 2);
  await clickFree(6, 2);
  await stroke('a', 'b');
  await expect.poll(names).toEqual(['a, 1 edge', 'b, 1 edge']);
  const before = await stage.player.center('b');
  await stage.page.mouse.move(before.x, before.y);
  await stage.page.mouse.down();
  await stage.page.mouse.move(before.x, before.y + 150, { steps: 5 });
  await stage.page.mouse.up();
  await expect.poll(async () => (await stage.player.center('b')).y - before.y).toBeGreaterThan(120);
  expect(await names()).toEqual(['a, 1 edge', 'b, 1 edge']);
  await connect('ba');
  expect(await names()).toEqual(['a, 0 edges', 'b, 0 edges']);
  await press('Remove vertex');
  await stage.page.locator('.toasts p', { hasText: 'Click the vertex to remove' }).waitFor();
  await stage.player.hole('a').click();
  expect(await names()).toEqual(['a, 0 edges, selected', 'b, 0 edges']);
  await press('Remove vertex');
  expect(await names()).toEqual(['b, 0 edges']);
  await press('Clear');
  expect(await names()).toEqual([]);
  for (let step = 0; step < 3; step++) await press('Undo');
  expect(await names()).toEqual(['a, 1 edge', 'b, 1 edge']);
  await press('Undo');
  expect(Math.abs((await stage.player.center('b')).y - before.y)).toBeLessThan(1);
  await press('Redo');
  await press('Redo');
  expect(await names()).toEqual(['a, 0 edges', 'b, 0 edges']);
});

test('a graph is drawn by keyboard', async () => {
  const { keyboard } = stage.page;
  await option('Graph');
  await view().getByRole('button', { name: 'Add vertex' }).focus();
  for (let vertex = 0; vertex < 3; vertex++) await keyboard.press('Enter');
  await stage.player.hole('a').focus();
  await keyboard.press('Enter');
  await expect.poll(() => stage.player.name('a')).toBe('a, 0 edges, selected');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect.poll(names).toEqual(['a, 1 edge', 'b, 1 edge', 'c, 0 edges']);
  const focused = () => stage.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await focused()).toBe('b, 1 edge');
  const before = await stage.player.center('b');
  await keyboard.press('Shift+ArrowLeft');
  expect((await stage.player.center('b')).x).toBeLessThan(before.x - 10);
  await keyboard.press(' ');
  await keyboard.press('Escape');
  expect(await names()).toEqual(['a, 1 edge', 'b, 1 edge', 'c, 0 edges']);
  await keyboard.press('Delete');
  expect(await names()).toEqual(['a, 0 edges', 'c, 0 edges']);
  expect(await focused()).toBe('a, 0 edges');
});

test('a graph is drawn by touch', async () => {
  await stage.enter(PHONE);
  await stage.player.show('Draw');
  await option('Graph');
  await clickFree(1, 1);
  await clickFree(4, 1);
  await clickFree(4, 4);
  await expect.poll(names).toEqual(['a, 0 edges', 'b, 0 edges', 'c, 0 edges']);
  await stage.player.hole('b').tap();
  await stage.player.hole('c').tap();
  await expect.poll(names).toEqual(['a, 0 edges', 'b, 1 edge', 'c, 1 edge']);
  await stage.player.swipe('a', 'b');
  await expect.poll(names).toEqual(['a, 1 edge', 'b, 2 edges', 'c, 1 edge']);
  await expect.poll(() => fact('Jumps')).toBe('2');
});

test('an imported list of edges is edited, and exported as RON', async () => {
  await importBoard('hub 1\nhub 2\nhub 3');
  await expect.poll(names).toEqual(['hub, 3 edges', '1, 1 edge', '2, 1 edge', '3, 1 edge']);
  await expect.poll(() => fact('Jumps')).toBe('6');
  await connect('12');
  await expect.poll(() => fact('Jumps')).toBe('10');
  await stage.player.unfold('Export');
  await press('Copy RON');
  const ron = await stage.player.clipboard();
  expect(ron).toContain('("1", "2")');
  await press('Copy picture');
  await stage.page.locator('.toasts p', { hasText: 'This board has no text picture.' }).waitFor();
  await option('Square');
  await expect.poll(() => view().locator('.painted').count()).toBe(0);
  await view().getByText('Paint some holes: press and drag.').waitFor();
  await view().getByLabel('Board file, text picture or graph').fill(ron);
  await press('Import board');
  await expect.poll(names).toEqual(['hub, 3 edges', '1, 2 edges', '2, 2 edges', '3, 1 edge']);
});

test('a graph with too many jumps is said to be no board', async () => {
  const edges = Array.from({ length: 17 * 17 }, (_, pair) => [Math.floor(pair / 17), pair % 17] as const);
  await importBoard(
    edges
      .filter(([one, other]) => one < other)
      .map((edge) => edge.join(' '))
      .join('\n'),
  );
  await expect.poll(() => fact('Jumps')).toBe('4080');
  await press('Add vertex');
  await expect.poll(() => fact('Holes')).toBe('18');
  await connect('a0', 'a1');
  await view().locator('.warning', { hasText: '4096' }).waitFor();
  await press('Undo');
  await press('Undo');
  await expect.poll(() => fact('Holes')).toBe('18');
});

test('a board of lines is imported into the playing view', async () => {
  await importBoard('Board(name: "Bent", lattice: Lines([["a", "b", "c"], ["c", "d", "e"]]))');
  await expect.poll(() => stage.player.text('h2')).toBe('Bent');
  expect(await stage.page.locator('section.play .edge').count()).toBe(4);
});

test('facts that arrive after the drawing was cleared are not shown', async () => {
  await stroke('b2', 'd2');
  await expect.poll(() => fact('Holes')).toBe('3');
  const hole = await stage.player.hole('b2').elementHandle();
  await view()
    .getByRole('button', { name: 'Clear' })
    .evaluate((clear: HTMLElement, hole) => {
      hole!.dispatchEvent(new MouseEvent('click', { bubbles: true })); // asks for facts
      clear.click();
    }, hole);
  await view().getByText('Paint some holes: press and drag.').waitFor();
});

test('a text dropped on the import box is imported', async () => {
  await stage.player.unfold('Import');
  const area = view().getByLabel('Board file, text picture or graph');
  const dropped = await stage.page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', text);
    return transfer;
  }, HEART);
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(() => fact('Holes')).toBe('27');
});
