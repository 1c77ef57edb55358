/** Drawing view: painting a board on a grid or drawing a graph, with its facts updated live. */

import {
  LONGEST_TEXT,
  isFacts,
  type Facts,
  type Lattice,
  type Pegs,
  type Remark,
  type Source,
} from '../engine/messages.ts';
import { Game, usualProblem, type Board } from '../model/game.ts';
import {
  Canvas,
  MOST_HOLES,
  inPlane,
  type Drawing,
  type Grid,
  type PaintSymmetry,
  type Point,
} from '../model/canvas.ts';
import { text } from '../text.ts';
import { BoardView } from '../view/board-view.ts';
import { button, choice, h, replace, set } from '../view/dom.ts';
import { copy, downloadText, fileName } from '../view/files.ts';
import { UnreadableBoard, type Host, type View } from '../view/host.ts';
import { sign, type Badge } from '../view/marks.ts';
import { AtlasPanel } from './atlas.ts';
import { act, exportPicture, type StillFormat } from './export-picture.ts';
import { GraphEditor } from './graph-editor.ts';
import { PictureLook } from './picture-look.ts';

/** Milliseconds without painting before the atlas starts. */
const PAUSE = 500;
/** Maximum number of listed pairs; beyond it, only the matrix shows them. */
const MOST_PAIRS = 60;

export class DrawView implements View {
  readonly element: HTMLElement;
  private readonly canvas = new Canvas(matchMedia('(max-width: 600px)').matches ? 9 : 11);
  private readonly graph: GraphEditor;
  private isGraph = false;
  private symmetry: PaintSymmetry = 'none';
  private points: Point[] = [];
  private grid!: BoardView;
  private shownGrid: Grid | null = null;
  private brush = true;
  private board: Board | null = null;
  /** Errors of a drawing that is no board. */
  private flaws: Remark[] = [];
  /** Position of an imported picture. */
  private pegs: Pegs | null = null;
  private asking = false;
  private changedSince = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly atlas: AtlasPanel;
  private readonly name = h('input', { type: 'text', id: 'board-name', maxlength: 60 });
  private readonly gridPlace = h('div', { class: 'board-scroll' });
  private readonly toolbar = h('div', { class: 'row' });
  private readonly latticePlace = h('div', {});
  private readonly facts = h('section', { class: 'panel', 'aria-live': 'polite' });
  private readonly importText = h('textarea', { rows: 9, spellcheck: 'false', id: 'import-text' });
  private readonly remarks = h('div', { role: 'alert' });
  private readonly export = h('details', { class: 'panel' });
  private readonly look: PictureLook;

  constructor(private readonly app: Host) {
    const { draw } = text;
    this.name.value = draw.unnamed;
    this.name.addEventListener('change', () => this.painted());
    this.atlas = new AtlasPanel(app, () => this.drawPairs());
    this.atlas.element.hidden = true;
    this.look = new PictureLook(app, false);
    this.graph = new GraphEditor(app.shell, () => this.painted());
    this.makeTools();
    this.makeToolbar();
    this.makeExport();
    this.element = h(
      'section',
      { class: 'view draw', 'aria-label': text.views.draw },
      h(
        'div',
        { class: 'stage' },
        h('div', { class: 'title' }, h('h2', {}, draw.heading)),
        this.latticePlace,
        this.gridPlace,
        this.toolbar,
      ),
      h('div', { class: 'side' }, this.facts, this.atlas.element, this.makeImport(), this.export),
    );
    this.makeGrid();
    this.drawFacts();
  }

  shown(): void {
    this.look.refresh();
    this.showAtlas();
  }

  hidden(): void {
    this.atlas.pause();
  }

  /** Loads a board for editing. */
  load(board: Board): boolean {
    const { facts } = board;
    const isGraph = this.graph.canvas.load(facts);
    if (!isGraph && !this.canvas.load(facts.file, facts.points)) return false;
    this.isGraph = isGraph;
    this.name.value = facts.name;
    this.makeTools();
    this.makeToolbar();
    this.makeGrid();
    this.setBoard(board);
    return true;
  }

