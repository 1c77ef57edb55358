/** Frame around a board: it scrolls, zooms by pinching or buttons, and pans with two fingers. */

import { Component, createRef, type ComponentChildren, type VNode } from 'preact';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

interface Props {
  children: ComponentChildren;
  id?: string;
  /** Part of the board to scroll into view, as a selector, when the key changes. */
  reveal?: { selector: string; key: string } | null;
  /** Further buttons beside those for the size. */
  tools?: ComponentChildren;
}

interface State {
  zoom: number;
  /** The whole board fits into the frame, however small its holes become. */
  isFit: boolean;
  /** The board is larger than the frame. */
  isCut: boolean;
}

const [LEAST, MOST, STEP] = [0.5, 4, 1.25];

interface Pinch {
  distance: number;
  middle: { x: number; y: number };
  zoom: number;
}

export class BoardFrame extends Component<Props, State> {
  override state: State = { zoom: 1, isFit: false, isCut: false };
  private readonly frame = createRef<HTMLDivElement>();
  private pinch: Pinch | null = null;
  private readonly observer = new ResizeObserver(() => this.measure());

  override componentDidMount(): void {
    const frame = this.frame.current!;
    this.observer.observe(frame);
    // Listeners that prevent the browser's own zooming and scrolling must not be passive.
    frame.addEventListener('touchstart', (event) => this.touch(event), { passive: false });
    frame.addEventListener('touchmove', (event) => this.touch(event), { passive: false });
    frame.addEventListener('touchend', () => (this.pinch = null));
    frame.addEventListener('touchcancel', () => (this.pinch = null));
    frame.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoom(this.state.zoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
  }

  override componentWillUnmount(): void {
    this.observer.disconnect();
  }

  private measure(): void {
    const frame = this.frame.current!;
    const isCut = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
    if (isCut !== this.state.isCut) this.setState({ isCut });
  }

  override componentDidUpdate(before: Props): void {
    const { reveal } = this.props;
    this.measure();
    if (!reveal || reveal.key === before.reveal?.key) return;
    const root = this.frame.current?.querySelector('peg-board')?.shadowRoot ?? this.frame.current;
    root?.querySelector(reveal.selector)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  private touch(event: TouchEvent): void {
    const [one, other] = event.touches;
    if (!one || !other) return;
    event.preventDefault();
    const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    if (!this.pinch) {
      this.pinch = { distance, middle, zoom: this.state.zoom };
      return;
    }
    const { pinch } = this;
    const frame = this.frame.current!;
    const [x, y] = [pinch.middle.x - middle.x, pinch.middle.y - middle.y];
    frame.scrollLeft += x;
    const top = frame.scrollTop;
    frame.scrollTop += y;
    window.scrollBy(0, y - (frame.scrollTop - top));
    pinch.middle = middle;
    if (Math.abs(distance / pinch.distance - 1) > 0.04)
      this.zoom((pinch.zoom * distance) / pinch.distance, middle);
  }

  /** Sets the zoom; the point of the board under `at` stays where it is. */
  private zoom(zoom: number, at?: { x: number; y: number }): void {
    const frame = this.frame.current!;
    const bounded = Math.min(MOST, Math.max(LEAST, zoom));
    const factor = this.state.isFit ? 1 : bounded / this.state.zoom;
    const box = frame.getBoundingClientRect();
    const [x, y] = at ? [at.x - box.left, at.y - box.top] : [box.width / 2, box.height / 2];
    const [left, top] = [(frame.scrollLeft + x) * factor - x, (frame.scrollTop + y) * factor - y];
    this.setState({ zoom: bounded, isFit: false }, () => {
      frame.scrollLeft = left;
      frame.scrollTop = top;
    });
  }

  override render({ children, id, tools }: Props, { zoom, isFit, isCut }: State): VNode {
    const hasTools = Boolean(tools) || isCut || isFit || zoom !== 1;
    return (
      <div class="board-frame">
        <div
          ref={this.frame}
          class="board-scroll"
          id={id}
          data-fit={isFit ? '' : undefined}
          style={{ '--zoom': String(zoom) }}
        >
          {children}
        </div>
        {hasTools && (
          <div class="board-tools" role="group" aria-label={text.frame.tools}>
            {tools}
            <Button icon="smaller" aria-label={text.frame.smaller} press={() => this.zoom(zoom / STEP)} />
            <Button
              icon="fit"
              aria-pressed={isFit ? 'true' : 'false'}
              aria-label={text.frame.fit}
              press={() => this.setState({ isFit: !isFit, zoom: 1 })}
            />
            <Button icon="larger" aria-label={text.frame.larger} press={() => this.zoom(zoom * STEP)} />
          </div>
        )}
      </div>
    );
  }
}
