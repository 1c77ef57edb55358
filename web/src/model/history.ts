/** States of a drawing for undo and redo. */
export class History<State> {
  private before: State[] = [];
  private after: State[] = [];

  /** Records the state before a change. */
  record(state: State): void {
    this.before.push(state);
    this.after = [];
  }

  /** Returns the state before the last change, if any. */
  undo(now: State): State | undefined {
    return swap(now, this.before, this.after);
  }

  redo(now: State): State | undefined {
    return swap(now, this.after, this.before);
  }
}

function swap<State>(now: State, from: State[], to: State[]): State | undefined {
  const state = from.pop();
  if (state !== undefined) to.push(now);
  return state;
}