  /** The grid or the graph, whichever is shown. */
  private get drawing(): Drawing {
    return this.isGraph ? this.graph.canvas : this.canvas;
  }

  private makeTools(): void {
    const { draw } = text;
    const { canvas, isGraph } = this;
    const grid = () => [
      this.jumpChoice(),
      choice(draw.symmetry, draw.symmetries, this.symmetry, (symmetry) => {
        this.symmetry = symmetry;
      }),
    ];
    replace(
      this.latticePlace,
      h('label', { class: 'field inline' }, draw.name, this.name),
      choice(draw.lattice, draw.lattices, isGraph ? 'Graph' : canvas.lattice, (kind) => {
        this.isGraph = kind === 'Graph';
        if (kind !== 'Graph' && kind !== canvas.lattice) canvas.setLattice(kind);
        this.makeTools();
        this.makeToolbar();
        this.makeGrid();
        this.painted();
        this.latticePlace.querySelector<HTMLElement>('input[type=radio]:checked')?.focus();
      }),
      ...(isGraph ? [h('p', { class: 'note' }, draw.graphHelp)] : grid()),
    );
  }

  private makeToolbar(): void {
    const { draw } = text;
    const { canvas, drawing, graph } = this;
    const resize = (by: number) => () => {
      if (canvas.resize(by)) this.reshaped();
    };
    const turn = (back: boolean) => () => {
      if (back ? drawing.undo() : drawing.redo()) this.reshaped();
    };
    const own = this.isGraph
      ? [button(draw.addVertex, () => graph.add()), button(draw.removeVertex, () => graph.removeSelected())]
      : [
          button('−', resize(-1), { 'aria-label': draw.smaller }),
          button('+', resize(1), { 'aria-label': draw.larger }),
        ];
    replace(
      this.toolbar,
      button(draw.undo, turn(true)),
      button(draw.redo, turn(false)),
      button(draw.clear, () => {
        drawing.clear();
        this.reshaped();
      }),
      ...own,
      button(draw.keep, () => void this.keep()),
      button(draw.play, () => this.play(), { class: 'primary' }),
    );
  }

  /** Updates the canvas, and the choices after a change of the grid. */
  private reshaped(): void {
    if (this.isGraph) {
      this.graph.draw();
    } else if (this.canvas.grid !== this.shownGrid) {
      this.makeTools();
      this.makeGrid();
    }
    this.painted();
  }

  /** Returns the choice of jump directions, if the lattice has one or the board file sets one. */
  private jumpChoice(): Node | null {
    const { canvas } = this;
    const { jumping, jumpings } = text.draw;
    if (Array.isArray(canvas.jumps)) return h('p', { class: 'note' }, jumpings.listed(canvas.jumps));
    if (canvas.lattice !== 'Square') return null;
    return choice(jumping, jumpings.sets, canvas.jumps ?? 'Orthogonal', (jumps) => {
      canvas.setJumps(jumps === 'Orthogonal' ? undefined : jumps);
      this.painted();
    });
  }

  private makeGrid(): void {
    const { canvas } = this;
    if (this.isGraph) {
      replace(this.gridPlace, this.graph.element);
      this.graph.draw();
      return;
    }
    this.shownGrid = canvas.grid;
    this.points = canvas.points;
    const places = this.points.map((point) => inPlane(canvas.lattice, point));
    const left = Math.min(...places.map(([x]) => x));
    const paint = (hole: number, first: boolean) => {
      const point = this.points[hole]!;
      if (first) {
        canvas.begin();
        this.brush = !canvas.has(point);
      }
      canvas.paint(point, this.brush, this.symmetry);
      this.painted();
    };
    this.grid = new BoardView(
      places.map(([x, y]) => [x - left, y] as const),
      text.draw.grid,
      { press: (hole) => paint(hole, true), paint },
      'grid',
    );
    replace(this.gridPlace, this.grid.element);
    this.drawGrid();
  }

