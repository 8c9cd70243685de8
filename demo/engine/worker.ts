/**
 * The engine's thread: reads a transcript, plays it under policies, and answers what its messages and
 * records say. The page never holds a transcript itself.
 */

import { expose } from 'comlink';
import { loadExactCounter } from 'epitome/tokens';
import { type MessageCounter, messageCounter } from './count.ts';
import { type Kept, keptOf } from './kept.ts';
import type { KeptAsked } from './kept-asked.ts';
import { type FileAsked, type FileFault, type OpenedFile, readFile } from './open-file.ts';
import { play } from './play.ts';
import type { Session } from './policies.ts';
import { policyOf, type Setup } from './setup.ts';
import type { MessageFacts, RecordText, Rewrite, Step, Timeline } from './timeline.ts';

/** Between two reports to the page, milliseconds. The page takes longer over a report the more there is. */
const pauseAt = (steps: number) => Math.max(40, steps / 20);

/** What a played session is, but for its steps. */
export type Opening = Omit<Timeline, 'steps' | 'rewrites' | 'records'>;

/** What has been played since the last report. A record that comes again has changed. */
export interface Chunk {
  opening?: Opening;
  steps: Step[];
  rewrites: Rewrite[];
  records: RecordText[];
}

let session: Session | undefined;
/** Counts what was asked to be opened: the newest wins, whichever is read first. */
let opening = 0;
let playing = new AbortController();
let counting: Promise<MessageCounter> | undefined;

function counter() {
  counting ??= loadExactCounter().then((exact) => messageCounter((text) => exact.count(text)));
  // A failed load must not stay.
  counting.catch(() => {
    counting = undefined;
  });
  return counting;
}

const opened = () => {
  if (session === undefined) throw new Error('no transcript is open');
  return session;
};

export const engine = {
  /** Opens the JSON of a recording: `{ name, system?, tools, messages }`. */
  open(json: string) {
    opening += 1;
    playing.abort();
    session = JSON.parse(json) as Session;
    return { name: session.name, messages: session.messages.length };
  },

  /** Reads a transcript of any format that is known; what was open stays where it can't be read. */
  async openFile(asked: FileAsked): Promise<OpenedFile | FileFault> {
    const own = ++opening;
    const read = await readFile(asked);
    if ('fault' in read) return read;
    if (own !== opening) return { fault: 'Another transcript was opened meanwhile.' };
    playing.abort();
    session = read.session;
    return read.opened;
  },

  /** What records hold of the open session's folded messages. */
  kept: (asked: KeptAsked): Kept => keptOf(opened().messages, asked),

  /**
   * Plays the open session and reports what was played since the last report, the last time with `true`.
   * What was being played before stops.
   */
  async play(setup: Setup, report: (chunk: Chunk, done: boolean) => void): Promise<void> {
    playing.abort();
    const own = new AbortController();
    playing = own;
    let [steps, rewrites, last] = [0, 0, 0];
    let told = false;
    /** Until when each record stood, as it was last reported. */
    const standing = new Map<string, number | undefined>();
    const tell = (timeline: Timeline, done: boolean) => {
      const { steps: all, rewrites: made, records, ...opening } = timeline;
      const changed = records.filter(
        ({ id, until }) => !standing.has(id) || standing.get(id) !== until,
      );
      for (const { id, until } of changed) standing.set(id, until);
      report(
        {
          ...(!told && { opening }),
          steps: all.slice(steps),
          rewrites: made.slice(rewrites),
          records: changed,
        },
        done,
      );
      [steps, rewrites, last, told] = [all.length, made.length, performance.now(), true];
    };
    const timeline = await play({
      session: opened(),
      policy: policyOf(setup),
      window: setup.window,
      counter: await counter(),
      signal: own.signal,
      async onStep(timeline) {
        if (performance.now() - last < pauseAt(timeline.steps.length)) return;
        tell(timeline, false);
        // Lets a message come in that ends this.
        await new Promise((resolve) => setTimeout(resolve));
      },
    });
    if (!own.signal.aborted) tell(timeline, true);
  },

  stop() {
    playing.abort();
  },

  /** The message with this number, counted from 1, as JSON text. */
  message(number: number): string {
    return JSON.stringify(opened().messages[number - 1], null, 2);
  },
};

export type Engine = typeof engine;
export type { MessageFacts };

expose(engine);
