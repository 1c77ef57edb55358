/** State of the problem view: a start and a goal on the board of the current game, and what is known about them. */

import { downloadText, fileName } from '../browser/files.ts';
import type { Facts, FewestMoves, Named, Pegs, Settled } from 'pegboard';
import {
  Game,
  allowedFinishes,
  listsFinishes,
  pegCount,
  problemData,
  problemKey,
  vacancyOf,
  vacate,
  withNextMark,
  withPeg,
  type Goal,
  type Jump,
  type Problem,
} from '../model/game.ts';
import { Settler, type Searching } from '../model/settler.ts';
import { ShortestFinder } from '../model/shortest.ts';
import type { text } from '../text/text.ts';
import { AtlasState } from './atlas.ts';
import type { Page } from './page.ts';

export type Mode = 'vacancy' | 'finish' | 'pegs' | 'pattern';
export type Status = keyof typeof text.problems.status;

/** Time limit in seconds of the first search for fewest moves. */
const MIN_MOVES = 20;

export class ProblemsState {
  facts: Facts | null = null;
  start: Pegs = '';
  goal: Goal = { kind: 'anyHole' };
  mode: Mode = 'vacancy';
  showWeights = true;
  isLocked = false;
  named: Named[] = [];
  readonly settler: Settler;
  readonly atlas: AtlasState;
  private isAtlasOpen = false;
  private brush = true;
  /** Start before the current stroke. */
  private before: Pegs = '';
  private readonly shortest: ShortestFinder;

  constructor(private readonly page: Page) {
    this.settler = new Settler(page.engine, () => page.changed());
    this.shortest = new ShortestFinder(page.engine, page.shipped, () => page.changed());
    this.atlas = new AtlasState(page);
  }

  shown(): void {
    const { game } = this.page;
    if (this.facts !== game.facts) this.newBoard();
    this.wantFinishes();
    if (this.isAtlasOpen) this.atlas.show(game.problem.board);
  }

  hidden(): void {
    this.settler.stop();
    this.shortest.stop();
    this.atlas.pause();
  }

  /** Shows or hides all problems of the board. */
  openAtlas(open: boolean): void {
    this.isAtlasOpen = open;
    if (open) this.atlas.show(this.page.game.problem.board);
    else this.atlas.pause();
  }

  private newBoard(): void {
    const { problem, facts } = this.page.game;
    this.facts = facts;
    this.start = problem.start;
    this.goal = problem.goal;
    this.mode = 'vacancy';
    void this.listNamed(facts);
  }

  /** Lists the classic problems of the board. */
  private async listNamed(facts: Facts): Promise<void> {
    this.named = [];
    const named = await this.page.named(facts).catch(() => []);
    if (this.facts !== facts) return;
    this.named = named;
    this.page.changed();
  }

  /** Plays a problem not chosen by holes, and shows it in this view. */
  play(game: Game): void {
    [this.start, this.goal] = [game.problem.start, game.problem.goal];
    this.page.open(game);
  }

  get problem(): Problem {
    return this.withGoal(this.goal);
  }

  private withGoal(goal: Goal): Problem {
    return { board: this.page.game.problem.board, start: this.start, goal };
  }

  get finishes(): number[] {
    return this.facts ? allowedFinishes(this.facts, this.start) : [];
  }

  get isReady(): boolean {
    return pegCount(this.start) >= 2;
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.page.changed();
  }

  setLock(isLocked: boolean): void {
    this.isLocked = isLocked;
    this.page.changed();
  }

  setShowWeights(show: boolean): void {
    this.showWeights = show;
    this.page.changed();
  }

  press(hole: number): void {
    if (this.mode === 'pegs') {
      this.paint(hole, true);
    } else if (this.mode === 'vacancy') {
      this.mode = 'finish';
      this.setStart(vacate(this.facts!, hole));
    } else if (this.mode === 'pattern') {
      this.setGoal(withNextMark(this.facts!, this.goal, hole) ?? { kind: 'anyHole' });
    } else {
      this.setGoal({ kind: 'hole', hole });
    }
  }

