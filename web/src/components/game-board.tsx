/** Board on which a game is played: lifting and landing, by mouse, touch and keyboard. */

import { Component, type VNode } from 'preact';
import type { Facts, Outlook, Pegs } from 'pegboard';
import {
  isEmptyGoalHole,
  isGoalHole,
  jumpsBetween,
  neighborsOf,
  possibleJumps,
  type Goal,
  type Jump,
} from '../model/game.ts';
import type { NamePlace } from '../model/storage.ts';
import { text } from '../text/text.ts';
import { borderNames } from './board-geometry.ts';
import { Board, type Arrow, type Motion } from './board.tsx';
import type { Badge } from './signs.tsx';

export interface GameBoardProps {
  facts: Facts;
  pegs: Pegs;
  /** Goal to mark; null marks none. */
  goal: Goal | null;
  /** Last jump played. */
  last: Jump | null;
  /** `false` if the board only shows a position. */
  isPlayable: boolean;
  /** Returns the outlook to mark on a possible jump, if any. */
  outlookOf?: (jump: Jump) => Outlook | null;
  hint?: Arrow | null;
  motion: Motion | null;
  names: NamePlace;
  /** Jumps at the first click if only one jump is possible. */
  oneClick: boolean;
  /** Called for the only jump between two holes. */
  jump: (jump: Jump, animated: boolean) => void;
  /** Called for several jumps between two holes. */
  choose: (jumps: Jump[]) => void;
  /** Announces a text. */
  say: (message: string) => void;
}

interface State {
  /** Lifted peg, in this position. */
  lifted: { hole: number; pegs: Pegs } | null;
  /** Hole that refused a press, until the animation ends. */
  refused: number | null;
}

const REFUSED = 350; // ms

export class GameBoard extends Component<GameBoardProps, State> {
  override state: State = { lifted: null, refused: null };
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Hole of a peg that has landed and stays lifted if it can go on. */
  private landed: number | null = null;

