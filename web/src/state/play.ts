/** State of the playing view: messages, hints, playback, numbers and the classic problems of the board. */

import {
  allowanceOf,
  Cancelled,
  type Facts,
  LoadError,
  LONGEST_TEXT,
  type Line,
  type Named,
  type Pegs,
} from 'pegboard';
import { startLink } from '../model/link.ts';
import {
  allows,
  inverseNotation,
  jumpName,
  labelled,
  moves,
  pegCount,
  problemData,
  problemKey,
  problemOf,
  type Game,
  type Jump,
  type Problem,
} from '../model/game.ts';
import { NumberFinder, type Numbers } from '../model/numbers.ts';
import { losingJump } from '../model/outlooks.ts';
import { Playback } from '../model/playback.ts';
import { text } from '../text/text.ts';
import { knock } from '../browser/sound.ts';
import type { Arrow, Motion } from '../components/board.tsx';
import { messageOf } from './errors.ts';
import type { Page } from './page.ts';

/** Time limit of a longer search in seconds. */
export const LONGER = 10;

export interface Message {
  said: string;
  presses?: [name: string, press: () => void][];
}

export class PlayState {
  hint: Arrow | null = null;
  message: Message | null = null;
  playback: Playback | null = null;
  motion: Motion | null = null;
  /** Numbers of the current position, if their panel is open. */
  numbers: Numbers | null = null;
  /** Error or reading of typed moves. */
  typed = '';
  /** Position of a pending hint, requested before its outlooks were known. */
  private hintFor: Pegs | null = null;
  private alarmed = '';
  private motions = 0;
  /** Classic problems of the board. */
  private named: { facts: Facts; list: Named[] } | null = null;
  private knownName: { problem: Problem; named: Named | null } | null = null;
  private readonly finder: NumberFinder;
  /** Game whose first jump was counted. */
  private begun: Game | null = null;
  /** Game whose solution was counted. */
  private counted: Game | null = null;
  /** Places in the line of the game whose jumps the page made, by `adopt`. */
  private readonly adopted = new Set<number>();

  constructor(private readonly page: Page) {
    this.finder = new NumberFinder(page.engine, () => page.changed());
  }

  /** Line of the playback, or else the current game. */
  get shownGame(): Game {
    return this.playback?.game ?? this.page.game;
  }

  hidden(): void {
    if (this.playback) this.message = null; // it describes the line
    this.endPlayback();
  }

  gameReplaced(): void {
    this.forget();
    this.endPlayback();
    this.typed = '';
    this.counted = this.page.game.isWon ? this.page.game : null;
    this.adopted.clear();
    void this.learnNames(this.page.game.facts);
  }

  /** Called when the game or its outlooks change. */
  gameChanged(): void {
    const { game, knowledge } = this.page;
    this.sayAlarm();
    if (this.hintFor === game.pegs && knowledge.of(game.pegs)) this.showHint();
  }

  private async learnNames(facts: Facts): Promise<void> {
    if (this.named?.facts === facts) return;
    this.named = { facts, list: [] };
    this.knownName = null;
    const list = await this.page.named(facts).catch(() => []);
    if (this.page.game.facts !== facts || list.length === 0) return;
    this.named = { facts, list };
    this.knownName = null;
    this.page.changed();
  }

  nameOf(problem: Problem): Named | null {
    if (this.knownName?.problem !== problem) {
      const key = problemKey(problem);
      const isIt = (each: Named) => problemKey(problemOf(problem.board, each.problem)) === key;
      this.knownName = { problem, named: this.named?.list.find(isIt) ?? null };
    }
    return this.knownName.named;
  }

  /** `true` if the last jump threw the win away, and the player wants to know. */
  get isAlarm(): boolean {
    const { game, knowledge, settings } = this.page;
    if (settings.help === 'none' || this.playback || game.played === 0) return false;
    return losingJump(game, knowledge) === game.played - 1;
  }

  /** Clears the messages about the previous position. */
  private forget(): void {
    this.hint = null;
    this.hintFor = null;
    this.message = null;
  }

  private move(from: number, to: number): void {
    this.motion = { key: ++this.motions, from, to };
  }

  // Actions of the player.

  jump(jump: Jump, animated: boolean): void {
    const { game } = this.page;
    if (this.playback || !allows(game.facts, game.pegs, jump)) return;
    this.show(jump, animated, this.make(jump));
  }

  /** Makes a jump of the player. Returns `true` if the player has not made it before. */
  private make(jump: Jump): boolean {
    const { game } = this.page;
    const place = game.played;
    const isOther = game.line[place] !== jump;
    const isNew = isOther || this.adopted.has(place);
    for (const each of [...this.adopted])
      if (each === place || (isOther && each > place)) this.adopted.delete(each);
    game.play(jump);
    return isNew;
  }

