/** Tour of a first visit: four steps beside the board, which can be skipped. */

import { useState } from 'preact/hooks';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

export function Tour({ page }: { page: Page }) {
  const [step, setStep] = useState(0);
  if (!page.settings.tour) return null;
  const { tour } = text;
  const end = () => page.changeSettings({ tour: false });
  const isLast = step === tour.steps.length - 1;
  const { title, said } = tour.steps[step]!;
  return (
    <section class="panel tour" aria-label={tour.name}>
      <h3>{`${step + 1}/${tour.steps.length} ${title}`}</h3>
      <p>{said}</p>
      <div class="row">
        <Button class="primary" press={isLast ? end : () => setStep(step + 1)}>
          {isLast ? tour.done : tour.next}
        </Button>
        {!isLast && <Button press={end}>{tour.skip}</Button>}
      </div>
    </section>
  );
}