  override componentDidUpdate(before: GameBoardProps): void {
    const { landed } = this;
    const { pegs } = this.props;
    if (before.pegs === pegs) return;
    this.landed = null;
    const goesOn = landed !== null && this.jumpsFrom(landed).length > 0;
    if (goesOn || this.state.lifted) this.setState({ lifted: goesOn ? { hole: landed, pegs } : null });
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private get possible(): Jump[] {
    const { facts, pegs, isPlayable } = this.props;
    return isPlayable ? possibleJumps(facts, pegs) : [];
  }

  private get lifted(): number | null {
    const { lifted } = this.state;
    return lifted && lifted.pegs === this.props.pegs && this.props.isPlayable ? lifted.hole : null;
  }

  private jumpsFrom(hole: number): Jump[] {
    return this.possible.filter((jump) => this.props.facts.jumps[jump]![0] === hole);
  }

  private jumpsInto(from: number, to: number): Jump[] {
    const { possible } = this;
    return jumpsBetween(this.props.facts, from, to).filter((jump) => possible.includes(jump));
  }

  private press(hole: number): void {
    if (!this.props.isPlayable) return;
    const { lifted } = this;
    const own = this.jumpsFrom(hole);
    if (lifted === null || own.length > 0) {
      if (hole === lifted) this.letGo();
      else if (own.length === 1 && this.props.oneClick) this.land(own);
      else if (own.length > 0) this.lift(hole);
      else this.refuse(hole);
      return;
    }
    this.land(this.jumpsInto(lifted, hole), hole);
  }

  /** Plays the only jump, or asks over which peg; a peg that can go on stays lifted. */
  private land(jumps: Jump[], pressed?: number): void {
    const [jump] = jumps;
    if (jump === undefined) {
      this.props.say(text.play.cannotLand);
      if (pressed !== undefined) this.refuse(pressed);
      return;
    }
    if (jumps.length > 1) return this.props.choose(jumps);
    this.landed = this.props.facts.jumps[jump]![2];
    this.props.jump(jump, true);
  }

  private refuse(hole: number): void {
    clearTimeout(this.timer);
    this.setState({ refused: hole });
    this.timer = setTimeout(() => this.setState({ refused: null }), REFUSED);
  }

  private lift(hole: number): void {
    const { facts, pegs, say } = this.props;
    this.setState({ lifted: { hole, pegs } });
    const targets = this.jumpsFrom(hole).map((jump) => facts.labels[facts.jumps[jump]![2]]!);
    say(text.play.lifted(facts.labels[hole]!, targets));
  }

  private letGo(): void {
    if (this.lifted === null) return;
    this.setState({ lifted: null });
    this.props.say(text.play.dropped);
  }

  private drop(from: number, to: number | null): void {
    this.setState({ lifted: null });
    const jumps = to === null ? [] : this.jumpsInto(from, to);
    if (jumps.length === 1) this.props.jump(jumps[0]!, false);
    else if (jumps.length > 1) this.props.choose(jumps);
  }

  override render(): VNode {
    const { facts, pegs, goal, last, isPlayable, hint, motion, names } = this.props;
    const { lifted } = this;
    const { refused } = this.state;
    const byHole = new Map<number, Jump[]>();
    for (const jump of this.possible) {
      const from = facts.jumps[jump]![0];
      byHole.set(from, [...(byHole.get(from) ?? []), jump]);
    }
    const landing = new Map<number, Jump[]>();
    for (const jump of lifted === null ? [] : (byHole.get(lifted) ?? [])) {
      const to = facts.jumps[jump]![2];
      landing.set(to, [...(landing.get(to) ?? []), jump]);
    }
    const outlookOf = (jump: Jump) => this.props.outlookOf?.(jump) ?? null;
    const best = (jumps: Jump[]): Outlook | null => {
      const outlooks = jumps.map(outlookOf);
      const order: Outlook[] = ['winning', 'unknown', 'losing'];
      return order.find((outlook) => outlooks.includes(outlook)) ?? null;
    };
    const badge = (hole: number): Badge | null => best((lifted === null ? byHole : landing).get(hole) ?? []);
    const name = (hole: number): string => {
      const label = facts.labels[hole]!;
      if (hole === lifted) return text.hole.lifted(label);
      const into = landing.get(hole);
      if (into !== undefined) {
        const outlook = best(into);
        return text.hole.target(label, outlook ? text.outlook[outlook] : '');
      }
      if (pegs[hole] !== '1') return text.hole.empty(label);
      const jumps = byHole.get(hole) ?? [];
      const outlook = best(jumps);
      const targets = jumps.map((jump) => facts.labels[facts.jumps[jump]![2]]!);
      return text.hole.peg(label, targets) + (outlook ? `; ${text.hole[outlook]}` : '');
    };
    const ends = last === null ? null : facts.jumps[last]!;
    const border =
      names === 'border' && borderNames(facts.places, facts.labels).length > 0 ? facts.labels : null;
    return (
      <Board
        places={facts.places}
        name={text.hole.board(facts.name)}
        edges={neighborsOf(facts)}
        border={border}
        motion={motion}
        look={{
          peg: (hole) => pegs[hole] === '1',
          name,
          label: (hole) => (names === 'none' || border ? '' : facts.labels[hole]!),
          classes: (hole) =>
            [
              hole === lifted ? 'lifted' : '',
              hole === refused ? 'refused' : '',
              landing.has(hole) ? 'landing' : '',
              goal && isGoalHole(goal, hole) ? 'goal' : '',
              goal && isEmptyGoalHole(goal, hole) ? 'goal-empty' : '',
              ends && (hole === ends[2] || hole === ends[0]) ? 'last' : '',
            ]
              .filter(Boolean)
              .join(' '),
          badge,
          arrows: hint && isPlayable ? [hint] : [],
        }}
        handlers={{
          press: (hole) => this.press(hole),
          canLift: (hole) => byHole.has(hole),
          lift: (hole) => this.lift(hole),
          drop: (from, to) => this.drop(from, to),
          escape: () => this.letGo(),
        }}
      />
    );
  }
}
