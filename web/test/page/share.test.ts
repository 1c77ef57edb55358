import { decode, decodeFrames } from 'modern-gif';
import { beforeEach, expect, test } from 'vitest';
import { openStage, printedPage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
});

const view = () => stage.view('play');
const press = (name: string | RegExp) => stage.press('play', name);
const pegs = () => stage.player.text('.status strong');

/** Returns the downloaded file of the share panel. */
async function file(what: 'Position' | 'Hint' | 'Moves', format: string) {
  await stage.player.shareAs(what, format);
  return stage.download(() => press('Download'));
}

async function copiedLink(): Promise<string> {
  await stage.player.copyLink();
  return stage.player.clipboard();
}

test('the address encodes the game, and a link restores exactly this game', async () => {
  await stage.player.jumps('d2-d4 b3-d3 c1-c3');
  const link = await copiedLink();
  expect(stage.page.url()).toBe(link);
  expect(link.split('#')[1]!.length).toBeLessThan(40);
  const other = await stage.visitor(link);
  await expect
    .poll(() => other.page.locator('section.play .moves .move').allInnerTexts())
    .toEqual(['start', 'd2-d4', 'b3-d3', 'c1-c3']);
  await other.close();
});

test('a link never overwrites a running game without asking', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  const link = await copiedLink();
  await stage.player.openBoard('triangle5');
  await stage.player.jumps('a3-a1');
  const hash = link.slice(link.indexOf('#'));
  await stage.page.evaluate((to) => (location.hash = to), hash);
  const dialog = stage.page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.innerText()).toContain('English after 2 jumps');
  await expect.poll(() => dialog.innerText()).toContain('Triangle 5 after 1 jump');
  await dialog.getByRole('button', { name: 'Keep playing my game' }).click();
  await expect.poll(() => stage.player.text('h2')).toBe('Triangle 5');
  await expect.poll(() => stage.page.url()).not.toBe(link);
  // The same at the start of the page in a new tab:
  const tab = await stage.player.context.newPage();
  await tab.goto(link);
  await tab.getByRole('dialog').getByRole('button', { name: 'Open the link' }).click();
  await expect.poll(() => tab.locator('section.play h2').innerText()).toBe('English');
  await tab.locator('.tab[data-view=boards]').click();
  await tab.getByRole('button', { name: 'Open Triangle 5 after 1 jump (interrupted)' }).click();
  await tab.locator('section.play h2', { hasText: 'Triangle 5' }).waitFor();
});

test.each([
  ['of nothing', '#', null],
  ['that ends early', '#p1.', 'damaged'],
  ['with a wrong check', '#p1.AAAA', 'damaged'],
  ['of another version', '#p2.AAAA', 'newer version'],
  ['that is too long', `#p1.${'A'.repeat(20_000)}`, 'too long'],
  ['with bad escapes', '#%E0%A4%A', 'damaged'],
  ['with markup', '#p1.<script>alert(1)</script>', 'damaged'],
  ['that names a property', '#constructor', 'damaged'],
])('a hostile link %s breaks nothing', async (_, hash, said) => {
  await stage.page.goto('about:blank');
  await stage.player.goTo(`${stage.site.url}${hash}`);
  if (said) await expect.poll(() => stage.page.locator('.toasts p').innerText()).toContain(said);
  await stage.player.jumps('d2-d4');
  await expect.poll(pegs).toBe('31 pegs');
});

test('a link that is not opened leaves no entry in the history, and Back closes its question', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  const link = await copiedLink();
  await stage.player.openBoard('triangle5');
  const start = stage.page.url();
  await stage.player.jumps('a3-a1');
  await expect.poll(() => stage.page.url()).not.toBe(start);
  const own = stage.page.url();
  const enter = (hash: string) => stage.page.evaluate((to) => (location.hash = to), hash);
  const dialog = stage.page.getByRole('dialog');
  await enter('#p1.AAAA');
  await stage.page.locator('.toasts p', { hasText: 'damaged' }).waitFor();
  await expect.poll(() => stage.page.url()).toBe(own);
  await enter(link.slice(link.indexOf('#')));
  await dialog.getByRole('button', { name: 'Keep playing my game' }).click();
  await expect.poll(() => stage.page.url()).toBe(own);
  await enter(link.slice(link.indexOf('#')));
  await dialog.waitFor();
  await stage.page.goBack();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(stage.page.url()).toBe(own);
  await stage.page.goBack();
  await stage.view('boards').waitFor();
});

test('Back from the game of a link returns to the game before', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  const link = await copiedLink();
  await stage.player.openBoard('triangle5');
  await stage.page.evaluate((to) => (location.hash = to), link.slice(link.indexOf('#')));
  await expect.poll(() => stage.player.text('h2')).toBe('English');
  await stage.page.goBack();
  await expect.poll(() => stage.player.text('h2')).toBe('Triangle 5');
});

test('games are saved by name and reopened', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.player.unfold('Share');
  await press('Save game');
  await stage.page.getByLabel('Name', { exact: true }).last().fill('A <good> start');
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Save game' }).click();
  await press('Restart');
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(pegs).toBe('32 pegs'); // the current game is saved as well
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Open A <good> start' }).click();
  await expect.poll(pegs).toBe('30 pegs');
});

