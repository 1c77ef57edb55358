/** Playing view: the board, the controls, and help at the chosen level. */

import { allowanceOf } from '../engine/memory.ts';
import type { Facts, Named, Outlook, Pegs } from '../engine/messages.ts';
import {
  inverseNotation,
  isEmptyGoalHole,
  isGoalHole,
  jumpsBetween,
  moves,
  neighborsOf,
  notation,
  pegCount,
  problemKey,
  problemOf,
  type Game,
  type Jump,
  type Problem,
} from '../model/game.ts';
import { NumberFinder, type Numbers } from '../model/numbers.ts';
import { Playback, courseOf } from '../model/playback.ts';
import { text } from '../text.ts';
import { BoardView, type Arrow } from '../view/board-view.ts';
import { button, h, replace, set } from '../view/dom.ts';
import { copy } from '../view/files.ts';
import type { Host, View } from '../view/host.ts';
import { progressBar, type Badge } from '../view/marks.ts';
import { inverseQuestionOf, questionOf } from '../view/question.ts';
import { knock } from '../view/sound.ts';
import { PictureLook } from './picture-look.ts';
import {
  copyButtons,
  jumpList,
  moveBox,
  moveList,
  numberTable,
  settingsPanel,
  sharePanel,
} from './play-panels.ts';
import { PlaybackControls } from './playback-controls.ts';
import { Timeline, losingJump, outlookAfter } from './timeline.ts';

/** Time limit of a longer search in seconds. */
const LONGER = 10;

export class PlayView implements View {
  readonly element: HTMLElement;
  private board: BoardView | null = null;
  private facts: Facts | null = null;
  /** Classic problems of the board. */
  private named: Named[] = [];
  private knownName: { problem: Problem; named: Named | null } | null = null;
  private lifted: number | null = null;
  private hint: Arrow | null = null;
  /** Position of a pending hint, requested before its outlooks were known. */
  private hintFor: Pegs | null = null;
  private playback: Playback | null = null;
  private playbackControls: PlaybackControls | null = null;
  private message: { said: string; presses?: [string, () => void][] } | null = null;
  private alarmed = '';
  private readonly boardPlace = h('div', { class: 'board-scroll', id: 'board' });
  private readonly heading = h('h2', {});
  private readonly problemName = h('p', { class: 'problem-name', hidden: true });
  private readonly question = h('p', { class: 'question' });
  private readonly status = h('div', { class: 'status' });
  private readonly banner = h('div', { class: 'banner' });
  private readonly controls = h('div', { class: 'controls' });
  private readonly side = h('div', { class: 'side' });
  private readonly jumps = h('section', { class: 'panel' });
  private readonly moves = h('section', { class: 'panel' });
  private readonly moveList = h('div', {});
  private readonly numbers = h('details', { class: 'panel' });
  private readonly numberPlace = h('div', {});
  private readonly timeline: Timeline;
  private readonly finder: NumberFinder;
  private readonly buttons: Record<'undo' | 'redo' | 'restart' | 'hint' | 'solution', HTMLButtonElement>;
  private readonly playControls: HTMLElement[];
  private readonly helpMeaning = h('p', { class: 'note' });
  private readonly look: PictureLook;