  private drawGrid(): void {
    if (this.isGraph) return;
    const { canvas, points } = this;
    const labels = this.labels();
    this.grid.update({
      peg: () => false,
      classes: (hole) => (canvas.has(points[hole]!) ? 'painted' : ''),
      label: (hole) => labels.get(hole) ?? '',
      name: (hole) => {
        const [x, y] = points[hole]!;
        const column = String.fromCharCode(97 + (x % 26)).repeat(1 + Math.floor(x / 26));
        return text.draw.cell(column, y + 1, canvas.has(points[hole]!), labels.get(hole) ?? null);
      },
    });
  }

  /** Returns the labels of the painted points, to which problems and warnings refer. */
  private labels(): Map<number, string> {
    const { canvas, points, board } = this;
    const painted = points.flatMap((point, place) => (canvas.has(point) ? [place] : []));
    const labels = board?.facts.labels ?? [];
    if (painted.length !== labels.length) return new Map(); // the facts belong to an earlier stroke
    return new Map(painted.map((place, hole) => [place, labels[hole]!])); // both are in row order
  }

  /** Updates the facts at once, and the atlas after a pause. */
  private painted(): void {
    this.drawGrid();
    this.pegs = null;
    void this.ask();
  }

  private async ask(): Promise<void> {
    if (this.asking) {
      this.changedSince = true;
      return;
    }
    const { drawing } = this;
    const holes = drawing.shownCount;
    if (holes === 0 || holes > MOST_HOLES) {
      this.setBoard(null);
      return;
    }
    this.asking = true;
    const name = this.name.value.trim() || text.draw.unnamed;
    const read = await this.app.engine.board({ file: drawing.file(name) });
    this.asking = false;
    if (isFacts(read)) this.setBoard({ facts: read, id: null });
    else this.setBoard(null, read.diagnostics);
    if (this.changedSince) {
      this.changedSince = false;
      void this.ask();
    }
  }

  private setBoard(board: Board | null, flaws: Remark[] = []): void {
    this.board = board;
    this.flaws = flaws;
    if (this.timer !== null) clearTimeout(this.timer);
    this.atlas.pause();
    this.drawGrid();
    this.drawFacts();
    this.timer = setTimeout(() => {
      if (this.app.shownView === 'draw') this.showAtlas();
    }, PAUSE);
  }

  private showAtlas(): void {
    const board = this.board && this.board.facts.jumps.length > 0 ? this.board : null;
    this.atlas.show(board);
    this.atlas.element.hidden = board === null;
    this.drawPairs();
  }

  private drawFacts(): void {
    const { draw } = text;
    const { board, drawing, flaws } = this;
    const holes = drawing.shownCount;
    if (!board) {
      const flaw = holes > MOST_HOLES ? draw.tooMany(holes) : flaws.map(({ message }) => message).join(' ');
      const said = holes > 0 ? flaw : this.isGraph ? draw.graphEmpty : draw.empty;
      replace(this.facts, h('h3', {}, draw.facts), h('p', { class: holes > 0 ? 'warning' : 'note' }, said));
      return;
    }
    const { facts } = board;
    const rows: [string, string][] = [
      [draw.holes, String(facts.labels.length)],
      [draw.jumps, String(facts.jumps.length)],
      [draw.symmetryGroup, facts.symmetry],
      [draw.classes, draw.classCount(facts.invariants.length)],
      [draw.nullClass, facts.nullClass ? draw.nullYes : draw.nullNo],
      [draw.problems, draw.problemsUpTo(facts.problems.length, facts.types.length)],
    ];
    replace(
      this.facts,
      h('h3', {}, draw.facts),
      h(
        'dl',
        { class: 'facts' },
        ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
      ),
      facts.warnings.length > 0
        ? h(
            'ul',
            { class: 'warnings' },
            ...facts.warnings.map((warning) => h('li', { class: 'warning' }, warning)),
          )
        : null,
      facts.problems.length > 0 ? h('h4', {}, draw.pairs) : null,
      h('ul', { class: 'chips pairs' }),
    );
    this.drawPairs();
  }

