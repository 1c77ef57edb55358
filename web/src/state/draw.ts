/** State of the drawing view: a board on a grid or a graph, and the facts that follow from it. */

import {
  LONGEST_TEXT,
  isFacts,
  type BoardFile,
  type Facts,
  type Lattice,
  type Pegs,
  type Remark,
  type Source,
} from 'pegboard';
import { Canvas, MAX_HOLES, type Drawing, type PaintSymmetry, type Point } from '../model/canvas.ts';
import { Game, type Board } from '../model/game.ts';
import { GraphCanvas } from '../model/graph-canvas.ts';
import { writeLink } from '../model/link.ts';
import { usualProblem } from '../model/usual.ts';
import { text } from '../text/text.ts';
import { AtlasState } from './atlas.ts';
import { messageOf } from './errors.ts';
import { UnreadableBoard, type Page } from './page.ts';

/** Milliseconds without painting before the atlas starts. */
const PAUSE = 500;
/** Milliseconds without painting before the canvas is kept. */
const KEEP_AFTER = 200;

const isPhone = matchMedia('(max-width: 600px)').matches;

export class DrawState {
  readonly canvas = new Canvas(isPhone ? 9 : 11);
  readonly graph = new GraphCanvas(isPhone ? [7, 7] : [12, 9]);
  readonly atlas: AtlasState;
  isGraph = false;
  symmetry: PaintSymmetry = 'none';
  name = '';
  isLocked = false;
  board: Board | null = null;
  /** Errors in a drawing that is not a valid board. */
  flaws: Remark[] = [];
  importText = '';
  isImportOpen = false;
  remarks: Remark[] = [];
  /** Label of the vertex where an edge begins. */
  selected: string | null = null;
  /** Vertex that receives the focus when `focusKey` changes. */
  focusVertex = 0;
  focusKey = 0;
  private brush = true;
  /** Position of an imported picture. */
  private pegs: Pegs | null = null;
  /** File of a loaded board until the drawing changes: a drawing has no labels of its own, for example. */
  private source: BoardFile | null = null;
  private asking = false;
  private changedSince = false;
  /** Number of the current drawing: a loaded board makes answers about earlier drawings obsolete. */
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private keeping: ReturnType<typeof setTimeout> | null = null;
  /** Entry of the shelf that this drawing made without being asked, and may replace. */
  private quiet: { given: string; name: string; link: string } | null = null;

  constructor(private readonly page: Page) {
    this.atlas = new AtlasState(page);
    this.restore();
  }

  /** Restores the canvas of the last visit. */
  private restore(): void {
    const kept = (this.page.storage.canvas ?? {}) as Partial<Record<string, unknown>>;
    this.canvas.readSnapshot(kept['grid']);
    this.graph.readSnapshot(kept['graph']);
    this.isGraph = kept['isGraph'] === true;
    if (typeof kept['name'] === 'string') this.name = kept['name'].slice(0, 60);
  }

