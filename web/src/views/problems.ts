/** Problem view: choosing vacancy and finish by clicking holes, or any start by painting pegs. */

import type { Facts, FewestMoves, Pegs, Reason, Settled } from '../engine/messages.ts';
import {
  Game,
  allowedFinishes,
  isEmptyGoalHole,
  isGoalHole,
  listsFinishes,
  neighborsOf,
  pegCount,
  problemData,
  problemKey,
  usualProblem,
  vacancyOf,
  vacate,
  withNextMark,
  withPeg,
  type Goal,
  type Jump,
  type Problem,
} from '../model/game.ts';
import { Settler } from '../model/settler.ts';
import { ShortestFinder } from '../model/shortest.ts';
import { text } from '../text.ts';
import { BoardView } from '../view/board-view.ts';
import { button, choice, h, replace } from '../view/dom.ts';
import { downloadText, fileName } from '../view/files.ts';
import type { Host, View } from '../view/host.ts';
import { progressBar, sign, type Badge } from '../view/marks.ts';
import { questionOf } from '../view/question.ts';
import { AtlasPanel } from './atlas.ts';
import { namedProblems } from './named-problems.ts';
import { PuzzlePanel } from './puzzle-panel.ts';

type Mode = keyof typeof text.problems.modes;
type Status = keyof typeof text.problems.status;

const BADGES: Record<Status, Badge> = {
  solvable: 'winning',
  unsolvable: 'losing',
  undecided: 'unknown',
  waiting: 'waiting',
};

/** Time limits for fewest moves in seconds: first, and for each repetition. */
const FEWEST_MOVES = 20;
const FEWEST_MOVES_LONGER = 120;

export class ProblemsView implements View {
  readonly element: HTMLElement;
  private board: BoardView | null = null;
  private facts: Facts | null = null;
  private start: Pegs = '';
  private goal: Goal = { kind: 'anyHole' };
  private mode: Mode = 'vacancy';
  private brush = true;
  private showWeights = true;
  private readonly settler: Settler;
  private readonly shortest: ShortestFinder;
  private readonly atlas: AtlasPanel;
  private readonly heading = h('h2', {}, text.problems.heading);
  private readonly boardPlace = h('div', { class: 'board-scroll' });
  private readonly modes = h('div', {});
  private readonly summary = h('p', { class: 'note', role: 'status' });
  private readonly answer = h('div', { class: 'panel answer' });
  private readonly fewestMoves = h('div', { class: 'panel' });
  private readonly finishes = h('div', { class: 'panel' });
  private readonly named = h('details', { class: 'panel', hidden: true });

  constructor(private readonly app: Host) {
    this.settler = new Settler(app.engine, () => this.draw());
    this.shortest = new ShortestFinder(app.engine, app.shipped, () => this.drawFewestMoves());
    this.atlas = new AtlasPanel(app);
    const every = h('details', {}, h('summary', {}, text.problems.all), this.atlas.element);
    every.addEventListener('toggle', () => {
      if (every.open) this.showAtlas();
      else this.atlas.pause();
    });
    const puzzle = new PuzzlePanel(app, (game) => this.play(game));
    this.element = h(
      'section',
      { class: 'view problems', 'aria-label': text.views.problems },
      h(
        'div',
        { class: 'stage' },
        h('div', { class: 'title' }, this.heading, h('p', { class: 'question' }, text.problems.explain)),
        this.modes,
        this.boardPlace,
        this.summary,
      ),
      h(
        'div',
        { class: 'side' },
        this.answer,
        this.fewestMoves,
        this.finishes,
        this.named,
        puzzle.element,
        every,
      ),
    );
  }

  shown(): void {
    const { game } = this.app;
    if (this.facts !== game.facts) this.newBoard();
    this.draw();
    this.wantFinishes();
    if (this.isAtlasOpen) this.showAtlas();
  }

  hidden(): void {
    this.settler.stop();
    this.shortest.stop();
    this.atlas.pause();
  }

  private get isAtlasOpen(): boolean {
    return this.atlas.element.closest('details')?.open ?? false;
  }

  private showAtlas(): void {
    this.atlas.show(this.app.game.problem.board);
  }

  private newBoard(): void {
    const { problem, facts } = this.app.game;
    this.facts = facts;
    this.start = problem.start;
    this.goal = problem.goal;
    this.mode = 'vacancy';
    this.heading.textContent = `${text.problems.heading}: ${facts.name}`;
    this.makeBoard();
    void this.listNamed(facts);
  }

  /** Plays a problem not chosen by holes, and shows it in this view. */
  private play(game: Game): void {
    [this.start, this.goal] = [game.problem.start, game.problem.goal];
    this.app.open(game);
  }