  /** Shows, announces and counts a jump that was just made. */
  private show(jump: Jump, animated: boolean, isNew: boolean): void {
    const { page } = this;
    const { game } = page;
    this.forget();
    const [from, , to] = game.facts.jumps[jump]!;
    if (animated) this.move(from, to);
    // A game that was restored or opened after some jumps began before.
    if (isNew) this.count({ jumps: 1, games: this.begun !== game && game.played === 1 ? 1 : 0 });
    this.begun = game;
    if (game.isWon) this.solved(game, isNew);
    const left = text.play.played(this.jumpName(jump), pegCount(game.pegs));
    const end = game.isWon
      ? ` ${text.play.won}`
      : game.isOver
        ? ` ${text.play.over(pegCount(game.pegs))}`
        : '';
    page.say(left + end);
    if (page.settings.sound) knock(game.isWon ? 'won' : 'jump');
    page.gameChanged();
  }

  /** Asks over which peg to jump. */
  choose(jumps: Jump[]): void {
    const { game } = this.page;
    const over = (jump: Jump) => game.facts.labels[game.facts.jumps[jump]![1]]!;
    this.message = {
      said: text.play.overWhich,
      presses: jumps.map((jump) => [text.play.overHole(over(jump)), () => this.jump(jump, true)]),
    };
    this.page.say(text.play.overWhich);
  }

  undo(): void {
    if (this.playback) return this.playback.step(-1);
    const { game } = this.page;
    if (!game.undo()) return;
    const jump = game.line[game.played]!;
    this.forget();
    const [from, , to] = game.facts.jumps[jump]!;
    this.move(to, from);
    this.page.say(text.play.undone(this.jumpName(jump)));
    this.page.gameChanged();
  }

  redo(): void {
    if (this.playback) return this.playback.step(1);
    const { game } = this.page;
    const jump = game.line[game.played];
    if (jump === undefined) return;
    game.redo();
    this.show(jump, true, false);
  }

  goTo(played: number): void {
    if (this.playback) return this.playback.goTo(played);
    this.forget();
    this.page.game.goTo(played);
    this.page.gameChanged();
  }

  /** Plays typed moves: from the start of the game, or from the current position. */
  async type(written: string, fromStart: boolean): Promise<boolean> {
    const { page } = this;
    const { game } = page;
    try {
      if (written.length > LONGEST_TEXT) throw new Error(text.play.movesTooLong(LONGEST_TEXT / 1024));
      const { pegs } = game;
      const start = fromStart ? game.problem.start : pegs;
      const read = await page.engine.moves({ problem: problemData(game.problem, start), text: written });
      if (page.game !== game || (!fromStart && game.pegs !== pegs)) return false;
      if ('wrong' in read) throw new Error(text.said(read.wrong));
      const { jumps, reading } = read;
      this.endPlayback();
      this.forget();
      if (fromStart) game.goTo(0);
      for (const jump of jumps) this.make(jump);
      if (game.isWon) this.solved(game, true);
      this.typed = reading === null ? '' : text.play.readAs(reading);
      page.say(text.play.position(labelled(game.facts, game.pegs), this.empty(game)));
      page.gameChanged();
      return true;
    } catch (error) {
      this.typed = messageOf(error);
      page.changed();
      return false;
    }
  }

  /** Announces the pegs and the empty holes. */
  readPosition(): void {
    const { shownGame } = this;
    const said = text.play.position(labelled(shownGame.facts, shownGame.pegs), this.empty(shownGame));
    this.message = { said };
    this.page.say(said);
  }

  private empty({ facts, pegs }: Game): string[] {
    return facts.labels.filter((_, hole) => pegs[hole] !== '1');
  }

  /**
   * Counts a solution whose last jump is new, once for each game, and keeps it as the best one if it has the fewest moves.
   * A solution with jumps that the page made is not the player's.
   */
  private solved(game: Game, isNew: boolean): void {
    const { storage, puzzles, shipped } = this.page;
    void shipped.load(game.problem.board).then(() => this.page.changed());
    if (!isNew || this.adopted.size > 0) return;
    const start = startLink(game.problem);
    storage.addSolved(start, moves(game.facts, game.playedJumps).length);
    if (this.counted !== game) this.count({ won: 1 });
    this.counted = game;
    this.page.act(() => puzzles.solved(start));
  }

  private count(change: Partial<Record<'games' | 'won' | 'jumps' | 'hints', number>>): void {
    const statistics = { ...this.page.storage.statistics };
    for (const [name, by] of Object.entries(change)) statistics[name as keyof typeof change] += by;
    this.page.storage.statistics = statistics;
  }

  // Help.

  showHint(): void {
    if (this.playback) return;
    const { game, knowledge } = this.page;
    if (game.isOver) return;
    const known = knowledge.of(game.pegs);
    const winning = known?.jumps.find((jump) => jump.outlook === 'winning');
    if (this.hintFor !== game.pegs) this.count({ hints: 1 });
    this.forget();
    if (winning) {
      const [from, , to] = game.facts.jumps[winning.jump]!;
      this.hint = { from, to, kind: 'hint' };
      this.message = { said: text.play.hintJump(this.jumpName(winning.jump)) };
    } else if (this.isAlarm) {
      this.page.say(text.play.alarm(this.jumpName(game.last!))); // which is shown already
      return;
    } else if (known?.outlook === 'losing') {
      this.message = this.lostMessage();
    } else if (!known) {
      this.hintFor = game.pegs;
      this.message = { said: text.play.thinking };
    } else if (this.page.hasFailed) {
      this.page.say(text.failed); // which is shown already
      return;
    } else {
      this.message = {
        said: text.play.hintUnknown,
        presses: [[text.play.longer(LONGER), () => this.searchLonger()]],
      };
    }
    this.page.say(this.message.said);
  }

