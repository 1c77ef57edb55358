import { beforeEach, describe, expect, test } from 'vitest';
import { PHONE, openStage } from './support.ts';

const stage = openStage();

const pegs = async () => Number((await stage.player.text('.status strong')).split(' ')[0]);
const moves = async () => (await stage.page.locator('section.play .moves .move').allInnerTexts()).slice(1);
/** Number of animations in the document and the board. */
const animations = () =>
  stage.page.evaluate(() => {
    const boards = [...document.querySelectorAll('peg-board')].map((board) => board.shadowRoot!);
    return [document, ...boards].flatMap((root) => root.getAnimations()).length;
  });
const press = (name: string | RegExp) => stage.press('play', name);

describe('on a desktop', () => {
  beforeEach(async () => {
    await stage.enter();
  });

  test('pegs are moved by clicking, dragging and keyboard', async () => {
    await stage.player.jumps('d2-d4');
    await expect.poll(pegs).toBe(31);
    await stage.player.stroke('b3', 'd3');
    await expect.poll(pegs).toBe(30);
    await stage.player.stroke('c1', 'e5'); // illegal: the peg returns
    await expect.poll(pegs).toBe(30);
    await stage.player.hole('c3').focus();
    await stage.page.keyboard.press('ArrowUp');
    await stage.page.keyboard.press('ArrowUp');
    await stage.page.keyboard.press('Enter'); // lifts c1
    await expect.poll(() => stage.player.name('c1')).toBe('c1, peg, lifted');
    await expect.poll(() => stage.player.name('c3')).toContain('land here');
    await stage.page.keyboard.press('Escape');
    await expect.poll(() => stage.player.name('c1')).toBe('c1, peg, can jump to c3');
    await stage.page.keyboard.press('Enter');
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Enter');
    await expect.poll(moves).toEqual(['d2-d4', 'b3-d3', 'c1-c3']);
    await expect.poll(() => stage.player.focused()).toMatch(/^c3, peg/);
  });

  test('a lifted peg shows where it can land', async () => {
    await stage.player.hole('d2').click();
    await expect.poll(() => stage.page.locator('section.play .landing').count()).toBe(1);
    await expect.poll(() => stage.player.name('d4')).toBe('d4, empty, land here');
    await stage.player.hole('a3').click(); // cannot jump
    await expect.poll(() => stage.player.name('d2')).toBe('d2, peg, lifted');
    await stage.player.hole('f4').click(); // another peg is lifted instead
    await expect.poll(() => stage.player.name('f4')).toBe('f4, peg, lifted');
    await stage.player.hole('f4').click();
    await expect.poll(() => stage.page.locator('section.play .lifted').count()).toBe(0);
  });

  test('where several pegs can be jumped over, the player chooses', async () => {
    await stage.player.openBoard('cube');
    await stage.player.hole('d').click();
    await stage.player.hole('a').click();
    await expect.poll(() => stage.player.text('.banner')).toContain('Which one?');
    await press('Over c');
    await expect.poll(moves).toEqual(['d-(c)-a']);
    await expect.poll(() => stage.player.name('c')).toContain('empty');
    await expect.poll(() => stage.player.name('b')).toContain('peg');
  });

  test('jumps of one peg are one move, and it stays lifted for the next', async () => {
    await stage.player.jumps('b4-d4 e4-c4');
    for (const label of ['d2', 'd4', 'b4']) await stage.player.hole(label).click();
    await expect.poll(moves).toEqual(['b4-d4', 'e4-c4', 'd2-d4-b4']);
    await expect.poll(pegs).toBe(28);
    await stage.page.keyboard.press('u');
    await expect.poll(pegs).toBe(29); // undo takes back a jump, not the whole move
  });

  test('undo, redo, restart, the move list and the timeline reach every position of the game', async () => {
    await stage.player.jumps('d2-d4 b3-d3 c1-c3 e1-c1');
    await stage.page.keyboard.press('u');
    await stage.page.keyboard.press('u');
    await expect.poll(pegs).toBe(30);
    await stage.page.keyboard.press('r');
    await expect.poll(pegs).toBe(29);
    await press('Restart');
    await expect.poll(pegs).toBe(32);
    await press('e1-c1');
    await expect.poll(pegs).toBe(28);
    const timeline = stage.page.getByRole('slider', { name: 'Timeline' });
    await timeline.focus();
    await stage.page.keyboard.press('Home');
    await expect.poll(pegs).toBe(32);
    await stage.page.keyboard.press('ArrowRight');
    await expect.poll(() => timeline.getAttribute('aria-valuetext')).toMatch(/^1\. d2-d4: 4 of 4 jumps won/);
    const box = (await timeline.boundingBox())!;
    await stage.page.mouse.click(box.x + (3 * box.width) / 31, box.y + 20);
    await expect.poll(pegs).toBe(29);
    await press('Undo');
    await expect.poll(pegs).toBe(30);
    await press('Redo');
    await expect.poll(pegs).toBe(29);
  });

  test('every jump is marked in advance, and the alarm offers to undo a losing one', async () => {
    await stage.player.help('Every jump');
    await stage.player.outlook();
    const line = 'd2-d4 b3-d3 c1-c3 c4-c2';
    await stage.player.jumps(line);
    const losing = await stage.player.untilOneLoses();
    const before = await pegs();
    const name = (await losing.innerText()).split(/\s/)[0]!;
    await expect
      .poll(() => stage.player.name(name.split('-')[0]!))
      .toMatch(/some jump wins|every jump loses/);
    await stage.player.help('Alarm');
    await expect.poll(() => stage.page.locator('section.play .jump').count()).toBe(0);
    await stage.player.jumps(name);
    await stage.page.waitForSelector('section.play .banner[data-alarm]');
    await expect.poll(() => stage.player.text('.banner')).toContain(`${name} throws the win away.`);
    await expect.poll(() => stage.page.locator('.visually-hidden[role=alert]').textContent()).toContain(name);
    await expect.poll(() => stage.page.locator('.timeline .lost').count()).toBe(1);
    await press('Hint'); // says it only once
    expect(await stage.player.text('.banner')).not.toContain('lost the win');
    await stage.page.keyboard.press('u');
    await expect.poll(pegs).toBe(before);
    await stage.player.outlook();
    await stage.player.help('None');
    await stage.player.jumps(name);
    await expect.poll(() => stage.page.locator('section.play .banner[data-alarm]').count()).toBe(0);
    await expect.poll(() => stage.page.locator('section.play .outlook').count()).toBe(0);
    await stage.page.keyboard.press('h');
    await expect.poll(() => stage.player.text('.banner')).toContain('lost the win');
    await press('Go back to before that jump');
    await expect.poll(pegs).toBe(before);
  });

  test('a hint requested before the outlooks are known follows as soon as they are', async () => {
    await stage.player.openBoard('triangle5');
    await expect.poll(() => stage.player.text('h2')).toBe('Triangle 5');
    await stage.page.keyboard.press('h');
    await stage.page.locator('section.play .arrow.hint').waitFor();
    await stage.player.jumps('a3-a1');
    await stage.page.keyboard.press('h');
    await stage.player.jumps('a5-a3'); // the player moves on in the meantime
    await stage.page.locator('section.play .outlook:is(.winning, .losing)').waitFor();
    await expect.poll(() => stage.page.locator('section.play .arrow.hint').count()).toBe(0);
  });

  test('one hint is one jump, and hints alone solve the game', async () => {
    await stage.player.openBoard('triangle5');
    await stage.player.outlook();
    for (let jump = 0; jump < 13; jump++) {
      await stage.page.keyboard.press('h');
      const hinted = (await stage.player.text('.banner p')).split(' ')[0]!;
      await expect.poll(() => stage.page.locator('section.play .arrow.hint').count()).toBe(1);
      await stage.player.jumps(hinted);
      if (jump < 12) await stage.player.outlook();
    }
    await expect.poll(() => stage.player.text('.status')).toContain('Solved!');
  });

  test('the whole solution is played back, with pause, steps and speed, beside the game', async () => {
    await stage.player.outlook();
    await stage.player.jumps('d2-d4');
    await press('Solution');
    await stage.player.playback();
    await expect.poll(() => stage.player.text('.banner')).toMatch(/Solution: \d+ moves/);
    expect((await moves()).some((move) => move.split('-').length > 2)).toBe(true); // jumps of one peg are one move
    await press('Pause');
    const paused = await pegs();
    await press('One jump forward');
    await expect.poll(pegs).toBe(paused - 1);
    await press('One jump back');
    await stage.page.getByLabel('Speed').fill('6');
    await press('Play');
    await stage.page.waitForFunction(
      () => /^1 peg/.test(document.querySelector('.status strong')!.textContent!),
      null,
      { timeout: 20_000 },
    );
    await expect.poll(() => stage.player.text('.status')).toBe('1 peg\nThe goal is reached.');
    await press('Back to my game');
    await expect.poll(pegs).toBe(31);
    await press('Solution');
    await stage.player.playback();
    await press('Pause');
    await press('One jump forward');
    const seen = await pegs();
    await press('Continue from here');
    await expect.poll(pegs).toBe(seen);
  });

  test('the message about a solution ends with its playback', async () => {
    await stage.player.outlook();
    await press('Solution');
    await stage.player.playback();
    await stage.player.show('Problems');
    await stage.player.show('Play');
    await expect.poll(() => stage.player.text('.banner')).toMatch(/^Lift a peg/);
  });

  test('a solution plays as the inverse game, in which every jump adds a peg', async () => {
    await stage.player.openBoard('triangle5');
    await stage.player.outlook();
    await stage.player.jumps('a3-a1');
    await press('Solution');
    await stage.player.playback();
    const toggle = stage.view('play').getByRole('button', { name: 'Inverse game' });
    await toggle.focus();
    await stage.page.keyboard.press('Enter');
    await press('Pause');
    await press('Back to the start');
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(() => stage.player.text('.question'))
      .toBe('Inverse game: from a peg in a1 to every hole filled except a1');
    await expect
      .poll(() => stage.player.text('.banner'))
      .toContain('jumps over an empty hole into an empty hole');
    await expect.poll(pegs).toBe(1);
    await expect.poll(() => stage.player.text('.status')).not.toContain('Solved');
    await press('One jump forward');
    await expect.poll(pegs).toBe(2);
    await press('Copy moves');
    await expect.poll(() => stage.player.clipboard()).toMatch(/^a1\+[a-e]\d$/);
    await expect.poll(() => stage.page.getByRole('slider', { name: 'Timeline' }).isVisible()).toBe(false);
    const inverse = await moves();
    expect(inverse[0]).toMatch(/^a1\+/);
    expect(inverse.at(-1)).toMatch(/\+a3$/); // reverse of the player's first jump
    await stage.page.locator('section.play .moves .move').last().click();
    await expect.poll(pegs).toBe(14);
    await expect.poll(() => stage.player.text('.status')).toContain('Every peg is back!');
    await expect
      .poll(() => stage.view('play').getByRole('button', { name: 'Continue from here' }).isVisible())
      .toBe(false);
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
    await press('Pause');
    expect((await moves())[0]).toMatch(/^a3-a1/);
    await press('Back to my game');
    await expect.poll(pegs).toBe(13);
    await expect.poll(moves).toEqual(['a3-a1']);
  });

  test('a pressed playback button keeps the focus', async () => {
    await stage.player.outlook();
    await press('Solution');
    const pause = stage.view('play').getByRole('button', { name: 'Pause' });
    await pause.focus();
    await stage.page.keyboard.press('Enter');
    await expect.poll(() => stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Play');
  });

  test('the numbers of a position are shown, and unknown numbers are marked', async () => {
    await stage.player.openBoard('triangle5');
    await stage.player.unfold('Numbers');
    const number = (name: string) =>
      stage.page.locator('section.play .facts div', { hasText: name }).locator('dd').innerText();
    await expect.poll(() => number('Solutions left')).toBe('6,816');
    await expect.poll(() => number('Winning jumps')).toBe('2 of 2');
    await expect.poll(() => number('Random play wins')).toMatch(/%$|^1 in/);
    await expect.poll(() => number('Fewest moves to finish')).toBe('10');
    await stage.player.help('Every jump');
    await expect
      .poll(() => stage.page.locator('section.play .jump').allInnerTexts())
      .toEqual([expect.stringMatching(/wins\s*in 10 moves/), expect.stringMatching(/wins\s*in 10 moves/)]);
    await stage.player.jumps('a3-a1 a5-a3 c3-a3');
    await expect.poll(() => number('Winning jumps')).toMatch(/^\d of \d$/);
    await (await stage.player.untilOneLoses()).click();
    await expect.poll(() => number('Fewest pegs possible')).toMatch(/^\d$/);
    await expect.poll(() => number('Solutions left')).toBe('0');
  });

  test('forced jumps, the only winning ones of their positions, are counted', async () => {
    await stage.player.openBoard('triangle5');
    await stage.player.unfold('Numbers');
    const number = (name: string) =>
      stage.page.locator('section.play .facts div', { hasText: name }).locator('dd').innerText();
    await expect.poll(() => number('Forced jumps')).toBe('0');
    await stage.player.help('Every jump');
    await stage.player.outlook();
    let forced = 0;
    for (let jump = 0; jump < 13; jump++) {
      await expect.poll(() => number('Winning jumps')).toMatch(/^\d+ of \d+$/);
      if ((await number('Winning jumps')).startsWith('1 ')) forced++;
      await stage.page.locator('section.play .jump.winning').first().click();
      await expect.poll(() => number('Forced jumps')).toBe(String(forced));
    }
    expect(forced).toBeGreaterThan(2);
    await expect.poll(() => stage.player.text('.status')).toContain('Solved!');
  });

  test('a count stopped by the time limit can be continued', async () => {
    await stage.player.context.addInitScript(() => {
      window.Worker = class extends Worker {
        /** Shortens the default time limit, as on a slow device. */
        override postMessage(message: { question?: string }): void {
          const question = message.question?.replace(/"seconds":10\b/, '"seconds":0.01');
          super.postMessage(question === undefined ? message : { ...message, question });
        }
      };
    });
    await stage.page.reload();
    await stage.player.ready();
    await stage.player.unfold('Numbers');
    const solutions = stage.page
      .locator('section.play .facts div', { hasText: 'Solutions left' })
      .locator('dd');
    await expect.poll(() => solutions.innerText()).toBe('not known');
    await press('Count longer');
    await expect.poll(() => solutions.innerText()).toBe('counting…');
    await expect.poll(() => solutions.innerText()).toBe('40,861,647,040,079,968');
  });

  test('on a board too large for the bitmap, undecided jumps can be searched longer', async () => {
    await stage.player.openBoard('wiegleb');
    await stage.player.show('Problems');
    await stage.player.choose('Empty hole');
    await stage.player.hole('e1').click();
    await stage.player.hole('e1').click();
    await stage.page.locator('section.problems').getByRole('button', { name: 'Play it' }).click();
    await stage.player.help('Every jump');
    const status = stage.page.locator('section.play .status');
    await status.getByText('Jumps are searched one by one').waitFor();
    const longer = status.getByRole('button', { name: 'Search for 10 s' });
    await longer.waitFor({ timeout: 20_000 });
    await expect
      .poll(() => stage.player.text('.status .outlook'))
      .toBe('It is not yet known whether this can be won.');
    const jumps = await stage.page.locator('section.play .jump').allInnerTexts();
    expect(jumps).toEqual([expect.stringMatching(/^e3-e1\s+undecided$/)]);
    await expect.poll(() => stage.player.name('e3')).toBe('e3, peg, can jump to e1; its jumps are undecided');
    await longer.click();
    await expect.poll(() => stage.player.text('.status .outlook')).toBe('Thinking…');
    await stage.page.keyboard.press('h');
    await expect.poll(() => stage.player.text('.banner')).toContain('No winning jump is known yet');
  });

  test('marks distinguish winning from losing by shape, not by color alone', async () => {
    await stage.player.openBoard('triangle5');
    await stage.player.help('Every jump');
    await stage.player.outlook();
    const shape = async (kind: string) =>
      stage.page.locator(`section.play .board .badge.${kind} path`).first().getAttribute('d');
    const winning = await shape('winning');
    await (await stage.player.untilOneLoses()).click();
    await stage.player.outlook('losing');
    await expect.poll(() => shape('losing')).not.toBe(winning);
  });

  test('nothing moves if the system asks for reduced motion', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'reduce' });
    await stage.player.jumps('d2-d4');
    await expect.poll(() => animations()).toBe(0);
    await stage.page.emulateMedia({ reducedMotion: 'no-preference' });
    await stage.player.hole('b3').click();
    await stage.player.hole('d3').click();
    await expect.poll(() => animations()).toBeGreaterThan(0);
  });

  test('settings are saved: help, sound, colors', async () => {
    await stage.player.help('Every jump');
    await stage.player.press('Settings');
    await expect.poll(() => stage.page.getByLabel('Sound').isChecked()).toBe(false);
    await stage.page.getByLabel('Sound').check();
    await stage.page.getByLabel('Colors').selectOption('dark');
    await stage.player.press('Close');
    await stage.player.jumps('d2-d4');
    await stage.page.reload();
    await stage.player.ready();
    await expect.poll(() => stage.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(pegs).toBe(31);
    await expect.poll(() => stage.page.locator('section.play .jump').count()).toBeGreaterThan(0);
  });
});