  constructor(private readonly app: Host) {
    this.timeline = new Timeline((played) => this.goTo(played));
    this.finder = new NumberFinder(app.engine, () => this.gameChanged());
    this.look = new PictureLook(app, true);
    const { play } = text;
    this.buttons = {
      undo: button(play.undo, () => this.undo(), { 'aria-keyshortcuts': 'u' }),
      redo: button(play.redo, () => this.redo(), { 'aria-keyshortcuts': 'r' }),
      restart: button(play.restart, () => this.goTo(0)),
      hint: button(play.hint, () => this.showHint(), { class: 'primary', 'aria-keyshortcuts': 'h' }),
      solution: button(play.solution, () => void this.showSolution()),
    };
    const { undo, redo, restart, hint, solution } = this.buttons;
    const link = button(play.copyLink, () => void this.copyLink());
    this.playControls = [undo, redo, restart, hint, solution, link];
    this.numbers.open = app.settings.numbers;
    this.numbers.append(h('summary', {}, play.numbers), this.numberPlace);
    this.numbers.addEventListener('toggle', () => {
      if (this.numbers.open !== app.settings.numbers) app.changeSettings({ numbers: this.numbers.open });
    });
    this.moves.append(
      this.moveList,
      copyButtons(
        app,
        () => this.shownGame,
        () => this.playback?.made ?? notation(app.game.facts, app.game.playedJumps),
      ),
      moveBox(app, (jumps) => this.enter(jumps)),
    );
    this.side.append(
      settingsPanel(app, this.helpMeaning),
      this.jumps,
      this.moves,
      this.numbers,
      sharePanel(app, () => this.shownGame, this.look),
    );
    this.element = h(
      'section',
      { class: 'view play', 'aria-label': text.views.play },
      h(
        'div',
        { class: 'stage' },
        h('div', { class: 'title' }, this.heading, this.problemName, this.question),
        this.boardPlace,
        this.status,
        this.banner,
        this.controls,
        this.timeline.element,
        h('p', { class: 'note keys' }, play.keys),
      ),
      this.side,
    );
    window.addEventListener('keydown', (event) => this.key(event));
  }

  shown(): void {
    this.look.refresh();
    this.gameChanged();
  }

  hidden(): void {
    this.endPlayback();
    this.finder.stop();
  }

  /** The displayed game: the playback's line, or else the current game. */
  private get shownGame(): Game {
    return this.playback?.game ?? this.app.game;
  }

  gameChanged(): void {
    if (this.app.shownView !== 'play' || this.element.hidden) return;
    const { game, knowledge } = this.app;
    if (this.facts !== game.facts) this.newBoard(game);
    this.sayAlarm();
    if (this.hintFor === game.pegs && knowledge.of(game.pegs)) this.showHint();
    else this.draw();
  }

  private newBoard(game: Game): void {
    this.facts = game.facts;
    this.forget();
    this.endPlayback();
    const handlers = {
      press: (hole: number) => this.press(hole),
      canLift: (hole: number) => !this.playback && this.jumpsFrom(hole).length > 0,
      lift: (hole: number) => this.lift(hole),
      drop: (from: number, to: number | null) => this.drop(from, to),
      escape: () => this.letGo(),
    };
    const edges = neighborsOf(game.facts);
    this.board = new BoardView(game.facts.places, text.hole.board(game.facts.name), handlers, '', { edges });
    replace(this.boardPlace, this.board.element);
    void this.learnNames(game.facts);
  }

  private async learnNames(facts: Facts): Promise<void> {
    [this.named, this.knownName] = [[], null];
    const named = await this.app.engine.named(facts.file);
    if (this.facts !== facts || named.length === 0) return;
    [this.named, this.knownName] = [named, null];
    this.drawTitle(this.shownGame);
  }

  /** Clears the messages about the previous position. */
  private forget(): void {
    this.lifted = null;
    this.hint = null;
    this.hintFor = null;
    this.message = null;
  }

  // Actions of the player.

  private jumpsFrom(hole: number): Jump[] {
    const { game } = this.app;
    return game.possible.filter((jump) => game.facts.jumps[jump]![0] === hole);
  }

  private jumpsInto(from: number, to: number): Jump[] {
    const { game } = this.app;
    return jumpsBetween(game.facts, from, to).filter((jump) => game.possible.includes(jump));
  }

  private press(hole: number): void {
    if (this.playback) return;
    if (this.lifted === null || this.jumpsFrom(hole).length > 0) {
      if (hole === this.lifted) this.letGo();
      else if (this.jumpsFrom(hole).length > 0) this.lift(hole);
      return;
    }
    this.choose(this.jumpsInto(this.lifted, hole), (jump) => {
      this.play(jump, true);
      if (this.jumpsFrom(hole).length > 0) this.lifted = hole; // the move can continue
      this.draw();
    });
  }

  /** Plays the only possible jump, or asks over which peg. */
  private choose(jumps: Jump[], play: (jump: Jump) => void): void {
    const { game, shell } = this.app;
    const [jump] = jumps;
    if (jump === undefined) {
      shell.say(text.play.cannotLand);
      this.draw();
    } else if (jumps.length === 1) {
      play(jump);
    } else {
      const over = (jump: Jump) => game.facts.labels[game.facts.jumps[jump]![1]]!;
      this.message = {
        said: text.play.overWhich,
        presses: jumps.map((jump) => [text.play.overHole(over(jump)), () => play(jump)]),
      };
      shell.say(text.play.overWhich);
      this.draw();
    }
  }

