/** Test fixtures: a static file server, a browser, and a player's gestures. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { browser as installedBrowser } from '../../scripts/browser.mjs';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the page; the page must work under any path. */
const UNDER = '/some/where/';

/** Without a service worker, which would load all files in each test and hide requests from it. */
export const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  serviceWorkers: 'block',
};
export const PHONE: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: 'block',
};

/**
 * Delay of all worker messages in milliseconds: `PEGBOARD_LATE=400 npx vitest run test/page` finds tests that rely on
 * fast answers.
 */
const LATE = Number(process.env.PEGBOARD_LATE ?? 0);

/** Delays the messages of each worker by `late` milliseconds. Runs in the page. */
function delayWorkers(late: number): void {
  const property = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')!;
  Object.defineProperty(Worker.prototype, 'onmessage', {
    ...property,
    set(this: Worker, hear: (event: MessageEvent) => void) {
      property.set!.call(this, (event: MessageEvent) => setTimeout(() => hear.call(this, event), late));
    },
  });
}

/** A host of the built page. */
export interface Served {
  url: string;
  close: () => Promise<void>;
}

/** Serves the built page like a host of static files, with additional headers. */
export async function serve(headers: Record<string, string> = {}): Promise<Served> {
  const folder = new URL('../../dist/', import.meta.url).pathname;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.startsWith(UNDER) ? normalize(path.slice(UNDER.length) || 'index.html') : '';
    const isInside = file !== '' && !file.startsWith('..');
    readFile(join(folder, isInside ? file : 'missing')).then(
      (content) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, ...headers });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${UNDER}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export class Site {
  private constructor(
    readonly browser: Browser,
    private readonly served: Served,
  ) {}

  get url(): string {
    return this.served.url;
  }

  static async open(): Promise<Site> {
    const executablePath = installedBrowser();
    if (executablePath === null) throw new Error('no Chromium: set CHROME_PATH to its program');
    const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
    return new Site(browser, await serve());
  }

  /** Opens the page in a new profile and collects its errors. */
  async page(options: BrowserContextOptions = DESKTOP, url = this.served.url): Promise<Player> {
    const context = await this.browser.newContext({ ...options, acceptDownloads: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return Player.begin(context, url);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.served.close();
  }
}

export class Player {
  readonly errors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async begin(context: BrowserContext, url: string): Promise<Player> {
    if (LATE > 0) await context.addInitScript(delayWorkers, LATE);
    const player = new Player(context, await context.newPage());
    const { page, errors } = player;
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(blob:|data:|http:\/\/localhost)/.test(request.url()))
        errors.push(`request to ${request.url()}`);
    });
    await player.goTo(url);
    return player;
  }

  async goTo(url: string): Promise<void> {
    await this.page.goto(url);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForSelector('html[data-ready]');
  }

  /** Makes the files of the atlas empty, so that the solver answers. Needs a context without service workers. */
  async withoutAtlas(): Promise<void> {
    await this.page.route(/\/atlas\//, (route) => route.fulfill({ body: '' }));
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Returns the hole with this label on the shown board. */
  hole(label: string) {
    return this.shown.locator(`.board [role=button][aria-label^="${label},"]`);
  }

  async name(label: string): Promise<string> {
    return (await this.hole(label).getAttribute('aria-label')) ?? '';
  }

  /** The shown view. */
  get shown() {
    return this.page.locator('section.view:not([hidden])');
  }

  press(name: string | RegExp) {
    return this.page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  }

  async show(view: 'Play' | 'Puzzles' | 'Problems' | 'Draw' | 'Boards'): Promise<void> {
    await this.page.locator(`.tab[data-view=${view.toLowerCase()}]`).click();
  }

  async openBoard(name: string): Promise<void> {
    await this.show('Boards');
    await this.page.getByLabel('Find a board').fill(name);
    await this.page.locator('.library .card').first().click();
    await this.page.waitForSelector('section.play:not([hidden])');
  }

  /** Plays jumps by tapping: `d2-d4 b3-d3`. */
  async jumps(text: string): Promise<void> {
    for (const jump of text.split(/[\s,]+/)) {
      const [from, to] = jump.split('-') as [string, string];
      if (!(await this.name(from)).includes('lifted')) await this.hole(from).click();
      await this.hole(to).click();
    }
    await this.page.keyboard.press('Escape');
  }

  /** Returns the center of a hole on the screen. */
  async center(label: string): Promise<{ x: number; y: number }> {
    const box = (await this.hole(label).locator('.hit').boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Drags the mouse from hole to hole. */
  async stroke(...labels: string[]): Promise<void> {
    const points = [];
    for (const label of labels) points.push(await this.center(label));
    await this.page.mouse.move(points[0]!.x, points[0]!.y);
    await this.page.mouse.down();
    for (const { x, y } of points.slice(1)) await this.page.mouse.move(x, y, { steps: 6 });
    await this.page.mouse.up();
  }

  /** Drags a finger from hole to hole. */
  async swipe(from: string, to: string): Promise<void> {
    await this.drag(await this.center(from), await this.center(to));
  }

  /** Drags a finger from point to point on the screen. */
  async drag(start: { x: number; y: number }, end: { x: number; y: number }): Promise<void> {
    const client = await this.context.newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [start]);
    for (let step = 1; step <= 10; step++) {
      const at = (one: number, other: number) => one + ((other - one) * step) / 10;
      await touch('touchMove', [{ x: at(start.x, end.x), y: at(start.y, end.y) }]);
    }
    await touch('touchEnd', []);
  }

  /** Chooses the radio button with this label in the shown view. */
  async choose(name: string): Promise<void> {
    await this.shown.locator('label', { hasText: new RegExp(`^${name}$`) }).click();
  }

  async help(level: 'None' | 'Alarm' | 'Every jump'): Promise<void> {
    await this.choose(level);
  }

  /** Copies the link of the game by the button in the share panel. */
  async copyLink(): Promise<void> {
    const button = this.page.locator('section.play .share').getByRole('button', { name: 'Copy link' });
    if (!(await button.isVisible())) await this.page.locator('section.play .share > summary').click();
    await button.click();
  }

  /** Chooses a file of the share panel, which is open. */
  async shareAs(what: 'Position' | 'Hint' | 'Moves', format: string): Promise<void> {
    const panel = this.page.locator('section.play .share');
    await panel.getByLabel('What').selectOption(what);
    await panel.getByLabel('Format').selectOption(format);
  }

  /** Opens a `details` element in the shown view by its summary. */
  async unfold(summary: string | RegExp): Promise<void> {
    await this.shown.locator('summary', { hasText: summary }).click();
  }

  /** Waits for this outlook of the game. */
  async outlook(outlook: 'winning' | 'losing' | 'unknown' = 'winning'): Promise<void> {
    await this.page.waitForSelector(`section.play .outlook.${outlook}`);
  }

  /** Plays winning jumps until a losing jump is possible; returns it. */
  async untilOneLoses(): Promise<Locator> {
    const jumps = this.page.locator('section.play .jump');
    const losing = this.page.locator('section.play .jump.losing').first();
    const isMarked = async () => (await jumps.count()) > 0 && (await this.unmarked.count()) === 0;
    await expect.poll(isMarked).toBe(true);
    while ((await losing.count()) === 0) {
      await this.page.locator('section.play .jump.winning').first().click();
      await expect.poll(isMarked).toBe(true);
    }
    return losing;
  }

  /** Undecided jumps. */
  private get unmarked() {
    return this.page.locator('section.play .jump:not(.winning, .losing)');
  }

  /** Waits for the playback of a line. */
  async playback(): Promise<void> {
    await this.page.waitForSelector('section.play [data-kind=playback]');
  }

  /** Returns the name of the focused element, also within a `<peg-board>`. */
  focused(): Promise<string | null> {
    return this.page.evaluate(() => {
      const outer = document.activeElement;
      const inner = outer?.shadowRoot?.activeElement ?? outer;
      return inner?.getAttribute('aria-label') ?? inner?.textContent ?? null;
    });
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  text(selector: string): Promise<string> {
    return this.shown.locator(selector).first().innerText();
  }
}

/** Presses a print button and prints to PDF, which ends the printing. Returns the properties of the PDF. */
export async function printedPage(
  page: Page,
  press: () => Promise<void>,
): Promise<{ title: string; pages: number; width: number; images: number }> {
  await page.evaluate(() => (window.print = () => {})); // headless: no dialog
  await press();
  await page.locator('img.printed').waitFor({ state: 'attached' });
  const title = await page.title();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, points] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf)!;
  const count = (pattern: RegExp) => pdf.match(pattern)?.length ?? 0;
  return {
    title,
    pages: count(/\/Type \/Page\b/g),
    width: Math.round(Number(points) / 0.75), // a CSS pixel is 3/4 point
    images: count(/\/Subtype \/Image\b/g),
  };
}

/** Site and player of a test file. */
export class Stage {
  site!: Site;
  player!: Player;

  get page(): Page {
    return this.player.page;
  }

  /** Replaces the player. */
  async enter(options: BrowserContextOptions = DESKTOP): Promise<Player> {
    await (this.player as Player | undefined)?.close();
    this.player = await this.site.page(options);
    return this.player;
  }

  /** Opens a link as another player. */
  async visitor(link: string, options: BrowserContextOptions = DESKTOP): Promise<Player> {
    const visitor = await this.site.page(options);
    await visitor.goTo(link);
    return visitor;
  }

  /** Returns a view of the page. */
  view(name: 'play' | 'puzzles' | 'problems' | 'draw' | 'boards') {
    return this.page.locator(`section.${name}`);
  }

  /** Presses the first button of this name in a view. */
  press(
    view: 'play' | 'puzzles' | 'problems' | 'draw' | 'boards',
    name: string | RegExp,
    exact = false,
  ): Promise<void> {
    return this.view(view).getByRole('button', { name, exact }).first().click();
  }

  /** Returns the file downloaded by a click. */
  async download(press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), press()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
}

/** Sets up the site for a test file. After each test, the page must have no errors. */
export function openStage(): Stage {
  const stage = new Stage();
  beforeAll(async () => {
    stage.site = await Site.open();
  });
  afterAll(() => stage.site.close());
  afterEach(async () => {
    const { player } = stage;
    await player.close();
    expect(player.errors).toEqual([]);
  });
  return stage;
}
