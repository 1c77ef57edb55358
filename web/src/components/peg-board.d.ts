import type { GameBoardProps } from './game-board.tsx';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'peg-board': { shown: GameBoardProps; class?: string };
    }
  }
}