  private lift(hole: number): void {
    this.lifted = hole;
    const { facts } = this.app.game;
    const targets = this.jumpsFrom(hole).map((jump) => facts.labels[facts.jumps[jump]![2]]!);
    this.app.shell.say(text.play.lifted(facts.labels[hole]!, targets));
    this.draw();
  }

  private letGo(): void {
    if (this.lifted === null) return;
    this.lifted = null;
    this.app.shell.say(text.play.dropped);
    this.draw();
  }

  private drop(from: number, to: number | null): void {
    this.lifted = null;
    const jumps = to === null ? [] : this.jumpsInto(from, to);
    if (jumps.length === 0) this.draw();
    else this.choose(jumps, (jump) => this.play(jump, false));
  }

  private play(jump: Jump, animated: boolean): void {
    const { game, shell, settings } = this.app;
    if (!game.play(jump)) return;
    this.forget();
    const [from, , to] = game.facts.jumps[jump]!;
    shell.say(text.play.played(this.jumpName(jump), pegCount(game.pegs)));
    if (settings.sound) knock(game.isWon ? 'won' : 'jump');
    this.app.gameChanged();
    if (animated) this.board?.animate(from, to);
  }

  private undo(): void {
    const { game } = this.app;
    if (this.playback) return this.playback.step(-1);
    if (!game.undo()) return;
    const jump = game.line[game.played]!;
    this.forget();
    this.app.shell.say(text.play.undone(this.jumpName(jump)));
    this.app.gameChanged();
    const [from, , to] = game.facts.jumps[jump]!;
    this.board?.animate(to, from);
  }

  private redo(): void {
    if (this.playback) return this.playback.step(1);
    const { game } = this.app;
    const jump = game.line[game.played];
    if (jump !== undefined) this.play(jump, true);
  }

  /** Replaces the moves of the game by others. */
  private enter(jumps: Jump[]): void {
    const { game } = this.app;
    this.endPlayback();
    this.forget();
    game.goTo(0);
    for (const jump of jumps) game.play(jump);
    this.app.gameChanged();
  }