describe('on a phone', () => {
  beforeEach(async () => {
    await stage.enter(PHONE);
  });

  test('pegs are moved by tapping and by dragging a finger', async () => {
    await stage.player.hole('d2').tap();
    await stage.player.hole('d4').tap();
    await stage.page.keyboard.press('Escape');
    await expect.poll(pegs).toBe(31);
    await stage.player.swipe('b3', 'd3');
    await expect.poll(pegs).toBe(30);
  });

  test('holes are at least 36 pixels wide, the English board is whole, and nothing makes the page scroll sideways', async () => {
    for (const board of ['english', 'triangle15', 'the grid']) {
      if (board === 'the grid') await stage.player.show('Draw');
      else await stage.player.openBoard(board);
      const box = (await stage.page.locator('section.view:not([hidden]) .hit').first().boundingBox())!;
      expect(box.width).toBeGreaterThanOrEqual(35.9);
      const { scrollWidth, clientWidth } = await stage.page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      const frame = stage.player.shown.locator('.board-scroll');
      const hidden = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
      if (board === 'english') expect(hidden).toBe(0);
    }
  });

  test('every control is 44 pixels high', async () => {
    const small = () =>
      stage.page
        .locator(
          'button:visible, summary:visible, select:visible, [role=slider]:visible, .options label:visible, ' +
            'input:not([type=radio]):not([type=checkbox]):not(.visually-hidden):visible',
        )
        .evaluateAll((all) =>
          all
            .filter((each) => each.isConnected) // some disappear while problems are settled
            .filter((each) => each.getBoundingClientRect().height < 43.9)
            .map((each) => `${each.outerHTML.slice(0, 80)} ${each.getBoundingClientRect().height}`),
        );
    await stage.player.help('Every jump');
    await stage.player.jumps('d2-d4 b3-d3');
    for (const view of ['Play', 'Problems', 'Draw', 'Boards'] as const) {
      await stage.player.show(view);
      await stage.page.waitForTimeout(700);
      for (const summary of await stage.page.locator('section.view:not([hidden]) summary:visible').all())
        await summary.click();
      await stage.page.waitForTimeout(300);
      expect([view, await small()]).toEqual([view, []]);
      const isWider = await stage.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect([view, isWider]).toEqual([view, false]);
    }
  });
});
