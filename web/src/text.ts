/** Every text that the page shows or speaks, so that it can be translated. */

import type { Difficulty, PictureTheme } from './engine/messages.ts';
import type { LinkFlaw } from './model/link.ts';
import type { Help, Theme } from './model/storage.ts';

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const joined = (items: string[], last: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
const either = (items: string[]) => joined(items, 'or');
const all = (items: string[]) => joined(items, 'and');

export const text = {
  title: 'Pegboard',
  views: { play: 'Play', problems: 'Problems', draw: 'Draw', boards: 'Boards' },
  failed:
    'The engine could not be loaded. Reload the page; if that does not help, the browser may be too old.',
  skip: 'Skip to the board',
  close: 'Close',
  cancel: 'Cancel',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying.',
  pegs: (number: number) => count(number, 'peg'),
  holes: (number: number) => count(number, 'hole'),
  jumps: (number: number) => count(number, 'jump'),
  moves: (number: number) => count(number, 'move'),
  big: (number: string | number) => Number(number).toLocaleString('en'),

  hole: {
    peg: (label: string, targets: string[]) =>
      `${label}, peg${targets.length > 0 ? `, can jump to ${either(targets)}` : ''}`,
    empty: (label: string) => `${label}, empty`,
    lifted: (label: string) => `${label}, peg, lifted`,
    target: (label: string, outlook: string) => `${label}, empty, land here${outlook ? `, ${outlook}` : ''}`,
    winning: 'some jump wins',
    losing: 'its jumps lose',
    unknown: 'its jumps are not decided',
    board: (name: string) => `${name} board. Arrow keys move, Enter lifts and lands, Escape drops.`,
  },
  outlook: { winning: 'wins', losing: 'loses', unknown: 'not decided' },

  play: {
    question: (vacancy: string | null, goal: string) =>
      `${vacancy === null ? 'From a set-up position' : `Vacate ${vacancy}`}, ${goal}`,
    goals: {
      hole: (label: string) => `finish in ${label}`,
      position: (labels: string[]) => `finish with pegs in ${all(labels)}`,
      anyHole: 'one peg anywhere',
      fewest: 'as few pegs as possible',
    },
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Restart',
    hint: 'Hint',
    solution: 'Solution',
    keys: 'Keys: arrows, Enter, Escape; u undo, r redo, h hint',
    help: 'Help',
    helpLevels: { none: 'None', alarm: 'Alarm', all: 'Every jump' } satisfies Record<Help, string>,
    helpMeaning: {
      none: 'You play alone.',
      alarm: 'You are told the moment a jump throws the win away.',
      all: 'Every possible jump is marked before you make it.',
    } satisfies Record<Help, string>,
    won: 'Solved!',
    over: (pegs: number) => `No jump is left. ${count(pegs, 'peg')} remain${pegs === 1 ? 's' : ''}.`,
    winning: 'This can still be won.',
    losing: 'This can no longer be won.',
    neverWinning: 'This problem has no solution.',
    unknown: 'Nobody knows yet whether this can be won.',
    thinking: 'Thinking…',
    longer: (seconds: number) => `Search for ${seconds} s`,
    preparing: (share: string) => `Working out every position: ${share}`,
    tooLarge: (needed: number | null, limit: number) =>
      needed === null
        ? 'This board is too large to know every position. Jumps are searched one by one.'
        : `Knowing every position would take ${needed} MB, more than the ${limit} MB allowed here. Jumps are searched one by one.`,
    alarm: (jump: string) => `${jump} throws the win away.`,
    takeBack: 'Take it back',
    played: (jump: string, pegs: number) => `${jump}. ${count(pegs, 'peg')} left.`,
    undone: (jump: string) => `${jump} taken back.`,
    cannotLand: 'The peg cannot land there.',
    lifted: (label: string, targets: string[]) => `${label} lifted; it can land in ${either(targets)}.`,
    dropped: 'Dropped.',
    hintJump: (jump: string) => `${jump} keeps the win.`,
    hintLost: (jump: string | null) =>
      jump === null ? 'The win is gone, or was never there.' : `The win is gone since ${jump}.`,
    hintUnknown: 'No winning jump is known yet. Let it search longer.',
    goBack: 'Go back to before it',
    solutionNone: 'No solution from here is known.',
    solutionIs: (moves: number) => `Solution: ${count(moves, 'move')}`,
    solutionLeaves: (pegs: number) => `The best line found leaves ${count(pegs, 'peg')}.`,
    playback: 'Playback',
    stop: 'Back to my game',
    adopt: 'Play on from here',
    inverse: 'Inverse game',
    inverseIs:
      'The inverse game is the same line backwards: a peg jumps over an empty hole into an empty hole, ' +
      'and a new peg is put into the hole that it jumped over.',
    inverseQuestion: (pegs: string[], filled: string) =>
      `Inverse game: from ${pegs.length > 3 ? count(pegs.length, 'peg') : `${pegs.length === 1 ? 'a peg' : 'pegs'} in ${all(pegs)}`} to ${filled}`,
    filledBut: (label: string) => `every hole filled but ${label}`,
    inverseDone: 'Every peg is back!',
    pause: 'Pause',
    resume: 'Play',
    first: 'To the start',
    back: 'One jump back',
    forward: 'One jump on',
    speed: 'Speed',
    moves: 'Moves',
    noMoves: 'No moves yet.',
    start: 'start',
    timeline: 'Timeline',
    timelineStep: (number: number, jump: string, possible: number, winning: number | null) =>
      `${number}. ${jump}: ${winning === null ? '?' : winning} of ${possible} jumps won`,
    timelineLost: 'the win was lost here',
    timelineHelp: 'For each jump played: how many jumps there were, and how many of them won.',
    timelineHidden: 'The timeline shows where a game was lost. It needs more help than “None”.',
    jumpsHere: 'Jumps',
    numbers: 'Numbers',
    winningJumps: 'Winning jumps',
    ofAll: (winning: number | string, all: number) => `${winning} of ${all}`,
    forced: 'Forced jumps so far',
    solutions: 'Solutions left',
    chance: 'Random play wins',
    oneIn: (chance: number) =>
      chance === 0
        ? 'never'
        : chance >= 0.01
          ? `${(100 * chance).toFixed(1)} %`
          : `1 in ${Math.round(1 / chance).toLocaleString('en')}`,
    movesNeeded: 'Fewest moves to the end',
    jumpMoves: (moves: number) => count(moves, 'move'),
    fewestLeft: 'Fewest pegs that can be left',
    atMost: (number: number) => `${number} or fewer`,
    notKnown: 'not known',
    counting: 'counting…',
    count: 'Count longer',
    share: 'Share',
    copyLink: 'Copy link',
    copyMoves: 'Copy moves',
    copyPosition: 'Copy position',
    svg: 'Position as SVG',
    png: 'Position as PNG',
    strip: 'Moves as SVG strip',
    stripPng: 'Moves as PNG strip',
    playable: 'Moves as playable page',
    playableHelp:
      'The playable page is one HTML file that works by itself: send it to somebody, or put it on a site. ' +
      'Animated pictures (GIF, APNG) are made by the command: pegboard draw.',
    save: 'Save game',
    saveName: 'Name',
    saved: (name: string) => `Saved as “${name}”.`,
    notSaved: 'The device has no room, or does not let this page keep anything.',
    saveGiven: (board: string, played: number) => `${board}, ${count(played, 'jump')}`,
    settings: 'Settings',
    sound: 'Sound',
    theme: 'Colours',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  },

  problems: {
    heading: 'Problems',
    explain:
      'Choose the hole to vacate and the hole to finish in. Finishes that the position class allows light up.',
    choose: 'Choose',
    modes: { vacancy: 'Vacancy', finish: 'Finish', pegs: 'Paint pegs' },
    goals: {
      hole: 'In the chosen hole',
      anyHole: 'One peg anywhere',
      fewest: 'Fewest pegs',
      position: 'The position of the named problem',
    },
    goal: 'Goal',
    finishes: (allowed: number) =>
      allowed === 0
        ? 'The position class allows no finish with one peg: this start has no such problem.'
        : `The position class allows ${count(allowed, 'finish', 'finishes')}.`,
    settledCount: (settled: number, all: number) => `${settled} of ${all} decided`,
    status: { solvable: 'solvable', unsolvable: 'impossible', undecided: 'not decided', waiting: 'waiting' },
    finishName: (label: string, status: string) => `Finish in ${label}: ${status}`,
    vacancyName: (label: string, vacant: boolean) => `${label}${vacant ? ', the vacancy' : ', peg'}`,
    paintName: (label: string, peg: boolean) => `${label}, ${peg ? 'peg' : 'empty'}`,
    forbidden: 'not allowed by the position class',
    solvable: (jumps: number, moves: number) =>
      `Solvable, in ${count(jumps, 'jump')} and ${count(moves, 'move')} as found.`,
    undecided: (seconds: number) => `Not decided after ${seconds.toFixed(1)} s.`,
    waiting: 'Being searched…',
    becauseClass: (holes: number, start: number, finish: number) =>
      `Impossible, because the position classes differ. Every jump changes the number of pegs in the ${count(holes, 'marked hole')} by an even number; there are ${start} at the start and ${finish} at the finish.`,
    becausePagoda: (start: number, finish: number) =>
      `Impossible, because of the weights shown. No jump raises the sum of the weights of the pegs; it is ${start} at the start and would have to be ${finish} at the finish.`,
    becauseParity: (start: number, finish: number, loss: number) =>
      `Impossible, because of the weights and the marked sets. The sum of the weights is ${start} at the start and ${finish} at the finish, but the parities of the sets make every line lose at least ${loss}.`,
    becauseCases: (leaves: number) =>
      `Impossible: every case by first and last jumps is refuted (${count(leaves, 'case')}).`,
    becauseExhaustion: (positions: string) =>
      `Impossible: an exhaustive search of ${positions} positions found no line.`,
    becauseTooFew: 'Impossible: one peg is left, and a jump needs two.',
    weights: 'Show the weights on the board',
    play: 'Play it',
    showSolution: 'Watch a solution',
    longer: 'Search longer',
    fewestMoves: 'Fewest moves',
    movesExplain: 'A move is a run of jumps by the same peg.',
    movesSearching: 'Searching for the fewest moves…',
    movesProved: (moves: number) => `Solved in ${count(moves, 'move')}. No solution has fewer.`,
    movesBetween: (found: number, atLeast: number) =>
      `Solved in ${count(found, 'move')}. At least ${atLeast} are needed.`,
    movesNone: 'No solution was found in the time.',
    movesUnsolvable: 'There is no solution.',
    watchShortest: 'Watch this solution',
    stop: 'Stop',
    named: 'Problems with a name',
    puzzle: 'Puzzle',
    puzzleExplain: 'A position that can be solved, made to order. The same number gives the same puzzle.',
    difficulty: 'How hard',
    difficulties: { easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert' } satisfies Record<
      Difficulty,
      string
    >,
    seed: 'Number',
    symmetric: 'Symmetric start',
    uniqueFirstJump: 'Only one first jump wins',
    makePuzzle: 'Make a puzzle',
    puzzleMade: (difficulty: string, jumps: number, chance: string) =>
      `${difficulty}: ${count(jumps, 'jump')}. Chance of random play: ${chance}.`,
    all: 'Every problem',
    fill: 'All pegs',
    clear: 'No pegs',
    needPegs: 'Put at least two pegs on the board.',
    start: 'Start',
  },

  atlas: {
    heading: 'Every problem of this board',
    progress: (settled: number, all: number) => `${settled} of ${all} decided`,
    none: 'The position classes allow no problem from one vacancy to one peg.',
    matrix: 'Matrix',
    map: 'Map',
    vacancy: 'Vacancy',
    finish: 'finish',
    cell: (vacancy: string, finish: string, status: string) =>
      `Vacate ${vacancy}, finish in ${finish}: ${status}`,
    clickToPlay: 'Click a problem to play it.',
    longer: 'Search the open ones longer',
    start: 'Solve everything',
    stop: 'Stop',
    status: {
      solvable: 'solvable',
      pagoda: 'impossible, by a pagoda function',
      cases: 'impossible, by cases of first and last jumps',
      exhaustion: 'impossible, everything was searched',
      open: 'open',
    },
    mapName: 'Map of the board: in each hole, where the last peg can end when that hole is the vacancy',
  },

  draw: {
    heading: 'Draw a board',
    name: 'Name',
    unnamed: 'My board',
    lattice: 'Grid',
    lattices: { Square: 'Square', Triangular: 'Triangular' },
    jumping: 'Jumps',
    jumpings: {
      sets: { Orthogonal: 'Straight', Diagonal: 'Diagonal', All: 'Both' },
      listed: (directions: string[]) => `Jumps go ${directions.join(', ')}.`,
    },
    symmetry: 'Paint with',
    symmetries: { none: 'One', mirror: 'Mirror', both: 'Two mirrors', rotate: 'Rotation' },
    size: 'Size',
    larger: 'Larger grid',
    smaller: 'Smaller grid',
    undo: 'Undo',
    redo: 'Redo',
    clear: 'Clear',
    play: 'Play this board',
    keep: 'Keep board',
    cell: (column: string, row: number, hole: boolean, label: string | null) =>
      `${column}${row}, ${hole ? 'hole' : 'no hole'}${label === null ? '' : `, ${label} of the board`}`,
    grid: 'Drawing grid. Arrow keys move, Enter or Space paints.',
    empty: 'Paint some holes: press and drag.',
    facts: 'What follows from the shape',
    holes: 'Holes',
    jumps: 'Jumps',
    symmetryGroup: 'Symmetry',
    classes: 'Position classes',
    classCount: (dimension: number) => (dimension < 31 ? String(2 ** dimension) : `2^${dimension}`),
    nullClass: 'Null-class',
    nullYes: 'yes: the last peg may end where the first hole was',
    nullNo: 'no: the last peg cannot end where the first hole was',
    problems: 'Problems allowed',
    problemsUpTo: (number: number, types: number) => `${number} up to symmetry, of ${count(types, 'type')}`,
    pairs: 'Vacancy → finish',
    warnings: 'Warnings',
    tooMany: (holes: number) => `${holes} holes are too many: a board has at most 128.`,
    takeIn: 'Take a board in',
    takeInHelp: 'Paste or drop a board file (RON) or a picture in characters.',
    takeInLabel: 'Board file or picture',
    read: 'Read it',
    open: 'Open a file',
    place: (line: number, column: number) => `line ${line}, column ${column}`,
    giveOut: 'Give it out',
    ron: 'Board file (RON)',
    picture: 'Text picture',
    svg: 'SVG',
    png: 'PNG',
    copyRon: 'Copy RON',
    copyPicture: 'Copy picture',
    kept: (name: string) => `“${name}” is kept on this device.`,
  },

  boards: {
    heading: 'Boards',
    yours: 'Your games',
    drawn: 'Your boards',
    library: 'Library',
    search: 'Find a board',
    named: 'Problems with a name',
    namedOf: (board: string, problems: number) => `${board}: ${count(problems, 'problem')}`,
    inMoves: (moves: number) => `in ${count(moves, 'move')} at best`,
    none: 'Nothing kept yet.',
    open: (name: string) => `Open ${name}`,
    remove: (name: string) => `Delete ${name}`,
    problems: 'Problems',
    redraw: 'Draw on',
    tooLarge: 'This board is too wide for the drawing grid.',
  },

  pictures: {
    theme: 'Picture theme',
    themes: {
      light: 'Light',
      dark: 'Dark',
      transparent: 'Transparent',
      'colour-blind': 'Colour-blind safe',
    } satisfies Record<PictureTheme, string>,
    labels: 'Names on holes and pegs',
  },

  link: {
    flaws: {
      version: 'This link was made by a newer version of the page.',
      tooLong: 'This link is too long to be one of this page.',
      damaged: 'This link is damaged: a part is missing or was changed.',
      board: 'The board of this link does not exist or cannot be read.',
      problem: 'The problem of this link does not fit its board.',
      jumps: 'A jump of this link cannot be played.',
    } satisfies Record<LinkFlaw, string>,
    ask: 'Open the game of the link?',
    askDetail: (link: string, running: string) =>
      `The link holds ${link}. You are playing ${running}; it will be kept under “Your games”.`,
    open: 'Open the link',
    stay: 'Go on with my game',
    game: (board: string, jumps: number) => `${board} after ${count(jumps, 'jump')}`,
    interrupted: (board: string, jumps: number) => `${board} after ${count(jumps, 'jump')} (interrupted)`,
  },
};