  /** Lists the classic problems of the board. */
  private async listNamed(facts: Facts): Promise<void> {
    this.named.hidden = true;
    const named = await this.app.engine.named(facts.file);
    if (this.facts !== facts || named.length === 0) return;
    const { board } = this.app.game.problem;
    this.named.hidden = false;
    replace(
      this.named,
      h('summary', {}, `${text.problems.named} (${named.length})`),
      namedProblems(board, named, (problem) => this.play(new Game(problem))),
    );
  }

  /** Creates the board for the current mode: painting and clicking need different input handlers. */
  private makeBoard(): void {
    const { facts } = this;
    if (!facts) return;
    const paint = (hole: number, first: boolean) => {
      if (first) this.brush = this.start[hole] !== '1';
      this.setStart(withPeg(this.start, hole, this.brush));
    };
    this.board = new BoardView(
      facts.places,
      text.hole.board(facts.name),
      this.mode === 'pegs'
        ? { press: (hole) => paint(hole, true), paint }
        : { press: (hole) => this.choose(hole) },
      this.mode === 'pegs' ? 'painting' : '',
      { edges: neighborsOf(facts) },
    );
    replace(this.boardPlace, this.board.element);
    replace(
      this.modes,
      choice(text.problems.choose, text.problems.modes, this.mode, (mode) => {
        const repaint = (mode === 'pegs') !== (this.mode === 'pegs');
        this.mode = mode;
        if (repaint) this.makeBoard();
        this.draw();
      }),
      this.mode === 'pegs'
        ? h(
            'div',
            { class: 'row' },
            button(text.problems.fill, () => this.setStart('1'.repeat(facts.labels.length)), {
              class: 'small',
            }),
            button(text.problems.clear, () => this.setStart('0'.repeat(facts.labels.length)), {
              class: 'small',
            }),
          )
        : null,
    );
  }

  private choose(hole: number): void {
    if (this.mode === 'vacancy') {
      this.mode = 'finish';
      this.makeBoard(); // shows the next step
      this.setStart(vacate(this.facts!, hole));
      this.board?.focus(hole);
    } else if (this.mode === 'pattern') {
      this.setGoal(withNextMark(this.facts!, this.goal, hole) ?? { kind: 'anyHole' });
    } else {
      this.setGoal({ kind: 'hole', hole });
    }
  }

  private setStart(start: Pegs): void {
    this.shortest.stop();
    this.start = start;
    const finishes = allowedFinishes(this.facts!, start);
    if (this.goal.kind === 'hole' && !finishes.includes(this.goal.hole)) this.goal = { kind: 'anyHole' };
    this.draw();
    this.wantFinishes();
  }

  private setGoal(goal: Goal): void {
    this.shortest.stop();
    this.goal = goal;
    this.draw();
    this.wantFinishes();
  }

  private problem(goal: Goal = this.goal): Problem {
    return { board: this.app.game.problem.board, start: this.start, goal };
  }