  /** Lists the allowed pairs of vacancy and finish with their findings; a click plays one. */
  private drawPairs(): void {
    const place = this.facts.querySelector('.pairs');
    const { board } = this;
    if (!place || !board) return;
    const { labels, problems } = board.facts;
    const isShown = this.atlas.shows(board);
    const entry = ({ vacancy, finish }: Facts['problems'][number], index: number) => {
      const finding = isShown ? this.atlas.finding(index) : 'open';
      const kind: Badge = finding === 'solvable' ? 'winning' : finding === 'open' ? 'waiting' : 'losing';
      const [from, to] = [labels[vacancy]!, labels[finish]!];
      const press = button('', () => this.playPair(index), {
        class: 'chip',
        'aria-label': `${from}→${to}. ${text.atlas.cell(from, to, text.atlas.status[finding])}`,
      });
      press.append(sign(kind), `${from}→${to}`);
      return h('li', {}, press);
    };
    place.replaceChildren(...problems.slice(0, MOST_PAIRS).map(entry));
  }

  private playPair(index: number): void {
    this.keepQuietly();
    this.atlas.show(this.board);
    this.atlas.play(index);
  }

  private play(): void {
    const { board, pegs } = this;
    if (!board) return;
    this.keepQuietly();
    const usual = usualProblem(board);
    this.app.open(new Game(pegs ? { board, start: pegs, goal: { kind: 'anyHole' } } : usual));
  }

  /** Saves a drawn board under its name before it is played. */
  private keepQuietly(): void {
    const { board, app } = this;
    if (!board || board.id !== null) return;
    app.storage.save('boards', {
      name: board.facts.name,
      link: app.link(new Game(usualProblem(board))).split('#')[1]!,
    });
  }

  private async keep(): Promise<void> {
    const { board, app } = this;
    if (!board) return;
    const name = await app.shell.askName(text.draw.keep, board.facts.name);
    if (name === null) return;
    this.name.value = name;
    const facts = await app.facts({ file: { ...board.facts.file, name } });
    this.setBoard({ facts, id: null });
    this.keepQuietly();
    app.shell.toast(text.draw.kept(name));
  }

  // Import and export.

  private makeImport(): HTMLElement {
    const { draw } = text;
    const input = h('input', {
      type: 'file',
      accept: '.ron,.txt,text/plain',
      class: 'visually-hidden',
      tabindex: -1,
      'aria-label': draw.open,
    });
    const readFile = async (file: File | undefined) => {
      if (!file) return;
      if (file.size > LONGEST_TEXT) return this.showRemarks([plainRemark(draw.tooLong(LONGEST_TEXT / 1024))]);
      this.importText.value = await file.text();
      await this.read(file.name);
    };
    input.addEventListener('change', () => void readFile(input.files?.[0]));
    this.importText.addEventListener('paste', () => setTimeout(() => void this.read(), 0));
    const place = h(
      'details',
      { class: 'panel' },
      h('summary', {}, draw.import),
      h('p', { class: 'note', id: 'import-help' }, draw.importHelp),
      h('label', { for: 'import-text', class: 'visually-hidden' }, draw.importLabel),
      this.importText,
      h(
        'div',
        { class: 'row' },
        button(draw.read, () => void this.read(), { class: 'primary' }),
        button(draw.open, () => input.click()),
        input,
      ),
      this.remarks,
    );
    set(this.importText, 'aria-describedby', 'import-help');
    window.addEventListener('dragover', (event) => {
      if (!this.element.hidden) event.preventDefault();
    });
    window.addEventListener('drop', (event) => {
      if (this.element.hidden) return;
      event.preventDefault();
      place.open = true;
      void readFile(event.dataTransfer?.files[0]);
    });
    return place;
  }