test('several games are saved by name until they are deleted', async () => {
  const save = async (name: string) => {
    await press('Save game');
    await stage.page.getByLabel('Name', { exact: true }).last().fill(name);
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Save game' }).click();
  };
  await stage.player.unfold('Share');
  await stage.player.jumps('d2-d4');
  await save('one');
  await stage.player.jumps('b3-d3');
  await save('two');
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Open one' }).click();
  await expect.poll(pegs).toBe('31 pegs');
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Delete one' }).click();
  await expect.poll(() => stage.page.getByRole('button', { name: 'Open one' }).count()).toBe(0);
  await stage.page.getByRole('button', { name: 'Open two' }).click();
  await expect.poll(pegs).toBe('30 pegs');
});

test('moves, position and pictures are exported', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await press('Copy moves');
  await expect.poll(() => stage.player.clipboard()).toBe('d2-d4, b3-d3');
  await press('Copy position');
  await expect.poll(() => stage.player.clipboard()).toContain('* o o * * * *');
  await stage.player.unfold('Share');
  const saved = async (...kind: Parameters<typeof file>) => (await file(...kind)).content;
  expect((await saved('Position', 'SVG')).toString()).toContain('class="peg"');
  expect((await saved('Position', 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  await expect.poll(async () => (await saved('Hint', 'SVG')).toString()).toContain('solid: wins');
  expect((await saved('Hint', 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  expect((await saved('Moves', 'SVG')).toString()).toContain('2. b3-d3');
  expect((await saved('Moves', 'PNG')).subarray(1, 4).toString()).toBe('PNG');
});

test('pictures have the chosen theme, here and in the drawing view', async () => {
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  const svg = async () => (await file('Position', 'SVG')).content.toString();
  const light = await svg();
  await view().getByLabel('Picture theme').selectOption('Dark');
  await view().getByLabel('Hole labels').check();
  const dark = await svg();
  expect(dark).toContain('#1b1e23');
  expect(light).not.toContain('#1b1e23');
  expect(dark).toContain('>d4</text>');
  expect(light).not.toContain('>d4</text>');
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Draw');
  const draw = stage.view('draw');
  await stage.player.unfold('Export');
  await draw.getByLabel('Format').selectOption('SVG');
  await expect.poll(() => draw.getByLabel('Picture theme').inputValue()).toBe('dark');
  await draw.getByLabel('Picture theme').selectOption('Transparent');
  await stage.player.show('Play');
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  await expect.poll(() => view().getByLabel('Picture theme').inputValue()).toBe('transparent');
});

test('pictures have the chosen peg color, border and width', async () => {
  await stage.player.jumps('d2-d4');
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  await view().getByLabel('Custom peg color').check();
  await view().getByLabel('Color of pegs').fill('#ffcc00');
  await view().getByLabel('Coordinates at the border').check();
  await view().getByLabel('Width in pixels').fill('345'); // holds at once: a render must not restore the old value
  for (const what of ['Position', 'Moves'] as const) {
    const svg = (await file(what, 'SVG')).content.toString();
    expect(svg).toContain('fill="#ffcc00"');
    expect(svg).toMatch(/^<svg[^>]* width="345"/);
    expect(svg).toContain('>7</text>');
  }
  const png = (await file('Position', 'PNG')).content;
  expect(png.readUInt32BE(16)).toBe(345);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  await expect.poll(() => view().getByLabel('Color of pegs').inputValue()).toBe('#ffcc00');
  await expect.poll(() => view().getByLabel('Width in pixels').inputValue()).toBe('345');
  await stage.player.openBoard('cracker-barrel'); // its holes have numbers, not columns and rows
  await stage.player.shareAs('Position', 'SVG');
  await press('Download');
  await stage.page.locator('.toasts p', { hasText: 'label' }).waitFor();
});

test('moves are exported as an animated GIF', async () => {
  await stage.player.unfold('Share');
  await stage.player.shareAs('Moves', 'Animated GIF');
  await press('Download');
  await stage.page.locator('.toasts p', { hasText: 'No moves yet' }).waitFor();
  await stage.player.jumps('d2-d4 b3-d3');
  const { name, content } = await file('Moves', 'Animated GIF');
  expect([name, content.subarray(0, 6).toString()]).toEqual(['english-moves.gif', 'GIF89a']);
  const bytes = new Uint8Array(content);
  const { frames, looped, width } = decode(bytes);
  expect(frames.map((frame) => frame.delay)).toEqual([900, 900, 2500]);
  expect(looped).toBe(true);
  // Compare the last frame with the SVG of the animation, as the browser draws it.
  const decoded = decodeFrames(bytes).at(-1)!;
  expect(decoded.width).toBe(width);
  const colors = new Set<string>();
  for (let pixel = 0; pixel < decoded.data.length; pixel += 4)
    colors.add([...decoded.data.subarray(pixel, pixel + 4)].join());
  const themed = (await file('Position', 'SVG')).content.toString();
  const [, peg] = /class="peg"[^>]* fill="#(\w{6})"/.exec(themed)!;
  const rgb = Buffer.from(peg!, 'hex');
  expect(colors).toContain([...rgb, 255].join());
  await stage.player.unfold('Look of the picture');
  await view().getByLabel('Width in pixels').fill('345');
  await view().getByLabel('Width in pixels').blur();
  const narrow = await file('Moves', 'Animated GIF');
  expect(narrow.content.readUInt16LE(6)).toBe(345);
  await view().getByLabel('Width in pixels').fill('9000');
  await view().getByLabel('Width in pixels').blur();
  await press('Download'); // the encoder holds every pixel of every frame
  await stage.page
    .locator('.toasts p', { hasText: 'too large for the memory of this page. Choose a smaller width.' })
    .waitFor();
});

test('a GIF of the transparent theme has a transparent background in every frame', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  await view().getByLabel('Picture theme').selectOption('Transparent');
  const { content } = await file('Moves', 'Animated GIF');
  for (const { width, height, data } of decodeFrames(new Uint8Array(content))) {
    const alpha = (x: number, y: number) => data[4 * (y * width + x) + 3];
    expect([alpha(1, 1), alpha(width - 2, 1), alpha(1, height - 2)]).toEqual([0, 0, 0]);
    expect(data.filter((_, index) => index % 4 === 3).filter((each) => each === 255).length).toBeGreaterThan(
      (width * height) / 10,
    );
  }
});

test('pictures are printed on one page of their size, as shapes', async () => {
  await stage.player.jumps('d2-d4');
  await stage.player.unfold('Share');
  await stage.player.unfold('Look of the picture');
  await view().getByLabel('Width in pixels').fill('480');
  await view().getByLabel('Width in pixels').blur();
  const title = await stage.page.title();
  for (const [what, name] of [
    ['Position', 'english'],
    ['Hint', 'english-hint'],
    ['Moves', 'english-moves'],
  ] as const) {
    await stage.player.shareAs(what, 'Paper or PDF');
    const printed = await printedPage(stage.page, () => press('Print'));
    expect(printed).toEqual({ title: name, pages: 1, width: 480, images: 0 });
    await expect.poll(() => stage.page.locator('img.printed').count()).toBe(0);
    expect(await stage.page.title()).toBe(title);
  }
});

test('moves are exported as a playable page', async () => {
  await stage.player.unfold('Share');
  await stage.player.shareAs('Moves', 'Playable page');
  await press('Download');
  await stage.page.locator('.toasts p', { hasText: 'No moves yet' }).waitFor();
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.player.unfold('Look of the picture');
  await view().getByLabel('Picture theme').selectOption('Color-blind safe');
  const { name, content } = await file('Moves', 'Playable page');
  expect(name).toBe('english-moves.html');
  const other = await stage.player.context.newPage();
  await other.setContent(content.toString());
  await other.getByRole('button', { name: 'b3-d3' }).click();
  await expect.poll(() => other.locator('#status').innerText()).toBe('jump 2 of 2, b3-d3: 30 pegs');
  const peg = other.locator('.peg:not(.moving) circle').first();
  await expect.poll(() => peg.evaluate((circle) => getComputedStyle(circle).fill)).toBe('rgb(0, 114, 178)');
});

test('a whole solution is exported as a playable page', async () => {
  await stage.player.openBoard('triangle5');
  await stage.player.outlook();
  await press(/^Solution$/);
  await stage.player.playback();
  await stage.player.unfold('Share');
  const { content } = await file('Moves', 'Playable page');
  const other = await stage.player.context.newPage();
  await other.setContent(content.toString());
  await other.getByRole('button', { name: 'to the end' }).click();
  await expect.poll(() => other.locator('#status').innerText()).toMatch(/^jump 13 of 13, .*: 1 peg$/);
});

test('the policy allows no inline code, and the manifest names icons that exist', async () => {
  const policy = await stage.page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|http/);
  const ran = await stage.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.head.append(script);
    return 'ranInline' in window;
  });
  expect(ran).toBe(false);
  stage.player.errors.length = 0; // the browser complains about that script
  const icons = await stage.page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href;
    const manifest = (await (await fetch(address)).json()) as { icons: { src: string }[] };
    return Promise.all(manifest.icons.map(async ({ src }) => (await fetch(new URL(src, address))).status));
  });
  expect(icons).toEqual([200, 200, 200]);
});

test.each([
  ['AbortError', 0],
  ['NotAllowedError', 1],
])('sharing that ends with %s shows no error and downloads %i files', async (name, files) => {
  await stage.player.context.addInitScript((name) => {
    navigator.share = () => {
      document.documentElement.dataset['shared'] = 'true';
      return Promise.reject(new DOMException('refused', name));
    };
  }, name);
  await stage.page.reload();
  await stage.player.ready();
  let downloads = 0;
  stage.page.on('download', () => downloads++);
  await stage.player.unfold('Share');
  await press('Send');
  await stage.page.waitForSelector('html[data-shared]');
  await expect.poll(() => downloads).toBe(files);
  expect(await stage.page.locator('.toasts p').count()).toBe(0);
});
