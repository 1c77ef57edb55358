/** The command-line program, for comparisons with the page. */

import { execFileSync, spawnSync } from 'node:child_process';

const root = new URL('../../', import.meta.url).pathname;

/** Returns the path of the program: that of the environment, or else one built now. */
function programPath(): string {
  const given = process.env['PEGBOARD_PROGRAM'];
  if (given) return given;
  execFileSync('cargo', ['build', '--release', '--locked', '--quiet'], { cwd: root, stdio: 'inherit' });
  const options = ['metadata', '--locked', '--no-deps', '--format-version', '1'];
  const metadata = execFileSync('cargo', options, { cwd: root, encoding: 'utf8' });
  const { target_directory } = JSON.parse(metadata) as { target_directory: string };
  return `${target_directory}/release/pegboard`;
}

interface Native {
  answer: 'solvable' | 'unsolvable' | 'undecided';
  jumps: number | null;
}

/** Returns a function that solves problems of a board with the program, given its options. */
export function nativeSolver(): (board: string, problem: string[]) => Native {
  const program = programPath();
  return (board, problem) => {
    const options = ['solve', board, '--json', '--time', '60s', ...problem];
    return JSON.parse(spawnSync(program, options, { encoding: 'utf8' }).stdout) as Native;
  };
}
