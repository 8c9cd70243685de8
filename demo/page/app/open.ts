/** Opens a transcript: the one that the page comes with, already played, or any other. */

import type { Timeline } from '../../engine/timeline.ts';
import {
  failure,
  isOpen,
  isPlayed,
  isStill,
  replay,
  run,
  selection,
  setup,
  step,
  theEngine,
  timeline,
} from './player.ts';

/** Steps that play before the first fold of the page's own session: it comes within three seconds. */
const untilFold = 20;

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return response;
}

/**
 * Opens what the address names with `?session=FILE&window=TOKENS`, a file beside the page; else the page's own
 * session as it was played when the page was built.
 */
export async function openFirst(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  try {
    const file = asked.get('session');
    if (file !== null) {
      const window = Number(asked.get('window')) || setup.value.window;
      setup.value = { ...setup.value, window };
      await openText(await (await fetched(`./${encodeURIComponent(file)}`)).text());
      return;
    }
    const tour = (await (await fetched('./tour.json')).json()) as Timeline;
    timeline.value = tour;
    isPlayed.value = true;
    const fold = tour.rewrites[0]?.step ?? 0;
    step.value = isStill.matches ? fold : Math.max(0, fold - untilFold);
    if (!isStill.matches) run(true);
    await theEngine().open(await (await fetched('./session.json')).text());
    isOpen.value = true;
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

/** Opens the JSON of a recording and plays it in the same window, under the same options. */
export async function openText(json: string): Promise<void> {
  run(false);
  [step.value, selection.value, timeline.value] = [0, undefined, undefined];
  isOpen.value = false;
  await theEngine().open(json);
  isOpen.value = true;
  await replay({ ...setup.value });
}
