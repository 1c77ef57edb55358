/** Editor of a graph: vertices that are added, connected, moved and removed. */

import { GraphCanvas } from '../model/graph-canvas.ts';
import { text } from '../text.ts';
import { BoardView } from '../view/board-view.ts';
import { h, replace } from '../view/dom.ts';
import type { Shell } from '../view/shell.ts';

export class GraphEditor {
  readonly element = h('div', {});
  readonly canvas = new GraphCanvas(matchMedia('(max-width: 600px)').matches ? [7, 7] : [12, 9]);
  private view!: BoardView;
  /** Label of the vertex where an edge begins. */
  private selected: string | null = null;

  constructor(
    private readonly shell: Shell,
    private readonly changed: () => void,
  ) {
    this.draw();
  }

  /** Draws the canvas; keeps the focus on it. */
  draw(current = 0): void {
    const { vertices, edges, size } = this.canvas;
    const hadFocus = this.view?.hasFocus;
    if (!vertices.some(({ label }) => label === this.selected)) this.selected = null;
    const places = new Map(vertices.map(({ label }, hole) => [label, hole]));
    this.view = new BoardView(
      vertices.map(({ place }) => place),
      text.draw.graph,
      {
        press: (hole) => this.press(hole),
        canLift: () => true,
        drop: (from, to) => this.connect(from, to ?? from),
        escape: () => this.select(null),
        move: (hole, place) => {
          if (this.canvas.move(this.label(hole), place)) this.changed();
          this.draw(hole);
        },
        pressFree: (place) => {
          this.selected = null;
          this.added(this.canvas.add(place));
        },
        remove: (hole) => this.remove(this.label(hole)),
      },
      'graph',
      { edges: edges.map(([one, other]) => [places.get(one)!, places.get(other)!] as const), size },
    );
    replace(this.element, this.view.element);
    this.update();
    if (hadFocus) this.view.focus(Math.min(current, vertices.length - 1));
    else this.view.moveTo(current);
  }

  /** Adds a vertex where the canvas has room. */
  add(): void {
    this.added(this.canvas.add(this.canvas.freePlace()));
  }

  /** Removes the selected vertex. */
  removeSelected(): void {
    if (this.selected === null) this.shell.toast(text.draw.selectFirst);
    else this.remove(this.selected);
  }

  private added(label: string): void {
    this.draw(this.canvas.vertices.length - 1);
    this.shell.say(text.draw.vertexAdded(label));
    this.changed();
  }

  private remove(label: string): void {
    const hole = this.hole(label);
    this.canvas.remove(label);
    this.draw(Math.max(0, hole - 1));
    this.shell.say(text.draw.vertexRemoved(label));
    this.changed();
  }

  private press(hole: number): void {
    const label = this.label(hole);
    if (this.selected === null) this.select(label);
    else if (this.selected === label) this.select(null);
    else this.connect(this.hole(this.selected), hole);
  }

  private select(label: string | null): void {
    this.selected = label;
    this.update();
    if (label !== null) this.shell.say(text.draw.vertexSelected(label));
  }

  /** Adds or removes the edge between two vertices. */
  private connect(from: number, to: number): void {
    this.selected = null;
    const [one, other] = [this.label(from), this.label(to)];
    if (from !== to) {
      const isNew = this.canvas.toggle(one, other);
      this.shell.say(isNew ? text.draw.edgeAdded(one, other) : text.draw.edgeRemoved(one, other));
      this.changed();
    }
    this.draw(to);
  }

  private update(): void {
    const isSelected = (hole: number) => this.label(hole) === this.selected;
    this.view.update({
      peg: () => false,
      classes: (hole) => (isSelected(hole) ? 'painted lifted' : 'painted'),
      label: (hole) => this.label(hole),
      name: (hole) => {
        const label = this.label(hole);
        return text.draw.vertex(label, this.canvas.edgesOf(label).length, isSelected(hole));
      },
    });
  }

  private label(hole: number): string {
    return this.canvas.vertices[hole]!.label;
  }

  private hole(label: string): number {
    return this.canvas.vertices.findIndex((vertex) => vertex.label === label);
  }
}
