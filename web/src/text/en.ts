/** English texts: everything that the page shows or speaks. */

import type { Difficulty, Message, PictureTheme } from 'pegboard';
import type { LinkFlaw } from '../model/link.ts';
import type { Group } from '../model/groups.ts';
import type { Format, Shared } from '../model/share.ts';
import type { Searching } from '../model/settler.ts';
import type { Help, Material, NamePlace, PegColor, Theme } from '../model/storage.ts';

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const joined = (items: string[], last: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
const either = (items: string[]) => joined(items, 'or');
const all = (items: string[]) => joined(items, 'and');

export const en = {
  title: 'Pegboard',
  views: { play: 'Play', puzzles: 'Puzzles', problems: 'Problems', draw: 'Draw', boards: 'Boards' },
  failed:
    'The engine could not be loaded. Reload the page; if that does not help, the browser may be too old.',
  crashed: 'The engine ran out of memory. Close other pages, or try a smaller board.',
  /** Text of a message of the engine. */
  said: ({ message }: Message) => message,
  skip: 'Skip to the board',
  openPage: 'Open in Pegboard',
  close: 'Close',
  cancel: 'Cancel',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying.',
  pegs: (number: number) => count(number, 'peg'),
  holes: (number: number) => count(number, 'hole'),
  jumps: (number: number) => count(number, 'jump'),
  big: (number: number | bigint) => number.toLocaleString('en'),

  frame: {
    tools: 'Size of the board',
    smaller: 'Smaller',
    larger: 'Larger',
    fit: 'Fit board',
    lock: 'Lock',
  },

  hole: {
    peg: (label: string, targets: string[]) =>
      `${label}, peg${targets.length > 0 ? `, can jump to ${either(targets)}` : ''}`,
    empty: (label: string) => `${label}, empty`,
    lifted: (label: string) => `${label}, peg, lifted`,
    target: (label: string, outlook: string) => `${label}, empty, land here${outlook ? `, ${outlook}` : ''}`,
    winning: 'some jump wins',
    losing: 'every jump loses',
    unknown: 'its jumps are undecided',
    board: (name: string) => `${name} board. Arrow keys move, Enter lifts and lands, Escape drops.`,
  },
  outlook: { winning: 'wins', losing: 'loses', unknown: 'undecided' },

  play: {
    question: (vacancy: string | null, goal: string) =>
      `${vacancy === null ? 'From a set-up position' : `Vacate ${vacancy}`}, ${goal}`,
    goals: {
      hole: (label: string) => `finish in ${label}`,
      position: (labels: string[]) => `finish with pegs in ${all(labels)}`,
      pattern: (pegs: string[], empty: string[]) => {
        if (pegs.length === 0) return `finish with no peg in ${all(empty)}`;
        const none = empty.length === 0 ? '' : ` and none in ${all(empty)}`;
        return `finish with ${pegs.length === 1 ? 'a peg' : 'pegs'} in ${all(pegs)}${none}`;
      },
      either: (goals: string[]) => goals.join(', or '),
      anyHole: 'one peg anywhere',
      fewest: 'as few pegs as possible',
    },
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Restart',
    hint: 'Hint',
    solution: 'Solution',
    howToBegin: 'Lift a peg by a click or a touch: the holes where it can land light up.',
    keys: 'Keys: arrows, Enter, Escape; u or Ctrl+Z undo, r or Ctrl+Y redo, h hint',
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
    unknown: 'It is not yet known whether this can be won.',
    thinking: 'Thinking…',
    longer: (seconds: number) => `Search for ${seconds} s`,
    preparing: (share: string, megabytes: number) =>
      `Working out every position, in ${megabytes} MB${share === '' ? '' : `: ${share}`}`,
    tooLarge: (needed: number | null, limit: number) =>
      needed === null
        ? 'This board is too large to work out every position. Jumps are searched one by one.'
        : `Working out every position would take ${needed} MB, more than the ${limit} MB allowed here. Jumps are searched one by one.`,
    alarm: (jump: string) => `${jump} throws the win away.`,
    takeBack: 'Take it back',
    played: (jump: string, pegs: number) => `${jump}. ${count(pegs, 'peg')} left.`,
    undone: (jump: string) => `${jump} undone.`,
    cannotLand: 'The peg cannot land there.',
    overWhich: 'Several pegs can be jumped over. Which one?',
    overHole: (label: string) => `Over ${label}`,
    lifted: (label: string, targets: string[]) => `${label} lifted; it can land in ${either(targets)}.`,
    dropped: 'Dropped.',
    hintJump: (jump: string) => `${jump} keeps the win.`,
    hintLost: (jump: string | null) =>
      jump === null ? 'This position cannot be won.' : `${jump} lost the win.`,
    hintUnknown: 'No winning jump is known yet. Search longer.',
    goBack: 'Go back to before that jump',
    solutionNone: 'No solution from here is known.',
    solutionIs: (moves: number) => `Solution: ${count(moves, 'move')}`,
    solutionLeaves: (pegs: number) => `The best line found leaves ${count(pegs, 'peg')}.`,
    lineDone: 'The goal is reached.',
    stop: 'Back to my game',
    adopt: 'Continue from here',
    inverse: 'Inverse game',
    inverseIs:
      'The inverse game is the same line in reverse: a peg jumps over an empty hole into an empty hole, ' +
      'and a new peg appears in the hole it jumped over.',
    inverseQuestion: (pegs: string[], filled: string) =>
      `Inverse game: from ${pegs.length > 3 ? count(pegs.length, 'peg') : `${pegs.length === 1 ? 'a peg' : 'pegs'} in ${all(pegs)}`} to ${filled}`,
    filledBut: (label: string) => `every hole filled except ${label}`,
    inverseDone: 'Every peg is back!',
    pause: 'Pause',
    resume: 'Play',
    first: 'Back to the start',
    back: 'One jump back',
    forward: 'One jump forward',
    speed: 'Speed',
    moves: 'Moves',
    noMoves: 'No moves yet.',
    start: 'start',
    timeline: 'Timeline',
    timelineStep: (number: number, jump: string, possible: number, winning: number | null) =>
      `${number}. ${jump}: ${winning === null ? '?' : winning} of ${possible} jumps won`,
    timelineLost: 'the win was lost here',
    timelineHelp:
      'Each jump you play adds a bar: its height is the number of possible jumps, its green part those that win.',
    timelineHidden:
      'The timeline shows where a game was lost. Set Help to “Alarm” or “Every jump” to see it.',
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
          ? `${(100 * chance).toFixed(1)}%`
          : `1 in ${Math.round(1 / chance).toLocaleString('en')}`,
    movesNeeded: 'Fewest moves to finish',
    jumpMoves: (moves: number) => `in ${count(moves, 'move')}`,
    fewestLeft: 'Fewest pegs possible',
    atMost: (number: number) => `${number} or fewer`,
    notKnown: 'not known',
    needsMemory: (limit: number) => `needs more than ${limit} MB`,
    counting: 'counting…',
    count: 'Count longer',
    share: 'Share',
    solvedIn: (moves: number, fewest: number | null) => {
      const used = count(moves, 'move');
      if (fewest === null) return `Solved in ${used}.`;
      return moves <= fewest
        ? `Solved in ${used}. No solution has fewer.`
        : `Solved in ${used}; ${fewest} is the best there is.`;
    },
    tryShorter: 'Try with fewer moves',
    nextPuzzle: 'Next puzzle',
    otherBoard: 'Choose another board',
    noJump: 'No jump is left.',
    again: 'Try again',
    position: (pegs: string[], empty: string[]) =>
      `Pegs in ${pegs.length > 0 ? all(pegs) : 'no hole'}. Empty: ${empty.length > 0 ? all(empty) : 'none'}.`,
    readPosition: 'Read the position',
    typeMove: 'Type the next moves',
    typeExample: 'Type a move: d2-d4',
    typePlay: 'Jump',
    copyLink: 'Copy link',
    copyMoves: 'Copy moves',
    copyPosition: 'Copy position',
    enterMoves: 'Enter moves',
    enterHelp:
      'Moves from the start of the game, as books and pages write them: d2-d4, 1. d2xd4, 4 to 1, one after the other.',
    movesTooLong: (kibibytes: number) => `The text is longer than ${kibibytes} KiB.`,
    enterLabel: 'Moves to play',
    playMoves: 'Play these moves',
    readAs: (reading: string) => `The coordinates were read as ${reading}.`,
    printHelp: 'For a PDF file, choose “Save as PDF” in the print dialog.',
    playableHelp: 'The playable page is a self-contained HTML file: send it to someone, or put it on a site.',
    save: 'Save game',
    saveName: 'Name',
    saved: (name: string) => `Saved as “${name}”.`,
    notSaved: 'Cannot save: the device is out of space or does not let this page store data.',
    saveGiven: (board: string, played: number) => `${board}, ${count(played, 'jump')}`,
    settings: 'Settings',
    sound: 'Sound',
    theme: 'Colors',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  },

  problems: {
    heading: 'Problems',
    explain:
      'Choose the hole that is empty at the start and the hole for the last peg. Finishes allowed by the position class light up.',
    choose: 'Choose',
    modes: { vacancy: 'Empty hole', finish: 'Finish', pegs: 'Paint pegs', pattern: 'Paint the goal' },
    goals: {
      hole: 'In the chosen hole',
      anyHole: 'One peg anywhere',
      fewest: 'Fewest pegs',
      position: 'Position of the classic problem',
      patterns: 'Painted pegs and empty holes',
    },
    goal: 'Goal',
    finishes: (allowed: number) =>
      allowed === 0
        ? 'The position class allows no one-peg finish from this start.'
        : `The position class allows ${count(allowed, 'finish', 'finishes')}.`,
    settledCount: (settled: number, all: number) => `${settled} of ${all} decided`,
    status: { solvable: 'solvable', unsolvable: 'impossible', undecided: 'undecided', waiting: 'waiting' },
    finishName: (label: string, status: string) => `Finish in ${label}: ${status}`,
    vacancyName: (label: string, vacant: boolean) => `${label}${vacant ? ', the vacancy' : ', peg'}`,
    paintName: (label: string, peg: boolean) => `${label}, ${peg ? 'peg' : 'empty'}`,
    markName: (label: string, mark: 'peg' | 'empty' | 'free') =>
      `${label}, ${{ peg: 'a peg in the end', empty: 'empty in the end', free: 'free in the end' }[mark]}`,
    forbidden: 'not allowed by the position class',
    solvable: (jumps: number, moves: number) =>
      `Solvable. The solution found has ${count(jumps, 'jump')} in ${count(moves, 'move')}.`,
    undecided: (seconds: number) => `Undecided after ${seconds.toFixed(1)} s.`,
    waiting: 'Searching…',
    searching: ({ seconds, limit, nodes, done }: Searching) =>
      [
        `${Math.floor(seconds)}${limit === Infinity ? '' : ` of ${limit}`} s`,
        `${nodes.toLocaleString('en')} positions`,
        ...(limit === Infinity && done !== null ? [`${Math.floor(100 * done)} %`] : []),
      ].join(', '),
    becauseClass: (holes: number, start: number, finish: number) =>
      `Impossible: the position classes differ. No jump changes the parity of the pegs in the ${count(holes, 'marked hole')}; there are ${start} at the start and ${finish} at the finish.`,
    becausePagoda: (start: number, finish: number) =>
      `Impossible by the weights shown. No jump increases the sum of the weights of the pegs, which is ${start} at the start and would have to be ${finish} at the finish.`,
    becauseParity: (start: number, finish: number, loss: number) =>
      `Impossible by the weights and the marked sets. The sum of the weights is ${start} at the start and ${finish} at the finish, but the parities of the sets make every line lose at least ${loss}.`,
    becauseCases: (leaves: number) =>
      `Impossible: every case by first and last jumps is refuted (${count(leaves, 'case')}).`,
    becauseExhaustion: (positions: string) =>
      `Impossible: an exhaustive search of ${positions} positions found no line.`,
    becauseRecorded: 'Impossible: the atlas of pegboard has a proof.',
    becauseTooFew: 'Impossible: one peg is left, and a jump needs two.',
    fromAtlas:
      'The atlas of pegboard has a certificate of this. The program checks it: pegboard verify FILE.',
    certificate: 'Download certificate',
    weights: 'Show the weights on the board',
    play: 'Play it',
    showSolution: 'Watch a solution',
    longer: 'Search longer',
    longerExplain:
      'A longer search runs until it has the answer, its memory is full, or you stop it. The next one begins again.',
    fewestMoves: 'Fewest moves',
    movesExplain: 'A move is a run of jumps by the same peg.',
    movesSearching: 'Searching for the fewest moves…',
    movesProved: (moves: number) => `Solved in ${count(moves, 'move')}. No solution has fewer.`,
    movesBetween: (found: number, atLeast: number) =>
      `Solved in ${count(found, 'move')}. At least ${atLeast} are needed.`,
    movesNone: 'No solution was found within the limits of the search.',
    movesUnsolvable: 'There is no solution.',
    watchShortest: 'Watch this solution',
    stop: 'Stop',
    named: 'Classic problems',
    puzzle: 'Puzzle',
    puzzleExplain: 'A solvable position made to order. The same number gives the same puzzle.',
    difficulty: 'Difficulty',
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
  },

  atlas: {
    heading: 'Every problem of this board',
    progress: (settled: number, all: number) => `${settled} of ${all} decided`,
    none: 'The position classes allow no problem from one vacancy to one peg.',
    matrix: 'Matrix',
    map: 'Map',
    vacancy: 'Empty hole',
    finish: 'finish',
    cell: (vacancy: string, finish: string, status: string) =>
      `Vacate ${vacancy}, finish in ${finish}: ${status}`,
    clickToPlay: 'Click a problem to play it.',
    longer: 'Search open problems longer',
    stop: 'Stop',
    status: {
      solvable: 'solvable',
      pagoda: 'impossible, by a pagoda function',
      cases: 'impossible, by cases of first and last jumps',
      exhaustion: 'impossible, by exhaustive search',
      recorded: 'impossible, by a proof in the atlas',
      open: 'open',
    },
    mapName: 'Map of the board: each hole shows where the last peg can end when that hole is the vacancy',
  },

  draw: {
    heading: 'Draw a board',
    tools: 'Tools',
    name: 'Name',
    unnamed: 'My board',
    lattice: 'Kind',
    lattices: { Square: 'Square', Triangular: 'Triangular', Graph: 'Graph' },
    jumping: 'Jumps',
    jumpings: {
      sets: { Orthogonal: 'Straight', Diagonal: 'Diagonal', All: 'Both' },
      listed: (directions: string[]) => `Jumps go ${directions.join(', ')}.`,
    },
    symmetry: 'Paint with',
    symmetries: { none: 'One', mirror: 'Mirror', both: 'Two mirrors', rotate: 'Rotation' },
    gridSize: 'Grid',
    larger: 'Larger grid',
    smaller: 'Smaller grid',
    undo: 'Undo',
    redo: 'Redo',
    clear: 'Clear',
    play: 'Play this board',
    keep: 'Save board',
    cell: (column: string, row: number, hole: boolean, label: string | null) =>
      `${column}${row}, ${hole ? 'hole' : 'no hole'}${label === null ? '' : `, ${label} of the board`}`,
    grid: 'Drawing grid. Arrow keys move, Enter or Space paints.',
    empty: 'Paint some holes: press and drag.',
    graph:
      'Graph. Arrow keys move, Enter starts and finishes an edge, Escape drops it. Delete removes the vertex, Shift with an arrow key moves it.',
    graphHelp:
      'Click a free place to add a vertex. Click two vertices, or drag one onto the other, to connect or disconnect them. Drag a vertex to a free place to move it.',
    graphEmpty: 'Add some vertices: click a free place.',
    vertex: (label: string, edges: number, selected: boolean) =>
      `${label}, ${count(edges, 'edge')}${selected ? ', selected' : ''}`,
    addVertex: 'Add vertex',
    removeVertex: 'Remove vertex',
    selectFirst: 'Click the vertex to remove first.',
    vertexAdded: (label: string) => `Vertex ${label} added.`,
    vertexRemoved: (label: string) => `Vertex ${label} removed.`,
    vertexSelected: (label: string) => `${label} selected. Choose the other end of an edge.`,
    edgeAdded: (one: string, other: string) => `${one} and ${other} connected.`,
    edgeRemoved: (one: string, other: string) => `${one} and ${other} disconnected.`,
    noPicture: 'This board has no text picture.',
    facts: 'Board facts',
    holes: 'Holes',
    jumps: 'Jumps',
    symmetryGroup: 'Symmetry',
    groupName: (group: string) => group,
    classes: 'Position classes',
    classCount: (dimension: number) => (dimension < 31 ? String(2 ** dimension) : `2^${dimension}`),
    nullClass: 'Null-class',
    nullYes: 'yes: the last peg may end where the first hole was',
    nullNo: 'no: the last peg cannot end where the first hole was',
    problems: 'Allowed problems',
    problemsUpTo: (number: number, types: number) => `${number} up to symmetry, of ${count(types, 'type')}`,
    pairs: 'Empty hole → finish',
    warnings: 'Warnings',
    tooMany: (holes: number) => `${holes} holes are too many: a board has at most 128.`,
    import: 'Import',
    importHelp: 'Paste or drop a board file (RON), a text picture, or the edges of a graph.',
    importLabel: 'Board file, text picture or graph',
    read: 'Import board',
    open: 'Open file',
    tooLong: (kibibytes: number) =>
      `The text is longer than ${kibibytes} KiB. A board has at most 128 holes.`,
    place: (line: number, column: number) => `line ${line}, column ${column}`,
    export: 'Export',
    ron: 'Board file (RON)',
    picture: 'Text picture',
    svg: 'SVG',
    png: 'PNG',
    print: 'Print',
    copyRon: 'Copy RON',
    copyPicture: 'Copy picture',
  },

  boards: {
    heading: 'Boards',
    yours: 'Your games',
    drawn: 'Your boards',
    library: 'Library',
    search: 'Find a board',
    noMatch: 'No board has this name, shape or number of holes.',
    named: 'Classic problems',
    namedOf: (board: string, problems: number) => `${board}: ${count(problems, 'problem')}`,
    inMoves: (moves: number) => `fewest moves: ${moves}`,
    none: 'Nothing saved yet.',
    open: (name: string) => `Open ${name}`,
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `“${name}” is deleted.`,
    restore: 'Undo',
    groups: {
      classic: 'Classic boards',
      squares: 'Squares and diamonds',
      triangles: 'Triangles',
      hexagons: 'Hexagons and stars',
      crosses: 'Crosses',
      odd: 'Odd shapes',
      graphs: 'Graphs, solids and bands',
    } satisfies Record<Group, string>,
    redraw: 'Edit',
    tooLarge: 'This board does not fit the drawing grid.',
  },

  pictures: {
    theme: 'Picture theme',
    themes: {
      light: 'Light',
      dark: 'Dark',
      transparent: 'Transparent',
      'color-blind': 'Color-blind safe',
    } satisfies Record<PictureTheme, string>,
    ownPegs: 'Custom peg color',
    pegs: 'Color of pegs',
    labels: 'Hole labels',
    coordinates: 'Coordinates at the border',
    width: 'Width in pixels',
    anyWidth: 'automatic',
    making: 'Making the file…',
    noPlayer: 'The script of the playable page could not be loaded.',
    noEncoder: 'The script that makes animations could not be loaded.',
    playYourself: 'Play it yourself',
    tooLarge: 'The picture is too large for the memory of this page. Choose a smaller width.',
  },

  share: {
    what: 'What',
    kinds: { position: 'Position', hint: 'Hint', moves: 'Moves' } satisfies Record<Shared, string>,
    format: 'Format',
    formats: {
      svg: 'SVG',
      png: 'PNG',
      print: 'Paper or PDF',
      gif: 'Animated GIF',
      html: 'Playable page',
    } satisfies Record<Format, string>,
    download: 'Download',
    print: 'Print',
    send: 'Send',
    embed: 'Copy embedding code',
    frameTitle: 'Peg solitaire',
    preview: 'Preview of the file',
    look: 'Look of the picture',
  },

  look: {
    material: 'Board',
    materials: {
      wood: 'Wood',
      slate: 'Slate',
      glass: 'Glass',
      paper: 'Paper',
      contrast: 'High contrast',
    } satisfies Record<Material, string>,
    pegs: 'Pegs',
    pegColors: {
      blue: 'Blue',
      red: 'Red',
      green: 'Green',
      amber: 'Amber',
      violet: 'Violet',
    } satisfies Record<PegColor, string>,
    names: 'Names of holes',
    namePlaces: {
      border: 'At the border',
      holes: 'On every hole',
      none: 'Hidden',
    } satisfies Record<NamePlace, string>,
    language: 'Language',
    browserLanguage: 'As the browser',
    oneClick: 'One click if only one jump is possible',
    letterKeys: 'Keys U, R and H: undo, redo and hint',
  },

  tour: {
    name: 'Tour',
    show: 'Show the tour',
    next: 'Next',
    skip: 'Skip the tour',
    done: 'Start to play',
    steps: [
      {
        title: 'Jump',
        said: 'Click a peg, then the empty hole behind its neighbor. The peg in between is taken.',
      },
      {
        title: 'Watch the alarm',
        said: 'A jump that throws the win away is reported at once, and you can take it back.',
      },
      {
        title: 'Ask',
        said: 'Hint shows one jump that still wins. Solution plays a whole game, at your speed.',
      },
      {
        title: 'Go on',
        said: 'Puzzles has one for every day, Boards has the library, and in Draw you make your own board.',
      },
    ],
  },

  rules: {
    title: 'Rules',
    steps: [
      'A peg jumps in a straight line over a neighboring peg into the empty hole behind it.',
      'The peg that was jumped over leaves the board.',
      'You win when one peg is left, or when the goal above the board is reached.',
    ],
  },

  puzzles: {
    heading: 'Puzzles',
    daily: 'Puzzle of the day',
    dailyOpen: (day: string, moves: number) => `${day}: it can be solved in ${count(moves, 'move')}.`,
    dailyDone: (days: number) => `Solved. Days in a row: ${days}.`,
    dailyPlay: 'Play it',
    dailyAgain: 'Play it again',
    solved: (solved: number, all: number) => `${solved} of ${all} solved`,
    tile: (number: number, stars: number) =>
      `Puzzle ${number}, ${stars === 0 ? 'not solved' : count(stars, 'star')}`,
    starsMean: 'Three stars for a solution with the fewest moves, two for up to two moves more, one for any.',
    statistics: 'Statistics',
    games: 'Games begun',
    won: 'Games won',
    jumps: 'Jumps',
    hints: 'Hints',
    streak: 'Days in a row',
    onDevice: 'These numbers stay on this device.',
  },

  sheet: {
    heading: 'Sheet for a class',
    explain: 'Pictures, questions and a QR code for each puzzle, with the solutions on a page of their own.',
    title: 'Title',
    usualTitle: 'Peg solitaire',
    goal: 'Goal of the lesson',
    usualGoal: 'Jump until one peg is left.',
    puzzles: 'Puzzles from',
    game: 'The current game',
    count: 'Number of puzzles',
    help: 'Help in the links',
    print: 'Print the sheet',
    solutions: 'solutions',
    noSolution: 'no solution is known',
  },

  link: {
    flaws: {
      version: 'This link was made by a newer version of the page.',
      tooLong: 'This link is too long.',
      damaged: 'This link is damaged: part of it is missing or was changed.',
      board: 'The board of this link does not exist or cannot be read.',
      problem: 'The problem of this link does not fit its board.',
      jumps: 'A jump of this link cannot be played.',
    } satisfies Record<LinkFlaw, string>,
    ask: 'Open the game of the link?',
    askDetail: (link: string, running: string) =>
      `The link contains ${link}. Your current game, ${running}, will be saved under “Your games”.`,
    open: 'Open the link',
    stay: 'Keep playing my game',
    notForOthers: 'The link of this game is too long for other devices. Export its board as a file instead.',
    unopened: 'Unopened game',
    game: (board: string, jumps: number) => `${board} after ${count(jumps, 'jump')}`,
    interrupted: (board: string, jumps: number) => `${board} after ${count(jumps, 'jump')} (interrupted)`,
  },
};
