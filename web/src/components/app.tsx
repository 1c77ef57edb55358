/** The whole page: header, views, messages and dialogs. */

import { Component, type ComponentChildren, type JSX, type VNode } from 'preact';
import { VIEWS, type Page, type ViewName } from '../state/page.ts';
import { text } from '../text/text.ts';
import { BoardsView } from './boards-view.tsx';
import { ShownDialog } from './dialogs.tsx';
import { DrawView } from './draw-view.tsx';
import { FocusKeeper, focusBoard } from './focus-keeper.tsx';
import { Button } from './form.tsx';
import { PlayView } from './play-view.tsx';
import { ProblemsView } from './problems-view.tsx';
import { PuzzlesView } from './puzzles-view.tsx';

const CONTENT: Record<ViewName, (props: { page: Page }) => JSX.Element | null> = {
  play: PlayView,
  puzzles: PuzzlesView,
  problems: ProblemsView,
  draw: DrawView,
  boards: BoardsView,
};

export function App({ page }: { page: Page }) {
  return (
    <FocusKeeper>
      <Header page={page} />
      <main>
        {page.hasFailed && page.view !== 'play' && (
          <p class="failure alarm" role="alert">
            {text.failed}
          </p>
        )}
        {VIEWS.map((view) => {
          const Content = CONTENT[view];
          return (
            <ViewFrame key={view} view={view} isShown={page.view === view}>
              <Content page={page} />
            </ViewFrame>
          );
        })}
      </main>
      <div class="visually-hidden" role="status" aria-live="polite">
        {page.said}
      </div>
      <div class="visually-hidden" role="alert">
        {page.alarmed}
      </div>
      <div class="toasts" aria-hidden="true">
        {page.toasts.map(({ id, message }) => (
          <p key={id}>{message}</p>
        ))}
      </div>
      <ShownDialog page={page} />
    </FocusKeeper>
  );
}

function Header({ page }: { page: Page }) {
  if (page.isEmbedded)
    return (
      <header class="top">
        <a href={page.link()} target="_blank" rel="noopener">
          {text.openPage}
        </a>
      </header>
    );
  return (
    <>
      <a
        class="skip"
        href="#board"
        onClick={(event) => {
          event.preventDefault();
          focusBoard(document.querySelector('section.view:not([hidden])'));
        }}
      >
        {text.skip}
      </a>
      <header class="top">
        <h1>{text.title}</h1>
        <nav aria-label={text.title}>
          {VIEWS.map((view) => (
            <Button
              key={view}
              class="tab"
              data-view={view}
              aria-current={page.view === view ? 'page' : undefined}
              press={() => page.show(view)}
            >
              {text.views[view]}
            </Button>
          ))}
        </nav>
        <div class="extras">
          <Button icon="rules" press={() => page.openDialog({ kind: 'rules' })}>
            {text.rules.title}
          </Button>
          <Button icon="settings" press={() => page.openDialog({ kind: 'settings' })}>
            {text.play.settings}
          </Button>
        </div>
      </header>
    </>
  );
}

interface FrameProps {
  view: ViewName;
  isShown: boolean;
  children: ComponentChildren;
}

/** Section of a view. It is rendered while it is shown, and keeps its state while it is hidden. */
class ViewFrame extends Component<FrameProps> {
  private wasShown = false;

  override shouldComponentUpdate(next: FrameProps): boolean {
    return next.isShown || this.props.isShown;
  }

  override render({ view, isShown, children }: FrameProps): VNode {
    this.wasShown ||= isShown;
    return (
      <section class={`view ${view}`} aria-label={text.views[view]} hidden={!isShown}>
        {this.wasShown && children}
      </section>
    );
  }
}