  private lostMessage(): Message {
    const { game, knowledge } = this.page;
    const lost = losingJump(game, knowledge);
    if (lost === null) return { said: text.play.hintLost(null) };
    const name = `${lost + 1}. ${this.jumpName(game.line[lost]!)}`;
    return { said: text.play.hintLost(name), presses: [[text.play.goBack, () => this.goTo(lost)]] };
  }

  searchLonger(): void {
    const { game, knowledge } = this.page;
    this.page.act(() => this.whileThinking(() => knowledge.searchLonger(game.pegs, LONGER)));
  }

  /** Shows that a search runs, until it ends or another message replaces this one. */
  private async whileThinking<T>(search: () => Promise<T>): Promise<T> {
    const thinking: Message = { said: text.play.thinking };
    this.message = thinking;
    this.page.changed();
    try {
      return await search();
    } finally {
      if (this.message === thinking) this.message = null;
      this.page.changed();
    }
  }

  async showSolution(): Promise<void> {
    const { game, knowledge } = this.page;
    const { pegs } = game;
    let line: Line | null = null;
    try {
      line = await this.whileThinking(() => knowledge.line(pegs, LONGER));
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof LoadError) return this.page.say(text.failed);
    }
    if (this.page.game !== game || game.pegs !== pegs) return;
    if (!line || line.jumps.length === 0) {
      this.message = { said: text.play.solutionNone };
      this.page.say(this.message.said);
    } else {
      this.watch(line.jumps, line.wins ? undefined : text.play.solutionLeaves(line.pegsLeft));
    }
  }

  // Playback.

  /** Plays back a line from the current position and announces it. */
  watch(jumps: Jump[], said = text.play.solutionIs(moves(this.page.game.facts, jumps).length)): void {
    this.endPlayback();
    this.forget();
    this.message = { said };
    const playback = new Playback(this.page.game, jumps, this.page.settings.speed, (by, jump) => {
      if (this.playback === playback) this.showStep(playback, by, jump);
    });
    this.playback = playback;
    playback.run();
    this.page.say(said);
  }

  toggle(): void {
    if (this.playback?.isRunning) this.playback.pause();
    else this.playback?.run();
    this.page.changed();
  }

  turn(): void {
    const { playback } = this;
    if (!playback) return;
    playback.turn();
    const { game, isInverse } = playback;
    this.message = {
      said: isInverse ? text.play.inverseIs : text.play.solutionIs(moves(game.facts, game.line).length),
    };
    this.page.say(this.message.said);
  }

  /** Continues the game from the displayed position. */
  adopt(): void {
    const { playback, page } = this;
    if (!playback) return;
    const jumps = playback.game.playedJumps;
    this.endPlayback();
    this.forget();
    const { game } = page;
    jumps.forEach((jump, place) => {
      if (game.line[place] !== jump) this.adopted.add(place);
    });
    game.goTo(0);
    for (const jump of jumps) game.play(jump);
    page.gameChanged();
  }

  stopPlayback(): void {
    this.endPlayback();
    this.message = null;
    this.page.changed();
  }

  private endPlayback(): void {
    this.playback?.pause();
    this.playback = null;
  }

  private showStep(playback: Playback, by: 1 | -1 | 0, jump: Jump | null): void {
    const { isInverse, game } = playback;
    if (jump !== null) {
      const [from, , to] = game.facts.jumps[jump]!;
      const isForwards = (by === 1) !== isInverse;
      if (isForwards) this.move(from, to);
      else this.move(to, from);
    }
    if (by === 1 && jump !== null) {
      this.page.say(isInverse ? inverseNotation(game.facts, [jump])[0]! : this.jumpName(jump));
    } else {
      this.page.changed();
    }
  }

  /** Raises the alarm once for each position. */
  private sayAlarm(): void {
    const { game, settings } = this.page;
    const place = `${game.played} ${game.pegs}`;
    if (!this.isAlarm || this.alarmed === place) return;
    this.alarmed = place;
    this.page.alarm(text.play.alarm(this.jumpName(game.last!)));
    if (settings.sound) knock('alarm');
  }

  jumpName(jump: Jump): string {
    return jumpName(this.page.game.facts, jump);
  }

  // Numbers.

  /** Starts or stops the computation of the numbers, after a change of anything. */
  refresh(): void {
    const { page } = this;
    const isShown = page.view === 'play' && page.settings.numbers && !this.playback;
    if (!isShown) this.finder.stop();
    this.numbers = isShown ? this.finder.of(page.knowledge, page.game) : null;
  }

  countLonger(): void {
    this.finder.longer(this.page.knowledge, this.page.game);
    this.page.changed();
  }

  /** Memory limit of a count in MiB. */
  get countMemory(): number {
    return allowanceOf(this.page.engine.lanes.search.share);
  }
}