  private async read(fileName?: string): Promise<void> {
    const content = this.importText.value;
    if (content.length > LONGEST_TEXT) {
      this.showRemarks([plainRemark(text.draw.tooLong(LONGEST_TEXT / 1024))]);
      return;
    }
    const isRon = /\bBoard\s*\(/.test(content);
    const name = fileName ?? (isRon ? 'board.ron' : `${text.draw.unnamed}.txt`);
    const lattice: Lattice = this.canvas.lattice;
    const source: Source = isRon
      ? { ron: { text: content, name } }
      : { picture: { text: content, name, lattice } };
    try {
      const facts = await this.app.facts(source);
      replace(this.remarks);
      const pegs =
        facts.pegs && facts.pegs.length > 0
          ? facts.labels.map((_, hole) => (facts.pegs!.includes(hole) ? '1' : '0')).join('')
          : null;
      if (!this.load({ facts, id: null })) {
        this.app.open(new Game(usualProblem({ facts, id: null }))); // the board cannot be drawn
        return;
      }
      this.pegs = pegs;
      const reading = facts.reading ? `; ${facts.reading}` : '';
      this.app.shell.say(`${facts.name}: ${text.holes(facts.labels.length)}${reading}`);
    } catch (error) {
      this.showRemarks(error instanceof UnreadableBoard ? error.remarks : [plainRemark(String(error))]);
    }
  }

  private showRemarks(remarks: Remark[]): void {
    const entry = (remark: Remark) => {
      const line = remark.line === null ? null : (this.importText.value.split('\n')[remark.line - 1] ?? '');
      const place = remark.line === null ? null : text.draw.place(remark.line, remark.column ?? 1);
      const mark = () => {
        this.importText.focus();
        if (remark.start !== null)
          this.importText.setSelectionRange(remark.start, remark.end ?? remark.start);
      };
      return h(
        'li',
        {},
        place ? button(place, mark, { class: 'small' }) : null,
        ` ${remark.message}`,
        line === null ? null : h('pre', {}, `${line}\n${' '.repeat(Math.max(0, (remark.column ?? 1) - 1))}^`),
        remark.help ? h('p', { class: 'note' }, remark.help) : null,
      );
    };
    replace(this.remarks, h('ul', { class: 'remarks' }, ...remarks.map(entry)));
    const first = remarks.find((remark) => remark.start !== null);
    if (first) this.importText.setSelectionRange(first.start!, first.end ?? first.start!);
  }

  private makeExport(): void {
    const { draw } = text;
    const out = (run: (facts: Facts) => Promise<void> | void) => () => {
      const { board, app } = this;
      if (!board) app.shell.toast(draw.empty);
      else act(app, async () => run(board.facts))();
    };
    const copied = async (content: string) =>
      this.app.shell.toast((await copy(content)) ? text.copied : text.notCopied);
    const picture = (format: StillFormat) =>
      out(async (facts) => exportPicture(this.app, facts.name, { board: facts.file }, format, this.look));
    const withRows = (run: (facts: Facts, rows: string) => Promise<void> | void) =>
      out((facts) => (facts.rows ? run(facts, facts.rows.join('\n')) : this.app.shell.toast(draw.noPicture)));
    this.export.append(
      h('summary', {}, draw.export),
      this.look.element,
      h(
        'div',
        { class: 'row' },
        button(
          draw.copyRon,
          out((facts) => copied(facts.ron)),
        ),
        button(
          draw.ron,
          out((facts) => downloadText(fileName(facts.name, 'ron'), facts.ron)),
        ),
        button(
          draw.copyPicture,
          withRows((_, rows) => copied(rows)),
        ),
        button(
          draw.picture,
          withRows(({ name }, rows) => downloadText(fileName(name, 'txt'), `${rows}\n`)),
        ),
        button(draw.svg, picture('svg')),
        button(draw.png, picture('png')),
        button(draw.print, picture('print')),
      ),
    );
  }
}

function plainRemark(message: string): Remark {
  return { message, help: null, line: null, column: null, start: null, end: null };
}
