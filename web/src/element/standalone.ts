/** Script for other pages: defines `<peg-board>` with the boards and the help of the engine. */

import { createEngine, isFacts, type Engine, type Outlook } from 'pegboard';
import { problemData, problemKey, type Jump } from '../model/game.ts';
import { usualProblem } from '../model/usual.ts';
import { PegBoard } from './peg-board.tsx';

/** Time limit in seconds for the outlooks of a position. */
const MOMENT = 1;

let engine: Engine | null = null;
/** Problem that the worker holds, and the generation of the worker. */
let prepared = '';

const shared = () => (engine ??= createEngine());

PegBoard.use({
  async board(id) {
    const facts = await shared().board({ source: { library: id } });
    if (!isFacts(facts)) throw new Error(facts.diagnostics.map(({ message }) => message).join('; '));
    return { facts, problem: usualProblem({ facts, id }) };
  },
  async outlooks({ problem, pegs }) {
    const { quick } = shared().lanes;
    const key = `${quick.generation} ${problemKey(problem)}`;
    // No `await` between the two requests: another element could prepare its problem in between.
    if (prepared !== key) {
      prepared = key;
      const allowed = { megabytes: 0 };
      quick.ask({ ask: 'prepare', problem: problemData(problem), allowed }).catch(() => {
        if (prepared === key) prepared = '';
      });
    }
    const { jumps } = await quick.ask({ ask: 'outlooks', pegs, allowed: { seconds: MOMENT } });
    return new Map<Jump, Outlook>(jumps.map(({ jump, outlook }) => [jump, outlook]));
  },
});
