/**
 * Custom element `<peg-board>`: a playable board.
 *
 * | attribute | meaning |
 * |---|---|
 * | `board` | name of a board in the library, `english` by default |
 * | `vacate` | label of the hole that is empty at the start; by default that of the usual problem |
 * | `finish` | label of the hole for the last peg, or `any`; by default that of the usual problem, or `any` with `vacate` |
 * | `moves` | moves to play at the start, such as `d2-d4 b3-d3` |
 * | `help` | `none` (the default), `alarm`, or `all` to mark each possible jump; needs the engine |
 * | `names` | `border` (the default), `holes` or `none` |
 *
 * It dispatches the events `jump`, `won`, `lost` (no jump is left), and `alarm` (a jump has thrown the win away), each
 * with `detail: {jump, pegs}`. Its methods are `undo()`, `redo()` and `restart()`.
 *
 * An element that receives `shown` displays that game instead, and leaves the rules to its owner, as on the page.
 */

import { render } from 'preact';
import { GameBoard, type GameBoardProps } from '../components/game-board.tsx';
import type { Motion } from '../components/board.tsx';
import type { Facts, Outlook } from 'pegboard';
import {
  Game,
  jumpName,
  jumpsBetween,
  pegCount,
  vacate,
  type Goal,
  type Jump,
  type Problem,
} from '../model/game.ts';
import { NAME_PLACES, type NamePlace } from '../model/storage.ts';
import { text } from '../text/text.ts';
import styles from '../styles/board.css?inline';

/** Source of what a board cannot know by itself. */
export interface Provider {
  /** Returns the facts and the usual problem of a library board. */
  board: (id: string) => Promise<{ facts: Facts; problem: Problem }>;
  /** Returns the outlooks of the jumps of a position; without it, help is not available. */
  outlooks?: (game: Game) => Promise<ReadonlyMap<Jump, Outlook>>;
}

let sheet: CSSStyleSheet | null = null;

function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  return sheet;
}

export class PegBoard extends HTMLElement {
  static readonly observedAttributes = ['board', 'vacate', 'finish', 'moves', 'help', 'names'];
  private static provider: Provider | null = null;
  /** Elements that were in the document before there was a provider. */
  private static readonly waiting = new Set<PegBoard>();

  /** Sets the source for all elements of a document. */
  static use(provider: Provider): void {
    PegBoard.provider = provider;
    for (const element of PegBoard.waiting) element.loadOrSay();
    PegBoard.waiting.clear();
  }

  private readonly root = this.attachShadow({ mode: 'open', delegatesFocus: false });
  private owned: GameBoardProps | null = null;
  private game: Game | null = null;
  private outlooks: ReadonlyMap<Jump, Outlook> = new Map();
  private motion: Motion | null = null;
  private said = '';
  /** Jumps between the same holes, over different pegs, of which the player chooses one. */
  private choices: Jump[] = [];
  private readonly place = document.createElement('div');
  private loading = 0;

  constructor() {
    super();
    this.root.adoptedStyleSheets = [sharedSheet()];
    this.place.className = 'element';
    this.root.append(this.place);
  }

