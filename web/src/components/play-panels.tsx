/** Panels beside the board: help level, jumps, numbers. */

import type { MovesNeeded } from 'pegboard';
import { listsFinishes, notation } from '../model/game.ts';
import type { Found, Numbers } from '../model/numbers.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button, Choice, FactList } from './form.tsx';
import { Sign } from './signs.tsx';

export function HelpPanel({ page }: { page: Page }) {
  const { play } = text;
  const { help } = page.settings;
  return (
    <section class="panel">
      <Choice
        legend={play.help}
        options={play.helpLevels}
        chosen={help}
        choose={(value) => page.changeSettings({ help: value })}
      />
      <p class="note">{play.helpMeaning[help]}</p>
    </section>
  );
}

/** Possible jumps with their outlooks. */
export function JumpList({ page, numbers }: { page: Page; numbers: Numbers | null }) {
  const { game, knowledge, play } = page;
  const moves = numbers?.moves;
  const needed = typeof moves === 'object' && 'found' in moves ? moves.found : null;
  const jumps = game.possible;
  return (
    <section class="panel">
      <h3>{`${text.play.jumpsHere} (${jumps.length})`}</h3>
      <ul class="jumps">
        {jumps.map((jump) => {
          const { outlook } = knowledge.jump(game.pegs, jump);
          const left = needed?.jumps.find((each) => each.jump === jump)?.moves;
          return (
            <li key={jump}>
              <Button class={`jump ${outlook}`} press={() => play.jump(jump, true)}>
                <Sign kind={outlook} />
                {`${notation(game.facts, [jump])[0]} `}
                <span class="what">{text.outlook[outlook]}</span>
                {left !== undefined && <span class="what">{text.play.jumpMoves(left)}</span>}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function NumbersPanel({ page, numbers }: { page: Page; numbers: Numbers | null }) {
  const { numbers: isOpen } = page.settings;
  return (
    <details
      class="panel"
      open={isOpen}
      onToggle={(event) => {
        const { open } = event.currentTarget;
        if (open !== page.settings.numbers) page.changeSettings({ numbers: open });
      }}
    >
      <summary>{text.play.numbers}</summary>
      {numbers && <NumberTable page={page} numbers={numbers} />}
    </details>
  );
}

/** Formats a number, or the reason why it is unknown; `megabytes` is the memory limit. */
function found<T>(value: Found<T>, megabytes: number, show: (value: T) => string): string {
  if (value === 'searching') return text.play.counting;
  if ('found' in value) return show(value.found);
  return value.lacks === 'memory' ? text.play.needsMemory(megabytes) : text.play.notKnown;
}

const lacksTime = (value: Found<unknown>): boolean =>
  value !== 'searching' && 'lacks' in value && value.lacks === 'time';

function NumberTable({ page, numbers }: { page: Page; numbers: Numbers }) {
  const { game, knowledge, play: state } = page;
  const { play } = text;
  const megabytes = state.countMemory;
  const here = knowledge.of(game.pegs);
  const winning = here?.jumps.filter((jump) => jump.outlook === 'winning').length;
  const open = here?.jumps.some((jump) => jump.outlook === 'unknown') ?? true;
  const forced = game.playedJumps.filter((_, index) => {
    const jumps = knowledge.of(game.after(index))?.jumps;
    return (
      jumps?.every((jump) => jump.outlook !== 'unknown') &&
      jumps.filter((jump) => jump.outlook === 'winning').length === 1
    );
  }).length;
  const lost = knowledge.outlook(game.pegs) === 'losing';
  const rows: [string, string][] = [
    [play.winningJumps, play.ofAll(open ? '?' : (winning ?? '?'), game.possible.length)],
    [play.forced, String(forced)],
  ];
  const hasFinish = game.problem.goal.kind !== 'fewest';
  if (hasFinish) {
    const count = (solutions: string) => text.big(BigInt(solutions));
    rows.push([play.solutions, found(numbers.solutions, megabytes, count)]);
    rows.push([play.chance, found(numbers.chance, megabytes, play.oneIn)]);
  }
  if (!lost && listsFinishes(game.problem.goal)) {
    const needed = (value: MovesNeeded | null) => (value ? String(value.moves) : play.notKnown);
    rows.push([play.movesNeeded, found(numbers.moves, megabytes, needed)]);
  }
  if (lost) {
    const fewest = (value: { pegs: number; proved: boolean }) =>
      value.proved ? String(value.pegs) : play.atMost(value.pegs);
    rows.push([play.fewestLeft, found(numbers.fewest, megabytes, fewest)]);
  }
  const { solutions, chance, moves, fewest: left } = numbers;
  const isOpen = lost ? lacksTime(left) : hasFinish && [solutions, chance, moves].some(lacksTime);
  return (
    <>
      <FactList rows={rows} />
      {isOpen && (
        <Button class="small" press={() => state.countLonger()}>
          {play.count}
        </Button>
      )}
    </>
  );
}