  private keepCanvas(): void {
    if (this.keeping !== null) clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepNow(), KEEP_AFTER);
  }

  /** Keeps a changed canvas at once. */
  keepNow(): void {
    if (this.keeping === null) return;
    clearTimeout(this.keeping);
    this.keeping = null;
    const { canvas, graph, isGraph, name, page } = this;
    const content = { grid: canvas.snapshot, graph: graph.snapshot, isGraph, name };
    if (!page.storage.keepCanvas(content)) page.sayNotSaved();
  }

  shown(): void {
    if (this.board === null && this.drawing.shownCount > 0) void this.ask();
    this.showAtlas();
  }

  hidden(): void {
    this.atlas.pause();
  }

  get shownName(): string {
    return this.name.trim() || text.draw.unnamed;
  }

  /** The grid or the graph, whichever is shown. */
  get drawing(): Drawing {
    return this.isGraph ? this.graph : this.canvas;
  }

  private get hasTooManyHoles(): boolean {
    return this.drawing.shownCount > MAX_HOLES;
  }

  /** What the drawing lacks to be a board; empty while the engine reads it. */
  get lack(): string {
    const { draw } = text;
    const holes = this.drawing.shownCount;
    if (holes === 0) return this.isGraph ? draw.graphEmpty : draw.empty;
    if (this.hasTooManyHoles) return draw.tooMany(holes);
    return this.flaws.map((flaw) => text.said(flaw)).join(' ');
  }

  private sayLack(): void {
    this.page.toast(this.lack || text.play.thinking);
  }

  /** Loads a board for editing, as the saved board of this name if any. */
  load(board: Board, name: string): boolean {
    const { facts } = board;
    const isGraph = this.graph.load(facts);
    if (!isGraph && !this.canvas.load(facts.file, facts.points)) return false;
    this.isGraph = isGraph;
    this.name = name;
    this.quiet = null;
    this.selected = null;
    this.pegs = null;
    this.source = facts.file;
    this.turn++;
    this.changedSince = false;
    this.keepCanvas();
    this.setBoard(board);
    return true;
  }

  // Tools.

  setName(name: string): void {
    this.name = name;
    this.renamed();
  }

  setKind(kind: Lattice | 'Graph'): void {
    this.isGraph = kind === 'Graph';
    if (kind !== 'Graph' && kind !== this.canvas.lattice) this.canvas.setLattice(kind);
    this.changed();
  }

  setSymmetry(symmetry: PaintSymmetry): void {
    this.symmetry = symmetry;
    this.page.changed();
  }

  setJumps(jumps: 'Orthogonal' | 'Diagonal' | 'All'): void {
    this.canvas.setJumps(jumps === 'Orthogonal' ? undefined : jumps);
    this.changed();
  }

  setLock(isLocked: boolean): void {
    this.isLocked = isLocked;
    this.page.changed();
  }

  resize(by: number): void {
    if (this.canvas.resize(by)) this.changed();
  }

  undo(): void {
    if (this.drawing.undo()) this.changed();
  }

  redo(): void {
    if (this.drawing.redo()) this.changed();
  }

  clear(): void {
    this.drawing.clear();
    this.changed();
  }

  // Painting.

  paint(point: Point, first: boolean): void {
    if (first) {
      this.canvas.begin();
      this.brush = !this.canvas.has(point);
    }
    this.canvas.paint(point, this.brush, this.symmetry);
    this.changed();
  }

  /** Returns the labels of the painted points, to which problems and warnings refer. */
  labels(points: readonly Point[]): Map<number, string> {
    const painted = points.flatMap((point, place) => (this.canvas.has(point) ? [place] : []));
    const labels = this.board?.facts.labels ?? [];
    if (painted.length !== labels.length) return new Map(); // the facts belong to an earlier stroke
    return new Map(painted.map((place, hole) => [place, labels[hole]!])); // both are in row order
  }

  // Graph.

  /** Adds a vertex at a place, or where the canvas has room. */
  addVertex(place: Point = this.graph.freePlace()): void {
    this.selected = null;
    const label = this.graph.add(place);
    this.page.say(text.draw.vertexAdded(label));
    this.changed();
  }

  removeVertex(label = this.selected): void {
    if (label === null) return this.page.toast(text.draw.selectFirst);
    const vertex = this.vertexOf(label);
    this.graph.remove(label);
    if (this.selected === label) this.selected = null;
    this.focus(Math.max(0, vertex - 1));
    this.page.say(text.draw.vertexRemoved(label));
    this.changed();
  }

  moveVertex(vertex: number, place: Point): void {
    if (this.graph.move(this.labelOf(vertex), place)) this.changed();
  }

  pressVertex(vertex: number): void {
    const label = this.labelOf(vertex);
    if (this.selected === null) this.select(label);
    else if (this.selected === label) this.select(null);
    else this.connect(this.vertexOf(this.selected), vertex);
  }

  select(label: string | null): void {
    this.selected = label;
    if (label !== null) this.page.say(text.draw.vertexSelected(label));
    this.page.changed();
  }

  /** Adds or removes the edge between two vertices. */
  connect(from: number, to: number): void {
    this.selected = null;
    const [one, other] = [this.labelOf(from), this.labelOf(to)];
    if (from === to) {
      this.page.changed();
      return;
    }
    const isNew = this.graph.toggle(one, other);
    this.page.say(isNew ? text.draw.edgeAdded(one, other) : text.draw.edgeRemoved(one, other));
    this.changed();
  }

  private focus(vertex: number): void {
    this.focusVertex = vertex;
    this.focusKey++;
  }

  private labelOf(vertex: number): string {
    return this.graph.vertices[vertex]!.label;
  }

  private vertexOf(label: string): number {
    return this.graph.vertices.findIndex((vertex) => vertex.label === label);
  }

  // Facts.

  /** Updates the facts at once, and the atlas after a pause. */
  private changed(): void {
    if (!this.graph.vertices.some(({ label }) => label === this.selected)) this.selected = null;
    this.pegs = null;
    this.source = null;
    this.renamed();
  }

  private renamed(): void {
    this.keepCanvas();
    this.page.changed();
    void this.ask();
  }

  private async ask(): Promise<void> {
    if (this.asking) {
      this.changedSince = true;
      return;
    }
    const { drawing } = this;
    if (drawing.shownCount === 0 || this.hasTooManyHoles) {
      this.setBoard(null);
      return;
    }
    const { turn } = this;
    const set = (board: Board | null, flaws: Remark[] = []) => {
      if (turn === this.turn) this.setBoard(board, flaws);
    };
    this.asking = true;
    try {
      const name = this.shownName;
      const file = this.source ? { ...this.source, name } : drawing.file(name);
      const read = await this.page.engine.board({ source: { file } });
      if (isFacts(read)) set({ facts: read, id: null });
      else set(null, read.diagnostics);
    } catch (error) {
      set(null, [plainRemark(messageOf(error))]);
    } finally {
      this.asking = false;
    }
    this.page.changed();
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
    this.timer = setTimeout(() => {
      if (this.page.view === 'draw') this.showAtlas();
    }, PAUSE);
  }

  private showAtlas(): void {
    this.atlas.show(this.board && this.board.facts.jumps.length > 0 ? this.board : null);
  }

  // Playing and keeping.

  playPair(index: number): void {
    this.keepQuietly();
    this.atlas.show(this.board);
    this.atlas.play(index);
  }

  play(): void {
    const { board, pegs } = this;
    if (!board) return this.sayLack();
    this.keepQuietly();
    this.page.open(new Game(pegs ? { board, start: pegs, goal: { kind: 'anyHole' } } : usualProblem(board)));
  }

  /** Saves a drawn board before it is played; replaces only what this drawing saved in the same way. */
  private keepQuietly(): void {
    const { board, page, quiet } = this;
    if (!board || board.id !== null) return;
    const link = writeLink(new Game(usualProblem(board)));
    const saved = page.storage.list('boards');
    if (saved.some((each) => each.link === link)) return;
    const isOwn =
      quiet !== null && saved.some(({ name, link: of }) => name === quiet.name && of === quiet.link);
    const given = board.facts.name;
    const name = isOwn && quiet.given === given ? quiet.name : page.storage.freeName('boards', given);
    if (!page.storage.save('boards', { name, link })) return page.sayNotSaved();
    if (isOwn && quiet.name !== name) page.storage.remove('boards', quiet.name);
    this.quiet = { given, name, link };
  }

  async keep(): Promise<void> {
    const { board, page } = this;
    if (!board) return this.sayLack();
    const given = await page.askName(text.draw.keep, board.facts.name);
    if (given === null) return;
    const name = page.storage.freeName('boards', given);
    const facts = await page.facts({ file: { ...board.facts.file, name } });
    if (page.keep('boards', name, new Game(usualProblem({ facts, id: null }))) === null) return;
    this.name = name;
    this.keepCanvas();
    this.quiet = null;
    this.setBoard({ facts, id: null });
    page.changed();
  }

  // Import.

  setImportText(content: string): void {
    this.importText = content;
    this.page.changed();
  }

  openImport(open: boolean): void {
    this.isImportOpen = open;
    this.page.changed();
  }

  async readDropped(dropped: DataTransfer | null): Promise<void> {
    const content = dropped?.getData('text/plain') ?? '';
    if (dropped?.files[0]) return this.readFile(dropped.files[0]);
    if (content === '') return;
    this.isImportOpen = true;
    this.importText = content;
    await this.read();
  }

  async readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    this.isImportOpen = true;
    if (file.size > LONGEST_TEXT)
      return this.showRemarks([plainRemark(text.draw.tooLong(LONGEST_TEXT / 1024))]);
    try {
      this.importText = await file.text();
    } catch (error) {
      return this.showRemarks([plainRemark(messageOf(error))]); // a folder, or a file that is gone
    }
    await this.read(file.name);
  }

  async read(fileName?: string): Promise<void> {
    const { page, importText } = this;
    if (importText.length > LONGEST_TEXT) {
      this.showRemarks([plainRemark(text.draw.tooLong(LONGEST_TEXT / 1024))]);
      return;
    }
    const isRon = /\bBoard\s*\(/.test(importText);
    const name = fileName ?? (isRon ? 'board.ron' : `${text.draw.unnamed}.txt`);
    const lattice: Lattice = this.canvas.lattice;
    const source: Source = isRon
      ? { ron: { text: importText, name } }
      : { picture: { text: importText, name, lattice } };
    try {
      const facts = await page.facts(source);
      this.remarks = [];
      if (!this.load({ facts, id: null }, facts.name)) {
        page.open(new Game(usualProblem({ facts, id: null }))); // the board cannot be drawn
        return;
      }
      if (facts.pegs && facts.pegs.length > 0)
        this.pegs = facts.labels.map((_, hole) => (facts.pegs!.includes(hole) ? '1' : '0')).join('');
      const reading = facts.reading ? `; ${facts.reading}` : '';
      page.say(`${facts.name}: ${text.holes(facts.labels.length)}${reading}`);
    } catch (error) {
      this.showRemarks(error instanceof UnreadableBoard ? error.remarks : [plainRemark(messageOf(error))]);
    }
  }

  private showRemarks(remarks: Remark[]): void {
    this.remarks = remarks;
    this.page.changed();
  }

  /** Runs an export of the board. */
  export(run: (facts: Facts) => Promise<void> | void): void {
    const { board } = this;
    if (!board) this.sayLack();
    else this.page.act(async () => run(board.facts));
  }
}

function plainRemark(message: string): Remark {
  return { message, help: null, line: null, column: null, start: null, end: null };
}