  connectedCallback(): void {
    if (this.owned) this.draw();
    else this.loadOrSay();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected || this.owned) return;
    if (name === 'names') this.draw();
    else if (name === 'help') this.changed();
    else this.loadOrSay();
  }

  /** Game that the owner of the element displays. */
  set shown(shown: GameBoardProps | null) {
    this.owned = shown;
    this.draw();
  }

  get shown(): GameBoardProps | null {
    return this.owned;
  }

  /** Problem to play, instead of the attributes `board`, `vacate` and `finish`. */
  set problem(problem: Problem) {
    this.loading++;
    this.begin(new Game(problem));
  }

  undo(): void {
    if (!this.game?.undo()) return;
    this.said = '';
    this.changed();
  }

  redo(): void {
    const jump = this.game?.line[this.game.played];
    if (jump !== undefined) this.jump(jump, true);
  }

  restart(): void {
    this.game?.goTo(0);
    this.said = '';
    this.changed();
  }

  /** Loads the board of the attributes, or shows why it cannot. */
  private loadOrSay(): void {
    const { provider } = PegBoard;
    if (!provider) {
      PegBoard.waiting.add(this);
      return;
    }
    const turn = ++this.loading;
    this.load(provider, turn).catch((error: unknown) => {
      if (turn !== this.loading) return;
      this.game = null;
      this.fail(error);
    });
  }

  private fail(error: unknown): void {
    this.choices = [];
    this.said = error instanceof Error ? error.message : String(error);
    this.draw();
  }

  private async load(provider: Provider, turn: number): Promise<void> {
    const { facts, problem } = await provider.board(this.getAttribute('board') ?? 'english');
    if (turn !== this.loading) return;
    const hole = (name: string) => {
      const label = this.getAttribute(name);
      if (label === null || (name === 'finish' && label === 'any')) return -1;
      const hole = facts.labels.indexOf(label);
      if (hole < 0) console.warn(`<peg-board>: the board has no hole ${label}`);
      return hole;
    };
    const [vacancy, finish] = [hole('vacate'), hole('finish')];
    const start = vacancy < 0 ? problem.start : vacate(facts, vacancy);
    const goal = ((): Goal => {
      if (finish >= 0) return { kind: 'hole', hole: finish };
      return vacancy < 0 && !this.hasAttribute('finish') ? problem.goal : { kind: 'anyHole' };
    })();
    this.begin(new Game({ board: problem.board, start, goal }));
  }

  private begin(game: Game): void {
    this.game = game;
    this.said = '';
    const moves = (this.getAttribute('moves') ?? '').split(/[\s,]+/).filter(Boolean);
    const wrong = moves.find((move) => !playMove(game, move));
    if (wrong !== undefined) console.warn(`<peg-board>: the move ${wrong} cannot be played`);
    this.changed();
  }

  private jump(jump: Jump, animated: boolean): void {
    const { game } = this;
    const wins = this.outlooks.get(jump);
    const couldWin = [...this.outlooks.values()].includes('winning');
    if (!game?.play(jump)) return;
    const [from, , to] = game.facts.jumps[jump]!;
    if (animated) this.motion = { key: (this.motion?.key ?? 0) + 1, from, to };
    const name = jumpName(game.facts, jump);
    this.said = text.play.played(name, pegCount(game.pegs));
    const detail = { jump: name, pegs: pegCount(game.pegs) };
    this.tell('jump', detail);
    if (game.isWon) {
      this.said += ` ${text.play.won}`;
      this.tell('won', detail);
    } else if (game.isOver) {
      this.said += ` ${text.play.over(pegCount(game.pegs))}`;
      this.tell('lost', detail);
    }
    if (wins === 'losing' && couldWin && this.getAttribute('help') !== 'none') {
      this.said += ` ${text.play.alarm(name)}`;
      this.tell('alarm', detail);
    }
    this.changed();
  }

  private tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private changed(): void {
    this.choices = [];
    this.outlooks = new Map();
    this.draw();
    const { game } = this;
    const { provider } = PegBoard;
    const help = this.getAttribute('help') ?? 'none';
    if (!game || help === 'none' || !provider?.outlooks) return;
    const { pegs } = game;
    const isCurrent = () => this.game === game && game.pegs === pegs;
    provider.outlooks(game).then(
      (outlooks) => {
        if (!isCurrent()) return;
        this.outlooks = outlooks;
        this.draw();
      },
      (error: unknown) => {
        if (isCurrent()) this.fail(error);
      },
    );
  }

  private draw(): void {
    const { owned, game, place } = this;
    // Rules of the sheet within the element do not see attributes around it.
    for (const name of ['data-material', 'data-pegs']) {
      const value = this.closest(`[${name}]`)?.getAttribute(name);
      if (value) place.setAttribute(name, value);
      else place.removeAttribute(name);
    }
    if (owned) {
      render(<GameBoard {...owned} />, place);
      return;
    }
    const status = (
      <p class="said" role="status">
        {this.choices.length > 0 ? text.play.overWhich : this.said}
      </p>
    );
    if (!game) {
      render(status, place);
      return;
    }
    const names =
      NAME_PLACES.find((each) => each === this.getAttribute('names')) ?? ('border' satisfies NamePlace);
    const isMarked = this.getAttribute('help') === 'all';
    render(
      <>
        <GameBoard
          facts={game.facts}
          pegs={game.pegs}
          goal={game.problem.goal}
          last={game.last}
          isPlayable
          outlookOf={(jump) => (isMarked ? (this.outlooks.get(jump) ?? null) : null)}
          motion={this.motion}
          names={names}
          oneClick={false}
          jump={(jump, animated) => this.jump(jump, animated)}
          choose={(jumps) => {
            this.choices = jumps;
            this.draw();
          }}
          say={(message) => {
            this.choices = [];
            this.said = message;
            this.draw();
          }}
        />
        {status}
        {this.choices.map((jump) => (
          <button key={jump} type="button" onClick={() => this.jump(jump, true)}>
            {text.play.overHole(game.facts.labels[game.facts.jumps[jump]![1]]!)}
          </button>
        ))}
      </>,
      place,
    );
  }
}

/** Plays a move such as `d2-d4-f4` or `a-(b)-c`. Returns `false` at a jump that is not possible, or one of several. */
function playMove(game: Game, move: string): boolean {
  const { labels, jumps } = game.facts;
  let from: number | null = null;
  let over: number | null = null;
  for (const word of move.split('-')) {
    const middle = /^\((.+)\)$/.exec(word);
    const hole = labels.indexOf(middle ? middle[1]! : word);
    if (middle) {
      over = hole;
      continue;
    }
    if (from !== null) {
      const isMeant = (jump: Jump) => over === null || jumps[jump]![1] === over;
      const meant = jumpsBetween(game.facts, from, hole).filter(
        (jump) => game.possible.includes(jump) && isMeant(jump),
      );
      if (meant.length !== 1) return false;
      game.play(meant[0]!);
    }
    [from, over] = [hole, null];
  }
  return true;
}

if (!customElements.get('peg-board')) customElements.define('peg-board', PegBoard);