  private goTo(played: number): void {
    if (this.playback) return this.playback.goTo(played);
    this.forget();
    this.app.game.goTo(played);
    this.app.gameChanged();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.element.hidden) return;
    const target = event.target as Element | null;
    if (target?.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog')) return;
    const action = { u: () => this.undo(), r: () => this.redo(), h: () => this.showHint() }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // Help.

  private showHint(): void {
    if (this.playback) return;
    const { game, knowledge, shell } = this.app;
    if (game.isOver) return;
    const known = knowledge.of(game.pegs);
    const winning = known?.jumps.find((jump) => jump.outlook === 'winning');
    this.message = null;
    this.hint = null;
    this.hintFor = null;
    if (winning) {
      const [from, , to] = game.facts.jumps[winning.jump]!;
      this.hint = { from, to, kind: 'hint' };
      this.message = { said: text.play.hintJump(this.jumpName(winning.jump)) };
    } else if (known?.outlook === 'losing') {
      this.message = this.lostMessage();
    } else if (!known) {
      this.hintFor = game.pegs;
      this.message = { said: text.play.thinking };
    } else {
      this.message = {
        said: text.play.hintUnknown,
        presses: [[text.play.longer(LONGER), () => this.searchLonger()]],
      };
    }
    shell.say(this.message.said);
    this.draw();
  }

  private lostMessage(): { said: string; presses?: [string, () => void][] } {
    const { game, knowledge } = this.app;
    const lost = losingJump(game, knowledge);
    if (lost === null) return { said: text.play.hintLost(null) };
    const name = `${lost + 1}. ${this.jumpName(game.line[lost]!)}`;
    return { said: text.play.hintLost(name), presses: [[text.play.goBack, () => this.goTo(lost)]] };
  }

  private searchLonger(): void {
    this.message = { said: text.play.thinking };
    const { game, knowledge } = this.app;
    const { pegs } = game;
    void knowledge.searchLonger(pegs, LONGER).then(() => {
      if (this.app.game.pegs === pegs) this.message = null;
      this.gameChanged();
    });
    this.draw();
  }

  private async showSolution(): Promise<void> {
    const { game, knowledge, shell } = this.app;
    const { pegs } = game;
    this.message = { said: text.play.thinking };
    this.draw();
    const line = await knowledge.line(pegs, LONGER).catch(() => null);
    if (this.app.game !== game || game.pegs !== pegs) return;
    this.message = null;
    if (!line || line.jumps.length === 0) {
      this.message = { said: text.play.solutionNone };
    } else {
      this.watch(line.jumps, line.wins ? undefined : text.play.solutionLeaves(line.pegsLeft));
    }
    if (this.message) shell.say(this.message.said);
    this.draw();
  }

  /** Plays back a line from the current position and announces it. */
  watch(jumps: Jump[], said = text.play.solutionIs(moves(this.app.game.facts, jumps).length)): void {
    const { app } = this;
    this.endPlayback();
    this.message = { said };
    this.lifted = null;
    this.hint = null;
    const playback = new Playback(app.game, jumps, app.settings.speed, (by, jump) => {
      if (this.playback === playback) this.showStep(playback, by, jump);
    });
    this.playback = playback;
    this.playbackControls = new PlaybackControls(app, playback, {
      toggle: () => {
        if (playback.isRunning) playback.pause();
        else playback.run();
        this.draw();
      },
      turn: () => {
        playback.turn();
        this.message = { said: playback.isInverse ? text.play.inverseIs : said };
        app.shell.say(this.message.said);
        this.draw();
      },
      adopt: () => this.adopt(),
      stop: () => this.stopPlayback(),
    });
    playback.run();
    this.draw();
  }

  private showStep(playback: Playback, by: 1 | -1 | 0, jump: Jump | null): void {
    const { isInverse, game } = playback;
    if (by === 1 && jump !== null) {
      this.app.shell.say(isInverse ? inverseNotation(game.facts, [jump])[0]! : this.jumpName(jump));
    }
    this.draw();
    if (jump === null) return;
    const [from, , to] = game.facts.jumps[jump]!;
    const isForwards = (by === 1) !== isInverse;
    if (isForwards) this.board?.animate(from, to);
    else this.board?.animate(to, from);
  }

  private endPlayback(): void {
    this.playback?.pause();
    this.playback = null;
    this.playbackControls = null;
  }

  /** Raises the alarm once for each position. */
  private sayAlarm(): void {
    const { game, knowledge, settings, shell } = this.app;
    if (settings.help === 'none' || game.played === 0) return;
    const lost = losingJump(game, knowledge) === game.played - 1;
    const place = `${game.played} ${game.pegs}`;
    if (!lost || this.alarmed === place) return;
    this.alarmed = place;
    shell.alarm(text.play.alarm(this.jumpName(game.line[game.played - 1]!)));
    if (settings.sound) knock('alarm');
  }

  // Rendering.

  private jumpName(jump: Jump): string {
    const { facts } = this.app.game;
    const [from, , to] = facts.jumps[jump]!;
    return `${facts.labels[from]}-${facts.labels[to]}`;
  }

  private draw(): void {
    const game = this.shownGame;
    this.drawTitle(game);
    this.drawBoard(game);
    this.drawStatus(game);
    this.drawControls();
    const { help } = this.app.settings;
    this.helpMeaning.textContent = text.play.helpMeaning[help];
    this.timeline.element.hidden = this.playback?.isInverse ?? false; // it shows jumps that remove a peg
    this.timeline.draw(game, help === 'none' && !this.playback ? null : this.app.knowledge);
    const shown = help === 'all' && !this.playback;
    this.jumps.hidden = !shown;
    const numbers = this.drawNumbers();
    if (shown) jumpList(this.jumps, game, this.app.knowledge, numbers, (jump) => this.play(jump, true));
    else this.jumps.replaceChildren();
    moveList(this.moveList, this.playback?.course ?? courseOf(game), (done) => this.goTo(done));
  }

  private drawTitle(game: Game): void {
    const { facts, problem } = game;
    this.heading.textContent = facts.name;
    const { playback } = this;
    this.question.textContent = playback?.isInverse
      ? inverseQuestionOf(problem, playback.first)
      : questionOf(problem);
    const named = this.nameOf(problem);
    this.problemName.hidden = named === null;
    this.problemName.textContent = named?.name ?? '';
    set(this.problemName, 'title', named?.source);
  }

  private nameOf(problem: Problem): Named | null {
    if (this.knownName?.problem !== problem) {
      const key = problemKey(problem);
      const isIt = (each: Named) => problemKey(problemOf(problem.board, each.problem)) === key;
      this.knownName = { problem, named: this.named.find(isIt) ?? null };
    }
    return this.knownName.named;
  }

  /** Returns the outlook of a jump if the help level shows it. */
  private outlookOf(jump: Jump): Outlook | null {
    const { game, knowledge, settings } = this.app;
    if (settings.help !== 'all' || this.playback) return null;
    return knowledge.jump(game.pegs, jump).outlook;
  }

  private drawBoard(game: Game): void {
    const { facts, pegs } = game;
    const byHole = new Map<number, Jump[]>();
    const possible = this.playback ? [] : game.possible;
    for (const jump of possible) {
      const from = facts.jumps[jump]![0];
      byHole.set(from, [...(byHole.get(from) ?? []), jump]);
    }
    const landing = new Map<number, Jump>();
    if (this.lifted !== null) {
      for (const jump of byHole.get(this.lifted) ?? []) landing.set(facts.jumps[jump]![2], jump);
    }
    const best = (jumps: Jump[]): Outlook | null => {
      const outlooks = jumps.map((jump) => this.outlookOf(jump));
      const order: Outlook[] = ['winning', 'unknown', 'losing'];
      return order.find((outlook) => outlooks.includes(outlook)) ?? null;
    };
    const badge = (hole: number): Badge | null => {
      if (this.lifted !== null) return landing.has(hole) ? this.outlookOf(landing.get(hole)!) : null;
      return best(byHole.get(hole) ?? []);
    };
    const lastJump = this.playback ? this.playback.last : game.last;
    const last = lastJump === null ? null : facts.jumps[lastJump]!;
    const goal = this.playback?.isInverse ? null : game.problem.goal;
    this.board?.update({
      peg: (hole) => pegs[hole] === '1',
      label: (hole) => facts.labels[hole]!,
      name: (hole) => this.holeName(game, hole, byHole.get(hole) ?? [], landing.get(hole), best),
      classes: (hole) =>
        [
          hole === this.lifted ? 'lifted' : '',
          landing.has(hole) ? 'landing' : '',
          goal && isGoalHole(goal, hole) ? 'goal' : '',
          goal && isEmptyGoalHole(goal, hole) ? 'goal-empty' : '',
          last && (hole === last[2] || hole === last[0]) ? 'last' : '',
        ].join(' '),
      badge,
      arrows: this.hint && !this.playback ? [this.hint] : [],
    });
  }

  private holeName(
    game: Game,
    hole: number,
    jumps: Jump[],
    landing: Jump | undefined,
    best: (jumps: Jump[]) => Outlook | null,
  ): string {
    const { facts, pegs } = game;
    const label = facts.labels[hole]!;
    if (hole === this.lifted) return text.hole.lifted(label);
    if (landing !== undefined) {
      const outlook = this.outlookOf(landing);
      return text.hole.target(label, outlook ? text.outlook[outlook] : '');
    }
    if (pegs[hole] !== '1') return text.hole.empty(label);
    const outlook = best(jumps);
    const targets = jumps.map((jump) => facts.labels[facts.jumps[jump]![2]]!);
    return text.hole.peg(label, targets) + (outlook ? `; ${text.hole[outlook]}` : '');
  }

  private drawStatus(game: Game): void {
    const { knowledge, settings, engine } = this.app;
    const parts: (Node | string)[] = [h('strong', {}, text.pegs(pegCount(game.pegs)))];
    const outlook = knowledge.outlook(game.pegs);
    if (this.playback?.isInverse) {
      if (this.playback.isOver) parts.push(h('span', { class: 'won' }, text.play.inverseDone));
    } else if (game.isWon) parts.push(h('span', { class: 'won' }, text.play.won));
    else if (game.isOver) parts.push(h('span', {}, text.play.over(pegCount(game.pegs))));
    else if (settings.help !== 'none' && !this.playback) {
      const neverWinning = outlookAfter(game, knowledge, 0) === 'losing';
      const unknown =
        knowledge.isAsking(game.pegs) || knowledge.stage.kind === 'making'
          ? text.play.thinking
          : text.play.unknown;
      const said = {
        winning: text.play.winning,
        losing: neverWinning ? text.play.neverWinning : text.play.losing,
        unknown,
      };
      parts.push(h('span', { class: `outlook ${outlook}` }, said[outlook]));
      if (outlook === 'unknown' && unknown === text.play.unknown) {
        parts.push(button(text.play.longer(LONGER), () => this.searchLonger(), { class: 'small' }));
      }
    }
    const { stage } = knowledge;
    if (settings.help !== 'none' && stage.kind === 'making' && (knowledge.bytes ?? 0) > 2 ** 24) {
      const share = stage.done === null ? '…' : `${Math.floor(100 * stage.done)} %`;
      const label = text.play.preparing(share, Math.ceil((knowledge.bytes ?? 0) / 2 ** 20));
      parts.push(h('span', { class: 'making' }, progressBar(stage.done, label), label));
    } else if (settings.help !== 'none' && stage.kind === 'searching') {
      parts.push(h('span', { class: 'note' }, text.play.tooLarge(stage.needed, engine.memory.mostBitmap)));
    }
    replace(this.status, ...parts);
    this.drawBanner(game);
  }

  private drawBanner(game: Game): void {
    const { knowledge, settings } = this.app;
    const parts: Node[] = [];
    const lost = settings.help === 'none' || this.playback ? null : losingJump(game, knowledge);
    if (lost !== null && lost === game.played - 1) {
      parts.push(
        h('p', { class: 'alarm' }, text.play.alarm(this.jumpName(game.line[lost]!))),
        button(`${text.play.takeBack} (u)`, () => this.undo(), { class: 'primary' }),
      );
    }
    if (this.message) {
      parts.push(h('p', {}, this.message.said));
      for (const press of this.message.presses ?? []) parts.push(button(...press));
    }
    replace(this.banner, ...parts);
    set(this.banner, 'data-alarm', lost !== null && lost === game.played - 1);
    this.banner.hidden = parts.length === 0;
  }

  private drawControls(): void {
    const { buttons, controls, playbackControls } = this;
    const shown = playbackControls?.elements ?? this.playControls;
    playbackControls?.update();
    controls.dataset['kind'] = playbackControls ? 'playback' : 'play';
    if (shown.some((each) => each.parentElement !== controls)) replace(controls, ...shown);
    const { game } = this.app;
    // `aria-disabled` instead of `disabled`, which would drop the focus.
    set(buttons.undo, 'aria-disabled', game.played === 0 ? 'true' : null);
    set(buttons.redo, 'aria-disabled', game.played === game.line.length ? 'true' : null);
    set(buttons.restart, 'aria-disabled', game.played === 0 ? 'true' : null);
    set(buttons.hint, 'aria-disabled', game.isOver ? 'true' : null);
    set(buttons.solution, 'aria-disabled', game.isOver ? 'true' : null);
  }

  private async copyLink(): Promise<void> {
    this.app.shell.toast((await copy(this.app.link())) ? text.copied : text.notCopied);
  }

  private stopPlayback(): void {
    this.endPlayback();
    this.message = null;
    this.draw();
  }

  private adopt(): void {
    const { playback } = this;
    if (!playback) return;
    const jumps = playback.game.playedJumps;
    this.endPlayback();
    this.forget();
    const { game } = this.app;
    game.goTo(0);
    for (const jump of jumps) game.play(jump);
    this.app.gameChanged();
  }

  /** Shows the known numbers if their panel is open. */
  private drawNumbers(): Numbers | null {
    if (!this.numbers.open || this.playback) {
      this.finder.stop();
      return null;
    }
    const { game, knowledge } = this.app;
    const found = this.finder.of(knowledge, game);
    const longer = () => {
      this.finder.longer(knowledge, game);
      this.draw();
    };
    const megabytes = allowanceOf(this.app.engine.search.share);
    numberTable(this.numberPlace, game, knowledge, found, megabytes, longer);
    return found;
  }
}