  paint(hole: number, first: boolean): void {
    if (first) {
      this.brush = this.start[hole] !== '1';
      this.before = this.start;
    }
    this.setStart(withPeg(this.start, hole, this.brush));
  }

  cancelStroke(): void {
    this.setStart(this.before);
  }

  setStart(start: Pegs): void {
    this.shortest.stop();
    this.start = start;
    if (this.goal.kind === 'hole' && !this.finishes.includes(this.goal.hole)) this.goal = { kind: 'anyHole' };
    this.wantFinishes();
    this.page.changed();
  }

  setGoal(goal: Goal): void {
    this.shortest.stop();
    this.goal = goal;
    this.wantFinishes();
    this.page.changed();
  }

  /** Settles the chosen problem first, then every allowed finish. The shipped atlas answers before the solver. */
  private wantFinishes(): void {
    if (!this.facts || !this.isReady) return;
    const { shipped } = this.page;
    const finishes = this.finishes.map((hole): Goal => ({ kind: 'hole', hole }));
    const others = finishes.filter((goal) => JSON.stringify(goal) !== JSON.stringify(this.goal));
    const problems = [this.goal, ...others].map((goal) => this.withGoal(goal));
    const tasks = problems.map((problem) => ({ key: problemKey(problem), problem: problemData(problem) }));
    const learn = () =>
      this.settler.learn(
        problems.flatMap((problem) => {
          const found = shipped.settled(problem);
          return found ? [[problemKey(problem), found] as const] : [];
        }),
      );
    learn();
    this.settler.prefer(tasks[0]!.key);
    this.settler.want(tasks);
    this.settler.resume();
    void shipped.load(problems[0]!.board).then(learn);
  }

  found(goal: Goal = this.goal): Settled | undefined {
    return this.settler.of(problemKey(this.withGoal(goal)));
  }

  status(goal: Goal = this.goal): Status {
    return this.found(goal)?.answer ?? 'waiting';
  }

  get decidedFinishes(): number {
    return this.finishes.filter((hole) =>
      ['solvable', 'unsolvable'].includes(this.status({ kind: 'hole', hole })),
    ).length;
  }

  /** `true` if the shipped atlas has a proof that the problem is impossible. */
  get isShipped(): boolean {
    return this.page.shipped.settled(this.problem)?.answer === 'unsolvable';
  }

  async downloadCertificate(): Promise<void> {
    const { problem } = this;
    const { name, labels } = problem.board.facts;
    const certificate = await this.page.shipped.certificate(problem);
    if (certificate === null || problem.goal.kind !== 'hole') return;
    const ends = [vacancyOf(problem.start)!, problem.goal.hole].map((hole) => labels[hole]!);
    downloadText(fileName(`${name} ${ends.join(' ')}`, 'ron'), certificate);
  }

  watch(line: Jump[] | null): void {
    this.page.watch(this.newGame(), line ?? []);
  }

  newGame(): Game {
    return new Game(this.problem);
  }

  searchLonger(): void {
    this.settler.untilDecided();
    this.page.changed();
  }

  stopSearch(): void {
    this.settler.stop();
    this.page.changed();
  }

  // Fewest moves.

  get hasFewestMoves(): boolean {
    return listsFinishes(this.goal) && this.found()?.answer !== 'unsolvable' && this.isReady;
  }

  get fewestMoves(): FewestMoves | undefined {
    return this.shortest.of(this.problem);
  }

  /** Running search for fewest moves. */
  get searchingMoves(): Searching | null {
    return this.shortest.searching(this.problem);
  }

  /** Searches for the fewest moves briefly, and on request until they are known. */
  findMoves(): void {
    void this.shortest.find(this.problem, this.fewestMoves ? Infinity : MIN_MOVES);
  }

  stopMoves(): void {
    this.shortest.stop();
    this.page.changed();
  }
}