  /** Settles the chosen problem first, then every allowed finish. The shipped atlas answers before the solver. */
  private wantFinishes(): void {
    if (!this.facts || pegCount(this.start) < 2) return;
    const { shipped } = this.app;
    const finishes = allowedFinishes(this.facts, this.start).map((hole): Goal => ({ kind: 'hole', hole }));
    const others = finishes.filter((goal) => JSON.stringify(goal) !== JSON.stringify(this.goal));
    const problems = [this.goal, ...others].map((goal) => this.problem(goal));
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

  private found(goal: Goal): Settled | undefined {
    return this.settler.of(problemKey(this.problem(goal)));
  }

  private status(goal: Goal): Status {
    return this.found(goal)?.answer ?? 'waiting';
  }

  private draw(): void {
    const { facts } = this;
    if (!facts || this.element.hidden) return;
    const finishes = allowedFinishes(facts, this.start);
    this.drawBoard(facts, finishes);
    this.drawSummary(finishes);
    this.drawAnswer(facts);
    this.drawFewestMoves();
    this.drawFinishes(facts, finishes);
  }

  private drawBoard(facts: Facts, finishes: number[]): void {
    const { start, goal, mode } = this;
    const reason = this.found(goal)?.reason ?? null;
    const marked = this.showWeights ? markedHoles(reason) : [];
    const weights = this.showWeights && reason?.kind === 'pagoda' ? reason.functions[0]?.weights : undefined;
    const allowed = new Set(mode === 'finish' ? finishes : []);
    const { hole: holeText, problems } = text;
    this.board?.update({
      peg: (hole) => start[hole] === '1',
      label: (hole) => (weights ? String(weights[hole]) : facts.labels[hole]!),
      classes: (hole) =>
        [
          allowed.has(hole) ? 'landing' : '',
          isGoalHole(goal, hole) ? 'goal' : '',
          isEmptyGoalHole(goal, hole) ? 'goal-empty' : '',
          marked.includes(hole) ? 'marked' : '',
          weights ? 'weighted' : '',
        ].join(' '),
      badge: (hole) => (allowed.has(hole) ? BADGES[this.status({ kind: 'hole', hole })] : null),
      name: (hole) => {
        const label = facts.labels[hole]!;
        if (mode === 'vacancy') return problems.vacancyName(label, start[hole] !== '1');
        if (mode === 'pattern') {
          const mark = isEmptyGoalHole(goal, hole) ? 'empty' : 'free';
          return problems.markName(label, isGoalHole(goal, hole) ? 'peg' : mark);
        }
        if (mode === 'pegs') return problems.paintName(label, start[hole] === '1');
        const status = allowed.has(hole)
          ? problems.status[this.status({ kind: 'hole', hole })]
          : problems.forbidden;
        return `${start[hole] === '1' ? holeText.peg(label, []) : holeText.empty(label)}. ${problems.finishName(label, status)}`;
      },
    });
  }

  private drawSummary(finishes: number[]): void {
    const { problems } = text;
    if (pegCount(this.start) < 2) {
      this.summary.textContent = problems.needPegs;
      return;
    }
    const isDecided = (hole: number) => {
      const status = this.status({ kind: 'hole', hole });
      return status === 'solvable' || status === 'unsolvable';
    };
    const decided = finishes.filter(isDecided).length;
    const share = finishes.length > 0 ? ` ${problems.settledCount(decided, finishes.length)}.` : '';
    this.summary.textContent = problems.finishes(finishes.length) + share;
  }

  private drawAnswer(facts: Facts): void {
    const { problems } = text;
    const { goal } = this;
    const goals = this.goalSelect(facts);
    const isReady = pegCount(this.start) >= 2;
    const isShipped = this.app.shipped.settled(this.problem())?.answer === 'unsolvable';
    const found = this.found(goal);
    const status = this.status(goal);
    replace(
      this.answer,
      h('h3', {}, questionOf(this.problem())),
      h('label', { class: 'field inline' }, problems.goal, goals),
      isReady
        ? h('p', { class: `verdict ${status}`, role: 'status' }, sign(BADGES[status]), this.verdict(found))
        : null,
      isReady ? this.weightSwitch(found?.reason ?? null) : null,
      isShipped ? h('p', { class: 'note' }, problems.fromAtlas) : null,
      isReady
        ? h(
            'div',
            { class: 'row' },
            button(problems.play, () => this.app.open(new Game(this.problem())), { class: 'primary' }),
            found?.answer === 'solvable'
              ? button(problems.showSolution, () => this.watch(found.jumps))
              : null,
            isShipped ? button(problems.certificate, () => void this.downloadCertificate()) : null,
            found?.answer === 'undecided' && !this.settler.isRunning
              ? button(problems.longer, () => this.settler.longer())
              : null,
          )
        : null,
    );
  }

  private async downloadCertificate(): Promise<void> {
    const problem = this.problem();
    const { name, labels } = problem.board.facts;
    const certificate = await this.app.shipped.certificate(problem);
    if (certificate === null || problem.goal.kind !== 'hole') return;
    const ends = [vacancyOf(problem.start)!, problem.goal.hole].map((hole) => labels[hole]!);
    downloadText(fileName(`${name} ${ends.join(' ')}`, 'ron'), certificate);
  }

  private goalSelect(facts: Facts): HTMLSelectElement {
    const { goal } = this;
    const hole = allowedFinishes(facts, this.start)[0] ?? vacancyOf(this.start) ?? 0;
    const choices: Goal[] = [{ kind: 'hole', hole }, { kind: 'anyHole' }, { kind: 'fewest' }];
    if (goal.kind === 'position' || goal.kind === 'patterns') choices.push(goal); // no choice in the list sets such a goal
    const goals = h(
      'select',
      {},
      ...choices.map(({ kind }) => h('option', { value: kind }, text.problems.goals[kind])),
    );
    goals.value = goal.kind;
    goals.addEventListener('change', () => {
      this.setGoal(choices.find(({ kind }) => kind === goals.value) ?? goal);
      this.answer.querySelector('select')?.focus();
    });
    return goals;
  }

  /** Shows the search for fewest moves of the chosen problem, and its solution. */
  private drawFewestMoves(): void {
    const { fewestMoves: place, shortest, goal } = this;
    const { problems } = text;
    const problem = this.problem();
    const found = shortest.of(problem);
    place.hidden =
      !listsFinishes(goal) || this.found(goal)?.answer === 'unsolvable' || pegCount(this.start) < 2;
    const begin = (seconds: number) => () => void shortest.find(problem, seconds);
    const parts: Node[] = [];
    if (shortest.isSearching(problem)) {
      const stop = () => {
        shortest.stop();
        this.drawFewestMoves();
      };
      parts.push(
        h('p', { role: 'status' }, problems.movesSearching),
        h('div', { class: 'row' }, progressBar(null, problems.movesSearching), button(problems.stop, stop)),
      );
    } else if (found === undefined) {
      parts.push(
        button(problems.fewestMoves, begin(FEWEST_MOVES)),
        h('p', { class: 'note' }, problems.movesExplain),
      );
    } else {
      const isProved = found.moves === found.atLeast;
      parts.push(
        h('p', { role: 'status' }, shortestSaid(found)),
        h(
          'div',
          { class: 'row' },
          found.jumps ? button(problems.watchShortest, () => this.watch(found.jumps)) : null,
          isProved ? null : button(problems.longer, begin(FEWEST_MOVES_LONGER)),
        ),
      );
    }
    const hadFocus = place.contains(document.activeElement);
    replace(place, h('h3', {}, problems.fewestMoves), ...parts);
    if (hadFocus) place.querySelector('button')?.focus();
  }

  private weightSwitch(reason: Reason | null): Node | null {
    if (reason?.kind !== 'pagoda' && reason?.kind !== 'class') return null;
    const input = h('input', { type: 'checkbox' });
    input.checked = this.showWeights;
    input.addEventListener('change', () => {
      this.showWeights = input.checked;
      this.draw();
    });
    return h('label', { class: 'check' }, input, text.problems.weights);
  }

  private verdict(found: Settled | undefined): string {
    const { problems } = text;
    if (!found) return problems.waiting;
    if (found.answer === 'undecided') return problems.undecided(found.seconds);
    if (found.answer === 'unsolvable') return because(found.reason);
    return problems.solvable(found.jumps?.length ?? 0, found.moves ?? 0);
  }

  private watch(line: Jump[] | null): void {
    this.app.watch(new Game(this.problem()), line ?? []);
  }

  private drawFinishes(facts: Facts, finishes: number[]): void {
    const { problems } = text;
    const entry = (hole: number) => {
      const status = this.status({ kind: 'hole', hole });
      const press = button('', () => this.setGoal({ kind: 'hole', hole }), {
        class: 'chip',
        'aria-label': problems.finishName(facts.labels[hole]!, problems.status[status]),
        'aria-pressed': String(this.goal.kind === 'hole' && this.goal.hole === hole),
      });
      press.append(sign(BADGES[status]), facts.labels[hole]!);
      return h('li', {}, press);
    };
    this.finishes.hidden = finishes.length === 0;
    replace(
      this.finishes,
      h('h3', {}, problems.modes.finish),
      h('ul', { class: 'chips' }, ...finishes.map(entry)),
    );
  }

  /** Shows the usual problem when another board is opened. */
  gameChanged(): void {
    if (!this.element.hidden && this.facts !== this.app.game.facts) {
      this.newBoard();
      const usual = usualProblem(this.app.game.problem.board);
      [this.start, this.goal] = [usual.start, usual.goal];
      this.draw();
    }
  }
}

function because(reason: Reason | null): string {
  const { problems } = text;
  switch (reason?.kind) {
    case 'class':
      return problems.becauseClass(reason.holes.length, reason.start, reason.finish);
    case 'pagoda': {
      const { start, finish, loss } = reason.functions[0]!;
      return loss > 0 ? problems.becauseParity(start, finish, loss) : problems.becausePagoda(start, finish);
    }
    case 'cases':
      return problems.becauseCases(reason.leaves);
    case 'exhaustion':
      return problems.becauseExhaustion(text.big(reason.positions));
    case 'tooFewPegs':
      return problems.becauseTooFew;
    default:
      return problems.becauseRecorded;
  }
}

function shortestSaid({ moves: found, atLeast }: FewestMoves): string {
  const { problems } = text;
  if (atLeast === null) return problems.movesUnsolvable;
  if (found === null) return problems.movesNone;
  return found === atLeast ? problems.movesProved(found) : problems.movesBetween(found, atLeast);
}

function markedHoles(reason: Reason | null): number[] {
  if (reason?.kind === 'class') return reason.holes;
  if (reason?.kind === 'pagoda') return reason.functions[0]?.sets.flatMap((set) => set.holes) ?? [];
  return [];
}
