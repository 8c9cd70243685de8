/** What the steps cost by and by, with and without epitome. */

import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { laneOf, wholeOf } from '../../../engine/lane.ts';
import { spendingOf } from '../../../engine/price.ts';
import { step, timeline } from '../player.ts';
import { loadPrices, ModelChoice, prices } from '../prices.tsx';
import { money } from '../words.ts';
import { Plot } from './plot.tsx';
import './money.css';

/** US dollars by the end of each step; undefined until prices are known. */
export const spent = computed(() => {
  const [all, each] = [timeline.value, prices()];
  if (all === undefined || each === undefined) return undefined;
  return { without: spendingOf(wholeOf(all), each), with: spendingOf(laneOf(all).steps, each) };
});

const lines = (): [number[], number[]] => {
  const nothing = timeline.value?.steps.map(() => 0) ?? [];
  return spent.value === undefined ? [nothing, nothing] : [spent.value.without, spent.value.with];
};

export function Money() {
  // Where the engine's thread does not start, the page says so.
  useEffect(() => {
    loadPrices().catch(() => undefined);
  }, []);
  const at = (sums: number[] | undefined) => money(sums?.[step.value] ?? 0);
  return (
    <div class="money">
      <h2>What they cost, added up</h2>
      <p class="numbers quiet">
        By this step <b data-spent>{at(spent.value?.with)}</b>; without epitome{' '}
        <b data-spent-without>{at(spent.value?.without)}</b>
      </p>
      <ModelChoice />
      <Plot height={180} unit="US dollars" format={money} lines={lines} />
      <p class="quiet">
        List prices with a prompt cache: what a prompt shares with the beginning of the one before
        is read from the cache. Prompts over the window are priced too, though a provider would
        refuse them.
      </p>
    </div>
  );
}
