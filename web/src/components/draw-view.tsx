/** Drawing view: a grid or a graph to draw on, its tools, and the facts of the board. */

import { useEffect, useMemo } from 'preact/hooks';
import { inPlane } from '../model/canvas.ts';
import { letters } from '../model/graph-canvas.ts';
import type { DrawState } from '../state/draw.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { AtlasPanel } from './atlas-panel.tsx';
import { BoardFrame } from './board-frame.tsx';
import { Board } from './board.tsx';
import { BoardFacts } from './board-facts.tsx';
import { Button, Choice } from './form.tsx';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import { Lock } from './problems-view.tsx';

export function DrawView({ page }: { page: Page }) {
  const { draw: state } = page;
  useEffect(() => {
    const over = (event: DragEvent) => page.view === 'draw' && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (page.view !== 'draw') return;
      event.preventDefault();
      void state.readDropped(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
  const hasJumps = state.board !== null && state.board.facts.jumps.length > 0;
  return (
    <>
      <div class="stage">
        <div class="title">
          <h2>{text.draw.heading}</h2>
        </div>
        <BoardFrame tools={<Lock isLocked={state.isLocked} set={(lock) => state.setLock(lock)} />}>
          {state.isGraph ? <GraphBoard state={state} /> : <GridBoard state={state} />}
        </BoardFrame>
      </div>
      <div class="side">
        <Tools page={page} state={state} />
        <BoardFacts state={state} />
        {hasJumps && <AtlasPanel atlas={state.atlas} />}
        <ImportPanel state={state} />
        <ExportPanel page={page} />
      </div>
    </>
  );
}

function Tools({ page, state }: { page: Page; state: DrawState }) {
  const { draw } = text;
  const { canvas, isGraph } = state;
  return (
    <section class="panel tools" aria-label={draw.tools}>
      <div class="row">
        <Button icon="undo" press={() => state.undo()}>
          {draw.undo}
        </Button>
        <Button icon="redo" press={() => state.redo()}>
          {draw.redo}
        </Button>
        <Button icon="clear" press={() => state.clear()}>
          {draw.clear}
        </Button>
        {isGraph ? (
          <>
            <Button icon="vertex" press={() => state.addVertex()}>
              {draw.addVertex}
            </Button>
            <Button press={() => state.removeVertex()}>{draw.removeVertex}</Button>
          </>
        ) : (
          <div class="group">
            <Button aria-label={draw.smaller} press={() => state.resize(-1)}>
              −
            </Button>
            <span>{draw.gridSize}</span>
            <Button aria-label={draw.larger} press={() => state.resize(1)}>
              +
            </Button>
          </div>
        )}
      </div>
      <div class="row">
        <Button icon="play" class="primary" press={() => state.play()}>
          {draw.play}
        </Button>
        <Button icon="save" press={() => page.act(() => state.keep())}>
          {draw.keep}
        </Button>
      </div>
      <label class="field inline">
        {draw.name}
        <input
          type="text"
          id="board-name"
          maxLength={60}
          value={state.name}
          placeholder={draw.unnamed}
          onInput={(event) => state.setName(event.currentTarget.value)}
        />
      </label>
      <Choice
        legend={draw.lattice}
        options={draw.lattices}
        chosen={isGraph ? 'Graph' : canvas.lattice}
        choose={(kind) => state.setKind(kind)}
      />
      {isGraph ? (
        <p class="note">{draw.graphHelp}</p>
      ) : (
        <>
          <JumpChoice state={state} />
          <Choice
            legend={draw.symmetry}
            options={draw.symmetries}
            chosen={state.symmetry}
            choose={(symmetry) => state.setSymmetry(symmetry)}
          />
        </>
      )}
    </section>
  );
}

/** Choice of jump directions, if the lattice has one or the board file sets one. */
function JumpChoice({ state }: { state: DrawState }) {
  const { canvas } = state;
  const { jumping, jumpings } = text.draw;
  if (Array.isArray(canvas.jumps)) return <p class="note">{jumpings.listed(canvas.jumps)}</p>;
  if (canvas.lattice !== 'Square') return null;
  return (
    <Choice
      legend={jumping}
      options={jumpings.sets}
      chosen={canvas.jumps ?? 'Orthogonal'}
      choose={(jumps) => state.setJumps(jumps)}
    />
  );
}

function GridBoard({ state }: { state: DrawState }) {
  const { canvas, isLocked } = state;
  const { points, places } = useMemo(() => {
    const points = canvas.points;
    const inDrawing = points.map((point) => inPlane(canvas.lattice, point));
    const left = Math.min(...inDrawing.map(([x]) => x));
    return { points, places: inDrawing.map(([x, y]) => [x - left, y] as const) };
  }, [canvas.grid]);
  const labels = state.labels(points);
  const paint = (hole: number, first: boolean) => state.paint(points[hole]!, first);
  return (
    <Board
      key={`${canvas.lattice} ${canvas.size}`}
      places={places}
      name={text.draw.grid}
      kind={`grid${isLocked ? '' : ' painting'}`}
      look={{
        peg: () => false,
        classes: (hole) => (canvas.has(points[hole]!) ? 'painted' : ''),
        label: (hole) => labels.get(hole) ?? '',
        name: (hole) => {
          const [x, y] = points[hole]!;
          return text.draw.cell(letters(x), y + 1, canvas.has(points[hole]!), labels.get(hole) ?? null);
        },
      }}
      handlers={
        isLocked
          ? { press: (hole) => paint(hole, true) }
          : { press: (hole) => paint(hole, true), paint, paintCancel: () => state.undo() }
      }
    />
  );
}

function GraphBoard({ state }: { state: DrawState }) {
  const { graph, selected } = state;
  const { vertices, edges, size } = graph;
  const places = new Map(vertices.map(({ label }, vertex) => [label, vertex]));
  const isSelected = (vertex: number) => vertices[vertex]!.label === selected;
  return (
    <Board
      key="graph"
      places={vertices.map(({ place }) => place)}
      name={text.draw.graph}
      kind="graph"
      edges={edges.map(([one, other]) => [places.get(one)!, places.get(other)!] as const)}
      size={size}
      focusHole={state.focusVertex}
      focusKey={state.focusKey}
      look={{
        peg: () => false,
        classes: (vertex) => (isSelected(vertex) ? 'painted lifted' : 'painted'),
        label: (vertex) => vertices[vertex]!.label,
        name: (vertex) => {
          const { label } = vertices[vertex]!;
          return text.draw.vertex(label, graph.edgesOf(label).length, isSelected(vertex));
        },
      }}
      handlers={{
        press: (vertex) => state.pressVertex(vertex),
        canLift: () => !state.isLocked,
        drop: (from, to) => state.connect(from, to ?? from),
        escape: () => state.select(null),
        move: (vertex, place) => state.moveVertex(vertex, place),
        pressFree: (place) => !state.isLocked && state.addVertex(place),
        remove: (vertex) => state.removeVertex(vertices[vertex]!.label),
      }}
    />
  );
}
