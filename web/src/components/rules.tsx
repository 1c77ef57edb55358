/** The rules in pictures. */

import { text } from '../text/text.ts';

/** Pegs of three holes in each picture, with an arrow for the jump. */
const PICTURES: { pegs: string; jumps: boolean }[] = [
  { pegs: '110', jumps: true },
  { pegs: '001', jumps: false },
  { pegs: '010', jumps: false },
];

export function RulePictures() {
  return (
    <ol class="rules">
      {text.rules.steps.map((said, index) => (
        <li key={index}>
          <Row {...PICTURES[index]!} />
          <span>{said}</span>
        </li>
      ))}
    </ol>
  );
}

function Row({ pegs, jumps }: { pegs: string; jumps: boolean }) {
  return (
    <svg class="rule" viewBox="0 -10 96 42" aria-hidden="true">
      <rect class="rule-wood" x="1" y="1" width="94" height="30" rx="15" />
      {[...pegs].map((digit, hole) => (
        <circle
          key={hole}
          cx={16 + 32 * hole}
          cy="16"
          r={digit === '1' ? 11 : 8}
          class={digit === '1' ? 'thumb-peg' : 'rule-well'}
        />
      ))}
      {jumps && <path class="rule-arrow" d="M16 8C32 -4 60 -4 76 10M76 10l-9 -2M76 10l-1 -9" />}
    </svg>
  );
}
