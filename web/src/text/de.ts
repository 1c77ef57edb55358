/** German texts. */

import type { MessageAbout, MoveFlaw } from 'pegboard';
import type { Texts } from './text.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const pegCount = (number: number) => count(number, 'Stift', 'Stifte');
const jumpCount = (number: number) => count(number, 'Sprung', 'Sprünge');
const moveCount = (number: number) => count(number, 'Zug', 'Züge');
const inMoves = (number: number) => count(number, 'Zug', 'Zügen');
const joined = (items: string[], last: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
const either = (items: string[]) => joined(items, 'oder');
const all = (items: string[]) => joined(items, 'und');

const groupName = (group: string) =>
  group
    .replace(/^more than 10\^38 automorphisms$/, 'mehr als 10^38 Automorphismen')
    .replace(/ automorphisms$/, ' Automorphismen');

function engineMessage(about: MessageAbout): string {
  switch (about.kind) {
    case 'noJumps':
      return 'Auf diesem Brett ist nirgends ein Sprung möglich.';
    case 'untouchedHoles':
      return `${about.holes.length === 1 ? 'Das Loch' : 'Die Löcher'} ${all(about.holes)} ${about.holes.length === 1 ? 'erreicht' : 'erreichen'} kein Sprung.`;
    case 'parts':
      return `Das Brett besteht aus ${about.parts} Teilen, die kein Sprung verbindet; ein Spiel mit einem leeren Loch am Anfang lässt mindestens ${about.parts} Stifte übrig.`;
    case 'looksTriangular':
      return 'Das Bild sieht aus wie das eines dreieckigen Bretts: schreibe „lattice: Triangular“.';
    case 'looksSetOff':
      return about.misplaced.length === 0
        ? 'Die Reihen sehen um ein halbes Loch versetzt aus: ist das gemeint, schreibe Leerzeichen statt Punkten, wo kein Loch ist.'
        : `Die Reihen sehen um ein halbes Loch versetzt aus, aber ${all(about.misplaced)} ${about.misplaced.length === 1 ? 'passt' : 'passen'} nicht zu den anderen Reihen: schreibe ein Leerzeichen zwischen die Löcher einer Reihe, und keine Punkte.`;
    case 'looksSpaced':
      return 'Zwischen den Löchern jeder Reihe scheinen Leerzeichen zu stehen, aber ein Leerzeichen ist eine Stelle ohne Loch: schreibe die Reihen ohne, etwa „ooo“.';
    case 'shortRow':
      return `Reihe ${about.row} ist kürzer als andere; mit einem Loch bei ${about.hole} hätte das Brett die Symmetrie ${groupName(about.symmetry)}.`;
    case 'subgroupUsed':
      return `Die Sprünge haben ${groupName(about.whole)}, zu viele für eine Liste; das Brett verwendet ${groupName(about.used)}, eine Untergruppe: Stellungen, die Bilder voneinander sind, zählen vielleicht einzeln.`;
    case 'moreSymmetry':
      return `Die Löcher haben die Symmetrie ${groupName(about.largest)}, mehr als die angegebene ${groupName(about.declared)}.`;
    case 'noHoles':
      return 'Das Brett hat keine Löcher.';
    case 'tooManyHoles':
      return `Das Brett hat ${about.holes} Löcher, möglich sind höchstens 128.`;
    case 'tooManyJumps':
      return `Das Brett hat ${about.jumps} Sprünge; das sind zu viele.`;
    case 'tooFarApart':
      return 'Die Löcher liegen zu weit auseinander.';
    case 'move':
      return `Zug ${about.number}, „${about.text}“: ${moveFlaw(about.flaw)}`;
    case 'secondMove':
      return `„${about.text}“ ist ein zweiter Zug; schreibe nur einen, etwa d2-d4-f4.`;
  }
}

function moveFlaw(flaw: MoveFlaw): string {
  const instead = (legal: string[]) =>
    legal.length === 0
      ? 'hier ist kein Sprung möglich.'
      : `möglich ${legal.length === 1 ? 'ist' : 'sind'} hier ${either(legal)}.`;
  switch (flaw.kind) {
    case 'unknownHole':
      return 'Dieses Loch gibt es auf dem Brett nicht.';
    case 'noJump':
      return 'Das ist kein Sprung; schreibe Züge wie d2-d4 oder f3-d3-d5.';
    case 'incomplete':
      return 'Am Ende fehlt ein Loch; schreibe Züge wie d2-d4 oder f3-d3-d5.';
    case 'notAJump':
      return `Von ${flaw.from} nach ${flaw.to} gibt es keinen Sprung; ${instead(flaw.legal)}`;
    case 'noJumpToward':
      return `In dieser Richtung gibt es von ${flaw.from} aus keinen Sprung; ${instead(flaw.legal)}`;
    case 'ambiguous':
      return `Sprünge von ${flaw.from} nach ${flaw.to} gehen über ${all(flaw.over)}; schreibe den gemeinten, etwa ${flaw.from}-(${flaw.over[0]})-${flaw.to}.`;
    case 'illegal':
      return `Dieser Sprung ist jetzt nicht möglich; ${instead(flaw.legal)}`;
  }
}

export const de: Texts = {
  title: 'Pegboard',
  views: { play: 'Spielen', puzzles: 'Rätsel', problems: 'Aufgaben', draw: 'Zeichnen', boards: 'Bretter' },
  failed:
    'Das Rechenwerk lässt sich nicht laden. Lade die Seite neu; hilft das nicht, ist der Browser vielleicht zu alt.',
  crashed: 'Dem Rechenwerk ging der Speicher aus. Schließe andere Seiten, oder nimm ein kleineres Brett.',
  said: ({ message, about }) => (about ? engineMessage(about) : message),
  skip: 'Zum Brett springen',
  openPage: 'In Pegboard öffnen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
  pegs: pegCount,
  holes: (number) => count(number, 'Loch', 'Löcher'),
  jumps: jumpCount,
  big: (number) => number.toLocaleString('de'),

  frame: {
    tools: 'Größe des Bretts',
    smaller: 'Kleiner',
    larger: 'Größer',
    fit: 'Brett einpassen',
    lock: 'Sperren',
  },

  hole: {
    peg: (label, targets) =>
      `${label}, Stift${targets.length > 0 ? `, kann nach ${either(targets)} springen` : ''}`,
    empty: (label) => `${label}, leer`,
    lifted: (label) => `${label}, Stift, angehoben`,
    target: (label, outlook) => `${label}, leer, hier landen${outlook ? `, ${outlook}` : ''}`,
    winning: 'ein Sprung gewinnt',
    losing: 'jeder Sprung verliert',
    unknown: 'die Sprünge sind nicht entschieden',
    board: (name) => `Brett ${name}. Pfeiltasten wandern, Eingabe hebt an und landet, Escape legt zurück.`,
  },
  outlook: { winning: 'gewinnt', losing: 'verliert', unknown: 'nicht entschieden' },

  play: {
    question: (vacancy, goal) =>
      `${vacancy === null ? 'Aus einer Stellung' : `${vacancy} ist leer`}, ${goal}`,
    goals: {
      hole: (label) => `ende in ${label}`,
      position: (labels) => `ende mit Stiften in ${all(labels)}`,
      pattern: (pegs, empty) => {
        if (pegs.length === 0) return `ende ohne Stift in ${all(empty)}`;
        const none = empty.length === 0 ? '' : ` und ohne in ${all(empty)}`;
        return `ende mit ${pegs.length === 1 ? 'einem Stift' : 'Stiften'} in ${all(pegs)}${none}`;
      },
      either: (goals) => goals.join(' oder '),
      anyHole: 'ein Stift irgendwo',
      fewest: 'so wenige Stifte wie möglich',
    },
    undo: 'Zurück',
    redo: 'Vor',
    restart: 'Von vorn',
    hint: 'Hinweis',
    solution: 'Lösung',
    howToBegin:
      'Hebe einen Stift mit Klick oder Finger an: Die Löcher, in denen er landen kann, leuchten auf.',
    keys: 'Tasten: Pfeile, Eingabe, Escape; u oder Strg+Z zurück, r oder Strg+Y vor, h Hinweis',
    help: 'Hilfe',
    helpLevels: { none: 'Keine', alarm: 'Alarm', all: 'Jeder Sprung' },
    helpMeaning: {
      none: 'Du spielst allein.',
      alarm: 'Du erfährst sofort, wenn ein Sprung den Sieg verschenkt.',
      all: 'Jeder mögliche Sprung ist gekennzeichnet, bevor du ihn machst.',
    },
    won: 'Gelöst!',
    over: (pegs) => `Kein Sprung ist mehr möglich. ${pegCount(pegs)} ${pegs === 1 ? 'bleibt' : 'bleiben'}.`,
    winning: 'Das ist noch zu gewinnen.',
    losing: 'Das ist nicht mehr zu gewinnen.',
    neverWinning: 'Diese Aufgabe hat keine Lösung.',
    unknown: 'Ob das zu gewinnen ist, ist noch nicht bekannt.',
    thinking: 'Ich denke nach …',
    longer: (seconds) => `${seconds} s lang suchen`,
    preparing: (share, megabytes) =>
      `Alle Stellungen werden berechnet, in ${megabytes} MB${share === '' ? '' : `: ${share}`}`,
    tooLarge: (needed, limit) =>
      needed === null
        ? 'Das Brett ist zu groß, um alle Stellungen zu berechnen. Die Sprünge werden einzeln untersucht.'
        : `Alle Stellungen zu berechnen bräuchte ${needed} MB, mehr als die ${limit} MB, die hier erlaubt sind. Die Sprünge werden einzeln untersucht.`,
    alarm: (jump) => `${jump} verschenkt den Sieg.`,
    takeBack: 'Zurücknehmen',
    played: (jump, pegs) => `${jump}. Noch ${pegCount(pegs)}.`,
    undone: (jump) => `${jump} zurückgenommen.`,
    cannotLand: 'Dort kann der Stift nicht landen.',
    overWhich: 'Mehrere Stifte können übersprungen werden. Welcher?',
    overHole: (label) => `Über ${label}`,
    lifted: (label, targets) => `${label} angehoben; er kann in ${either(targets)} landen.`,
    dropped: 'Zurückgelegt.',
    hintJump: (jump) => `${jump} erhält den Sieg.`,
    hintLost: (jump) =>
      jump === null ? 'Diese Stellung ist nicht zu gewinnen.' : `${jump} hat den Sieg verschenkt.`,
    hintUnknown: 'Noch ist kein Sprung bekannt, der gewinnt. Suche länger.',
    goBack: 'Zurück vor diesen Sprung',
    solutionNone: 'Von hier ist keine Lösung bekannt.',
    solutionIs: (moves) => `Lösung: ${moveCount(moves)}`,
    solutionLeaves: (pegs) => `Die beste gefundene Folge lässt ${pegCount(pegs)} übrig.`,
    lineDone: 'Das Ziel ist erreicht.',
    stop: 'Zu meinem Spiel',
    adopt: 'Von hier weiterspielen',
    inverse: 'Umgekehrtes Spiel',
    inverseIs:
      'Das umgekehrte Spiel ist dieselbe Folge rückwärts: Ein Stift springt über ein leeres Loch in ein leeres Loch, ' +
      'und im übersprungenen Loch erscheint ein neuer Stift.',
    inverseQuestion: (pegs, filled) =>
      `Umgekehrtes Spiel: von ${pegs.length > 3 ? count(pegs.length, 'Stift', 'Stiften') : `${pegs.length === 1 ? 'einem Stift' : 'Stiften'} in ${all(pegs)}`} zu ${filled}`,
    filledBut: (label) => `einem Brett, auf dem nur ${label} leer ist`,
    inverseDone: 'Alle Stifte sind wieder da!',
    pause: 'Pause',
    resume: 'Abspielen',
    first: 'Zum Anfang',
    back: 'Ein Sprung zurück',
    forward: 'Ein Sprung vor',
    speed: 'Tempo',
    moves: 'Züge',
    noMoves: 'Noch keine Züge.',
    start: 'Anfang',
    timeline: 'Verlauf',
    timelineStep: (number, jump, possible, winning) =>
      `${number}. ${jump}: ${winning === null ? '?' : winning} von ${count(possible, 'Sprung', 'Sprüngen')} ${winning === 1 ? 'gewann' : 'gewannen'}`,
    timelineLost: 'hier ging der Sieg verloren',
    timelineHelp:
      'Jeder Sprung fügt einen Balken hinzu: Seine Höhe ist die Zahl der möglichen Sprünge, der grüne Teil zeigt die, die gewinnen.',
    timelineHidden:
      'Der Verlauf zeigt, wo ein Spiel verloren ging. Stelle die Hilfe auf „Alarm“ oder „Jeder Sprung“, um ihn zu sehen.',
    jumpsHere: 'Sprünge',
    numbers: 'Zahlen',
    winningJumps: 'Sprünge, die gewinnen',
    ofAll: (winning, number) => `${winning} von ${number}`,
    forced: 'Erzwungene Sprünge bisher',
    solutions: 'Lösungen von hier',
    chance: 'Zufälliges Spiel gewinnt',
    oneIn: (chance) =>
      chance === 0
        ? 'nie'
        : chance >= 0.01
          ? `${(100 * chance).toLocaleString('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`
          : `1 zu ${Math.round(1 / chance).toLocaleString('de')}`,
    movesNeeded: 'Wenigste Züge bis zum Ende',
    jumpMoves: (moves) => `in ${inMoves(moves)}`,
    fewestLeft: 'Wenigste mögliche Stifte',
    atMost: (number) => `${number} oder weniger`,
    notKnown: 'nicht bekannt',
    needsMemory: (limit) => `braucht mehr als ${limit} MB`,
    counting: 'wird gezählt …',
    count: 'Länger zählen',
    share: 'Teilen',
    solvedIn: (moves, fewest) => {
      const used = inMoves(moves);
      if (fewest === null) return `Gelöst in ${used}.`;
      return moves <= fewest
        ? `Gelöst in ${used}. Keine Lösung hat weniger.`
        : `Gelöst in ${used}; am besten geht es in ${fewest}.`;
    },
    tryShorter: 'Mit weniger Zügen versuchen',
    nextPuzzle: 'Nächstes Rätsel',
    otherBoard: 'Anderes Brett wählen',
    noJump: 'Kein Sprung ist mehr möglich.',
    again: 'Noch einmal versuchen',
    position: (pegs, empty) =>
      `Stifte in ${pegs.length > 0 ? all(pegs) : 'keinem Loch'}. Leer: ${empty.length > 0 ? all(empty) : 'keines'}.`,
    readPosition: 'Stellung vorlesen',
    typeMove: 'Die nächsten Züge eintippen',
    typeExample: 'Zug eintippen: d2-d4',
    typePlay: 'Springen',
    copyLink: 'Link kopieren',
    copyMoves: 'Züge kopieren',
    copyPosition: 'Stellung kopieren',
    enterMoves: 'Züge eingeben',
    enterHelp:
      'Züge vom Anfang des Spiels an, wie sie in Büchern und auf Seiten stehen: d2-d4, 1. d2xd4, 4 to 1, nacheinander.',
    movesTooLong: (kibibytes) => `Der Text ist länger als ${kibibytes} KiB.`,
    enterLabel: 'Züge zum Spielen',
    playMoves: 'Diese Züge spielen',
    readAs: (reading) => `Die Koordinaten wurden als ${reading} gelesen.`,
    printHelp: 'Für eine PDF-Datei wähle im Druckfenster „Als PDF speichern“.',
    playableHelp:
      'Die spielbare Seite ist eine einzige HTML-Datei: Schicke sie jemandem, oder stelle sie auf eine Website.',
    save: 'Spiel speichern',
    saveName: 'Name',
    saved: (name) => `Als „${name}“ gespeichert.`,
    notSaved: 'Speichern ist nicht möglich: Das Gerät ist voll oder erlaubt dieser Seite nicht zu speichern.',
    saveGiven: (board, played) => `${board}, ${jumpCount(played)}`,
    settings: 'Einstellungen',
    sound: 'Ton',
    theme: 'Farben',
    themes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  },

  problems: {
    heading: 'Aufgaben',
    explain:
      'Wähle das leere Loch am Anfang und das Loch für den letzten Stift. Enden, die die Stellungsklasse erlaubt, leuchten auf.',
    choose: 'Wähle',
    modes: { vacancy: 'Leeres Loch', finish: 'Ende', pegs: 'Stifte malen', pattern: 'Ziel malen' },
    goals: {
      hole: 'Im gewählten Loch',
      anyHole: 'Ein Stift irgendwo',
      fewest: 'Wenigste Stifte',
      position: 'Stellung der klassischen Aufgabe',
      patterns: 'Gemalte Stifte und leere Löcher',
    },
    goal: 'Ziel',
    finishes: (allowed) =>
      allowed === 0
        ? 'Die Stellungsklasse erlaubt kein Ende mit einem Stift.'
        : `Die Stellungsklasse erlaubt ${count(allowed, 'Ende', 'Enden')}.`,
    settledCount: (settled, number) => `${settled} von ${number} entschieden`,
    status: {
      solvable: 'lösbar',
      unsolvable: 'unmöglich',
      undecided: 'nicht entschieden',
      waiting: 'wartet',
    },
    finishName: (label, status) => `Ende in ${label}: ${status}`,
    vacancyName: (label, vacant) => `${label}${vacant ? ', das leere Loch' : ', Stift'}`,
    paintName: (label, peg) => `${label}, ${peg ? 'Stift' : 'leer'}`,
    markName: (label, mark) =>
      `${label}, ${{ peg: 'am Ende ein Stift', empty: 'am Ende leer', free: 'am Ende beliebig' }[mark]}`,
    forbidden: 'von der Stellungsklasse nicht erlaubt',
    solvable: (jumps, moves) => `Lösbar. Die gefundene Lösung hat ${jumpCount(jumps)} in ${inMoves(moves)}.`,
    undecided: (seconds) =>
      `Nach ${seconds.toLocaleString('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s nicht entschieden.`,
    waiting: 'Ich suche …',
    searching: ({ seconds, limit, nodes, done }) =>
      [
        `${Math.floor(seconds)}${limit === Infinity ? '' : ` von ${limit}`} s`,
        `${nodes.toLocaleString('de')} Stellungen`,
        ...(limit === Infinity && done !== null ? [`${Math.floor(100 * done)} %`] : []),
      ].join(', '),
    becauseClass: (holes, start, finish) =>
      `Unmöglich: Die Stellungsklassen sind verschieden. Kein Sprung ändert, ob die Zahl der Stifte in den ${count(holes, 'markierten Loch', 'markierten Löchern')} gerade ist; am Anfang sind es ${start} und am Ende ${finish}.`,
    becausePagoda: (start, finish) =>
      `Unmöglich wegen der gezeigten Gewichte. Kein Sprung erhöht die Summe der Gewichte der Stifte; sie ist am Anfang ${start} und müsste am Ende ${finish} sein.`,
    becauseParity: (start, finish, loss) =>
      `Unmöglich wegen der Gewichte und der markierten Mengen. Die Summe der Gewichte ist am Anfang ${start} und am Ende ${finish}, aber wegen der Paritäten der Mengen verliert jede Folge mindestens ${loss}.`,
    becauseCases: (leaves) =>
      `Unmöglich: Jeder Fall erster und letzter Sprünge ist widerlegt (${count(leaves, 'Fall', 'Fälle')}).`,
    becauseExhaustion: (positions) =>
      `Unmöglich: Eine vollständige Suche in ${positions} Stellungen hat keine Lösung gefunden.`,
    becauseRecorded: 'Unmöglich: Der Atlas von Pegboard enthält einen Beweis.',
    becauseTooFew: 'Unmöglich: Es ist nur ein Stift da, und ein Sprung braucht zwei.',
    fromAtlas:
      'Der Atlas von Pegboard enthält ein Zertifikat dafür. Das Programm prüft es: pegboard verify DATEI.',
    certificate: 'Zertifikat herunterladen',
    weights: 'Gewichte auf dem Brett zeigen',
    play: 'Spielen',
    showSolution: 'Lösung ansehen',
    longer: 'Länger suchen',
    longerExplain:
      'Eine längere Suche läuft, bis sie die Antwort hat, ihr Speicher voll ist oder du sie anhältst. Die nächste beginnt von vorn.',
    fewestMoves: 'Wenigste Züge',
    movesExplain: 'Ein Zug ist eine Folge von Sprüngen desselben Stifts.',
    movesSearching: 'Die wenigsten Züge werden gesucht …',
    movesProved: (moves) => `Gelöst in ${inMoves(moves)}. Keine Lösung hat weniger.`,
    movesBetween: (found, atLeast) => `Gelöst in ${inMoves(found)}. Mindestens ${atLeast} sind nötig.`,
    movesNone: 'Die Suche hat innerhalb ihrer Grenzen keine Lösung gefunden.',
    movesUnsolvable: 'Es gibt keine Lösung.',
    watchShortest: 'Diese Lösung ansehen',
    stop: 'Anhalten',
    named: 'Klassische Aufgaben',
    puzzle: 'Rätsel',
    puzzleExplain: 'Eine lösbare Stellung auf Bestellung. Dieselbe Nummer ergibt dasselbe Rätsel.',
    difficulty: 'Schwierigkeit',
    difficulties: { easy: 'Leicht', medium: 'Mittel', hard: 'Schwer', expert: 'Meisterlich' },
    seed: 'Nummer',
    symmetric: 'Symmetrischer Anfang',
    uniqueFirstJump: 'Nur ein erster Sprung gewinnt',
    makePuzzle: 'Rätsel erzeugen',
    puzzleMade: (difficulty, jumps, chance) =>
      `${difficulty}: ${jumpCount(jumps)}. Zufälliges Spiel gewinnt: ${chance}.`,
    all: 'Alle Aufgaben',
    fill: 'Alle Stifte',
    clear: 'Keine Stifte',
    needPegs: 'Setze mindestens zwei Stifte auf das Brett.',
  },

  atlas: {
    heading: 'Alle Aufgaben dieses Bretts',
    progress: (settled, number) => `${settled} von ${number} entschieden`,
    none: 'Die Stellungsklassen erlauben keine Aufgabe von einem leeren Loch zu einem Stift.',
    matrix: 'Tabelle',
    map: 'Karte',
    vacancy: 'leeres Loch',
    finish: 'Ende',
    cell: (vacancy, finish, status) => `${vacancy} leer, Ende in ${finish}: ${status}`,
    clickToPlay: 'Klicke auf eine Aufgabe, um sie zu spielen.',
    longer: 'Offene Aufgaben länger untersuchen',
    stop: 'Anhalten',
    status: {
      solvable: 'lösbar',
      pagoda: 'unmöglich, durch eine Pagodenfunktion',
      cases: 'unmöglich, durch Fälle erster und letzter Sprünge',
      exhaustion: 'unmöglich, durch vollständige Suche',
      recorded: 'unmöglich, durch einen Beweis im Atlas',
      open: 'offen',
    },
    mapName: 'Karte des Bretts: Jedes Loch zeigt, wo der letzte Stift enden kann, wenn es am Anfang leer ist',
  },

  draw: {
    heading: 'Zeichne ein Brett',
    tools: 'Werkzeuge',
    name: 'Name',
    unnamed: 'Mein Brett',
    lattice: 'Art',
    lattices: { Square: 'Quadrate', Triangular: 'Dreiecke', Graph: 'Graph' },
    jumping: 'Sprünge',
    jumpings: {
      sets: { Orthogonal: 'Gerade', Diagonal: 'Schräg', All: 'Beide' },
      listed: (directions) => `Sprünge gehen ${directions.join(', ')}.`,
    },
    symmetry: 'Malen mit',
    symmetries: { none: 'Einem', mirror: 'Spiegel', both: 'Zwei Spiegeln', rotate: 'Drehung' },
    gridSize: 'Raster',
    larger: 'Größeres Raster',
    smaller: 'Kleineres Raster',
    undo: 'Zurück',
    redo: 'Vor',
    clear: 'Leeren',
    play: 'Dieses Brett spielen',
    keep: 'Brett speichern',
    cell: (column, row, hole, label) =>
      `${column}${row}, ${hole ? 'Loch' : 'kein Loch'}${label === null ? '' : `, ${label} des Bretts`}`,
    grid: 'Raster zum Zeichnen. Pfeiltasten wandern, Eingabe oder Leertaste malt.',
    empty: 'Male einige Löcher: drücken und ziehen.',
    graph:
      'Graph. Pfeiltasten wandern, Eingabe beginnt und beendet eine Kante, Escape verwirft sie. Entf entfernt die Ecke, Umschalt mit einer Pfeiltaste verschiebt sie.',
    graphHelp:
      'Klicke auf eine freie Stelle, um eine Ecke zu setzen. Klicke zwei Ecken an, oder ziehe eine auf die andere, um sie zu verbinden oder zu trennen. Ziehe eine Ecke auf eine freie Stelle, um sie zu verschieben.',
    graphEmpty: 'Setze einige Ecken: Klicke auf eine freie Stelle.',
    vertex: (label, edges, selected) =>
      `${label}, ${count(edges, 'Kante', 'Kanten')}${selected ? ', gewählt' : ''}`,
    addVertex: 'Ecke setzen',
    removeVertex: 'Ecke entfernen',
    selectFirst: 'Klicke zuerst auf die Ecke, die entfernt werden soll.',
    vertexAdded: (label) => `Ecke ${label} gesetzt.`,
    vertexRemoved: (label) => `Ecke ${label} entfernt.`,
    vertexSelected: (label) => `${label} gewählt. Wähle das andere Ende einer Kante.`,
    edgeAdded: (one, other) => `${one} und ${other} verbunden.`,
    edgeRemoved: (one, other) => `${one} und ${other} getrennt.`,
    noPicture: 'Dieses Brett lässt sich nicht als Text zeichnen.',
    facts: 'Was das Brett ausmacht',
    holes: 'Löcher',
    jumps: 'Sprünge',
    symmetryGroup: 'Symmetrie',
    groupName,
    classes: 'Stellungsklassen',
    classCount: (dimension) => (dimension < 31 ? String(2 ** dimension) : `2^${dimension}`),
    nullClass: 'Nullklasse',
    nullYes: 'ja: Der letzte Stift kann dort enden, wo das erste leere Loch war',
    nullNo: 'nein: Der letzte Stift kann nicht dort enden, wo das erste leere Loch war',
    problems: 'Erlaubte Aufgaben',
    problemsUpTo: (number, types) => `${number} bis auf Symmetrie, von ${count(types, 'Art', 'Arten')}`,
    pairs: 'Leeres Loch → Ende',
    warnings: 'Warnungen',
    tooMany: (holes) => `${holes} Löcher sind zu viele: Ein Brett hat höchstens 128.`,
    import: 'Importieren',
    importHelp:
      'Füge eine Brettdatei (RON), ein Textbild oder die Kanten eines Graphen ein, oder ziehe sie hierher.',
    importLabel: 'Brettdatei, Textbild oder Graph',
    read: 'Brett importieren',
    open: 'Datei öffnen',
    tooLong: (kibibytes) => `Der Text ist länger als ${kibibytes} KiB. Ein Brett hat höchstens 128 Löcher.`,
    place: (line, column) => `Zeile ${line}, Spalte ${column}`,
    export: 'Exportieren',
    ron: 'Brettdatei (RON)',
    picture: 'Textbild',
    svg: 'SVG',
    png: 'PNG',
    print: 'Druck',
    copyRon: 'RON kopieren',
    copyPicture: 'Bild kopieren',
  },

  boards: {
    heading: 'Bretter',
    yours: 'Deine Spiele',
    drawn: 'Deine Bretter',
    library: 'Sammlung',
    search: 'Brett suchen',
    noMatch: 'Kein Brett hat diesen Namen, diese Form oder diese Zahl von Löchern.',
    named: 'Klassische Aufgaben',
    namedOf: (board, problems) => `${board}: ${count(problems, 'Aufgabe', 'Aufgaben')}`,
    inMoves: (moves) => `wenigste Züge: ${moves}`,
    none: 'Noch nichts gespeichert.',
    open: (name) => `${name} öffnen`,
    remove: (name) => `${name} löschen`,
    removed: (name) => `„${name}“ ist gelöscht.`,
    restore: 'Rückgängig',
    groups: {
      classic: 'Klassische Bretter',
      squares: 'Quadrate und Rauten',
      triangles: 'Dreiecke',
      hexagons: 'Sechsecke und Sterne',
      crosses: 'Kreuze',
      odd: 'Ungewöhnliche Formen',
      graphs: 'Graphen, Körper und Bänder',
    },
    redraw: 'Bearbeiten',
    tooLarge: 'Dieses Brett passt nicht auf das Raster.',
  },

  pictures: {
    theme: 'Farben des Bilds',
    themes: {
      light: 'Hell',
      dark: 'Dunkel',
      transparent: 'Durchsichtig',
      'color-blind': 'Für Farbenblinde',
    },
    ownPegs: 'Eigene Farbe der Stifte',
    pegs: 'Farbe der Stifte',
    labels: 'Namen der Löcher',
    coordinates: 'Koordinaten am Rand',
    width: 'Breite in Pixeln',
    anyWidth: 'automatisch',
    making: 'Die Datei wird erzeugt …',
    noPlayer: 'Das Skript der spielbaren Seite lässt sich nicht laden.',
    noEncoder: 'Das Skript für bewegte Bilder lässt sich nicht laden.',
    playYourself: 'Spiele es selbst',
    tooLarge: 'Das Bild ist zu groß für den Speicher dieser Seite. Wähle eine kleinere Breite.',
  },

  share: {
    what: 'Was',
    kinds: { position: 'Stellung', hint: 'Hinweis', moves: 'Züge' },
    format: 'Format',
    formats: {
      svg: 'SVG',
      png: 'PNG',
      print: 'Papier oder PDF',
      gif: 'Bewegtes GIF',
      html: 'Spielbare Seite',
    },
    download: 'Herunterladen',
    print: 'Drucken',
    send: 'Senden',
    embed: 'Code zum Einbetten kopieren',
    frameTitle: 'Solitär',
    preview: 'Vorschau der Datei',
    look: 'Aussehen des Bilds',
  },

  look: {
    material: 'Brett',
    materials: {
      wood: 'Holz',
      slate: 'Schiefer',
      glass: 'Glas',
      paper: 'Papier',
      contrast: 'Hoher Kontrast',
    },
    pegs: 'Stifte',
    pegColors: { blue: 'Blau', red: 'Rot', green: 'Grün', amber: 'Bernstein', violet: 'Violett' },
    names: 'Namen der Löcher',
    namePlaces: { border: 'Am Rand', holes: 'Auf jedem Loch', none: 'Verborgen' },
    language: 'Sprache',
    browserLanguage: 'Wie der Browser',
    oneClick: 'Ein Klick genügt, wenn nur ein Sprung möglich ist',
    letterKeys: 'Tasten U, R und H: zurück, vor und Hinweis',
  },

  tour: {
    name: 'Rundgang',
    show: 'Rundgang zeigen',
    next: 'Weiter',
    skip: 'Überspringen',
    done: 'Spielen',
    steps: [
      {
        title: 'Springe',
        said: 'Klicke auf einen Stift, dann auf das leere Loch hinter seinem Nachbarn. Der Stift dazwischen wird geschlagen.',
      },
      {
        title: 'Achte auf den Alarm',
        said: 'Ein Sprung, der den Sieg verschenkt, wird sofort gemeldet, und du kannst ihn zurücknehmen.',
      },
      {
        title: 'Frage',
        said: 'Hinweis zeigt einen Sprung, der noch gewinnt. Lösung spielt ein ganzes Spiel, in deinem Tempo.',
      },
      {
        title: 'Entdecke mehr',
        said: 'Unter Rätsel gibt es eines für jeden Tag, unter Bretter die Sammlung, und unter Zeichnen machst du dein eigenes Brett.',
      },
    ],
  },

  rules: {
    title: 'Regeln',
    steps: [
      'Ein Stift springt geradeaus über einen benachbarten Stift in das leere Loch dahinter.',
      'Der übersprungene Stift verlässt das Brett.',
      'Du gewinnst, wenn ein Stift übrig ist oder das Ziel über dem Brett erreicht ist.',
    ],
  },

  puzzles: {
    heading: 'Rätsel',
    daily: 'Rätsel des Tages',
    dailyOpen: (day, moves) => `${day}: Es lässt sich in ${inMoves(moves)} lösen.`,
    dailyDone: (days) => `Gelöst. Tage in Folge: ${days}.`,
    dailyPlay: 'Spielen',
    dailyAgain: 'Noch einmal spielen',
    solved: (solved, number) => `${solved} von ${number} gelöst`,
    tile: (number, stars) =>
      `Rätsel ${number}, ${stars === 0 ? 'nicht gelöst' : count(stars, 'Stern', 'Sterne')}`,
    starsMean:
      'Drei Sterne für eine Lösung mit den wenigsten Zügen, zwei für bis zu zwei Züge mehr, einer für jede Lösung.',
    statistics: 'Statistik',
    games: 'Begonnene Spiele',
    won: 'Gewonnene Spiele',
    jumps: 'Sprünge',
    hints: 'Hinweise',
    streak: 'Tage in Folge',
    onDevice: 'Diese Zahlen bleiben auf diesem Gerät.',
  },

  sheet: {
    heading: 'Blatt für eine Klasse',
    explain: 'Bilder, Fragen und ein QR-Code für jedes Rätsel, mit den Lösungen auf einer eigenen Seite.',
    title: 'Überschrift',
    usualTitle: 'Solitär',
    goal: 'Ziel der Stunde',
    usualGoal: 'Springe, bis ein Stift übrig ist.',
    puzzles: 'Rätsel aus',
    game: 'Das jetzige Spiel',
    count: 'Zahl der Rätsel',
    help: 'Hilfe in den Links',
    print: 'Blatt drucken',
    solutions: 'Lösungen',
    noSolution: 'keine Lösung bekannt',
  },

  link: {
    flaws: {
      version: 'Dieser Link stammt von einer neueren Fassung der Seite.',
      tooLong: 'Dieser Link ist zu lang.',
      damaged: 'Dieser Link ist beschädigt: Ein Teil fehlt oder wurde verändert.',
      board: 'Das Brett dieses Links gibt es nicht, oder es ist nicht lesbar.',
      problem: 'Die Aufgabe dieses Links passt nicht zu ihrem Brett.',
      jumps: 'Ein Sprung dieses Links ist nicht möglich.',
    },
    ask: 'Das Spiel des Links öffnen?',
    askDetail: (link, running) =>
      `Der Link enthält ${link}. Dein jetziges Spiel, ${running}, wird unter „Deine Spiele“ gespeichert.`,
    open: 'Link öffnen',
    stay: 'Mein Spiel fortsetzen',
    notForOthers:
      'Der Link dieses Spiels ist zu lang für andere Geräte. Exportiere stattdessen das Brett als Datei.',
    unopened: 'Nicht geöffnetes Spiel',
    game: (board, jumps) => `${board} nach ${count(jumps, 'Sprung', 'Sprüngen')}`,
    interrupted: (board, jumps) => `${board} nach ${count(jumps, 'Sprung', 'Sprüngen')} (unterbrochen)`,
  },
};
