/** Opens a transcript: the one that the page comes with, already played, or any other. */

import { signal } from '@preact/signals';
import type { OpenedFile } from '../../engine/open-file.ts';
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
import { format, sharedOf } from './share/options.ts';
import { restore } from './share/state.ts';
import { nextTask } from './tasks.ts';

/** The file that the reader opened, and what was found in it; undefined while the page's own session plays. */
export const own = signal<{ file: Blob; name: string; about: OpenedFile } | undefined>(undefined);
/** The name of the file that is being read. */
export const reading = signal<string | undefined>(undefined);
/** Why the last file could not be opened. */
export const fault = signal<string | undefined>(undefined);

/** Counts what the reader asked to open: an answer that comes late must not take the place of a newer one. */
let asked = 0;

/** Steps that play before the first fold of the page's own session: it comes within three seconds. */
const untilFold = 20;

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return response;
}

/**
 * Opens what the address names with `?session=FILE&window=TOKENS`, a file beside the page, or the page's own
 * session; options may stand in the address's hash.
 */
export async function openFirst(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const file = query.get('session');
  const window = Number(query.get('window'));
  if (file !== null && window > 0) setup.value = { ...setup.value, window };
  restore();
  if (file === null) return openSample();
  const mine = ++asked;
  try {
    const json = await (await fetched(`./${encodeURIComponent(file)}`)).text();
    if (mine === asked) await openText(json);
  } catch (error) {
    if (mine !== asked) return;
    const why = error instanceof Error ? error.message : String(error);
    await openSample();
    failure.value = `${why}. The page's own session is open in its place.`;
  }
}

/** Opens the page's own session: as it was played when the page was built, unless options were changed. */
export async function openSample(): Promise<void> {
  const mine = ++asked;
  [own.value, reading.value, fault.value] = [undefined, undefined, undefined];
  run(false);
  try {
    const isAsBuilt = format(sharedOf(setup.value)) === '';
    if (isAsBuilt) {
      const tour = (await (await fetched('./tour.json')).json()) as Timeline;
      if (mine !== asked) return;
      theEngine().stop();
      [selection.value, isOpen.value] = [undefined, false];
      // No report of what was being played is for these options.
      setup.value = { ...setup.value };
      [step.value, timeline.value, isPlayed.value] = [0, tour, true];
      const fold = tour.rewrites[0]?.step ?? 0;
      step.value = isStill.matches ? fold : Math.max(0, fold - untilFold);
      run(!isStill.matches);
    }
    const json = await (await fetched('./session.json')).text();
    if (mine !== asked) return;
    if (!isAsBuilt) return await openText(json);
    await theEngine().open(json);
    if (mine === asked) isOpen.value = true;
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

function clear(): void {
  run(false);
  [step.value, selection.value, timeline.value] = [0, undefined, undefined];
  [isPlayed.value, failure.value] = [false, undefined];
}

/** Opens the JSON of a recording and plays it in the same window, under the same options. */
export async function openText(json: string): Promise<void> {
  clear();
  isOpen.value = false;
  await theEngine().open(json);
  isOpen.value = true;
  await replay({ ...setup.value });
}

/** UTF-16 code units. */
const pieceLength = 1_000_000;

/** A file with this text, made in short tasks: a long text takes long to encode. */
async function fileOf(text: string): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + pieceLength;
    // No surrogate pair is torn.
    if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to += 1;
    pieces.push(new Blob([text.slice(from, to)]));
    await nextTask();
  }
  return new Blob(pieces);
}

/**
 * Opens a transcript in any format that is known and plays it. The file is read in the engine's thread; where
 * it can't be, what was open stays. Of several conversations the longest is opened, unless one is asked for.
 */
export async function openFile(
  given: Blob | string,
  name: string,
  conversation?: number,
): Promise<void> {
  const mine = ++asked;
  [reading.value, fault.value] = [name, undefined];
  try {
    const file = typeof given === 'string' ? await fileOf(given) : given;
    if (mine !== asked) return;
    const answer = await theEngine().openFile({ file, name, conversation });
    if (mine !== asked) return;
    reading.value = undefined;
    if ('fault' in answer) {
      fault.value = answer.fault;
      return;
    }
    clear();
    own.value = { file, name, about: answer };
    isOpen.value = true;
    await replay({ ...setup.value });
  } catch (error) {
    if (mine !== asked) return;
    reading.value = undefined;
    fault.value = error instanceof Error ? error.message : String(error);
  }
}

/** Ends what is being played; what is done can still be read. */
export async function cancel(): Promise<void> {
  // A report that is on its way is no longer wanted.
  setup.value = { ...setup.value };
  isPlayed.value = true;
  await theEngine().stop();
}
