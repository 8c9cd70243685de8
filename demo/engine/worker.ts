/**
 * The engine's thread: reads a transcript, plays it under policies, and answers what its messages and
 * records say. The page never holds a transcript itself.
 */

import { expose } from 'comlink';
import { modelProfile } from 'epitome';
import { loadExactCounter } from 'epitome/tokens';
import { type MessageCounter, messageCounter } from './count.ts';
import { type Lane, laneOf } from './lane.ts';
import { play } from './play.ts';
import type { Session } from './policies.ts';
import { type PricedModel, type Prices, pricedModels } from './price.ts';
import { policyOf, type Setup } from './setup.ts';
import type { MessageFacts, RecordText, Rewrite, Step, Timeline } from './timeline.ts';

/** Between two reports to the page, milliseconds. */
const reportEvery = 40;

/** What a played session is, but for its steps. */
export type Opening = Omit<Timeline, 'steps' | 'rewrites' | 'records'>;

/** What has been played since the last report. Records replace those of before. */
export interface Chunk {
  opening?: Opening;
  steps: Step[];
  rewrites: Rewrite[];
  records?: RecordText[];
}

let session: Session | undefined;
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
    session = JSON.parse(json) as Session;
    return { name: session.name, messages: session.messages.length };
  },

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
    const tell = (timeline: Timeline, done: boolean) => {
      const { steps: all, rewrites: made, records, ...opening } = timeline;
      const isNew = made.length > rewrites;
      report(
        {
          ...(!told && { opening }),
          steps: all.slice(steps),
          rewrites: made.slice(rewrites),
          ...((isNew || done) && { records }),
        },
        done,
      );
      [steps, rewrites, last, told] = [all.length, made.length, performance.now(), true];
    };
    const timeline = await play({
      session: opened(),
      policy: policyOf(setup, await counter()),
      window: setup.window,
      counter: await counter(),
      signal: own.signal,
      async onStep(timeline) {
        if (performance.now() - last < reportEvery) return;
        tell(timeline, false);
        // Lets a message come in that ends this.
        await new Promise((resolve) => setTimeout(resolve));
      },
    });
    if (!own.signal.aborted) tell(timeline, true);
  },

  /** Posts the open transcript to another engine's thread, which takes it from the other port. */
  give(port: MessagePort) {
    port.postMessage(opened());
    port.close();
  },

  async take(port: MessagePort): Promise<void> {
    session = await new Promise<Session>((resolve, reject) => {
      port.onmessage = ({ data }) => resolve(data);
      port.onmessageerror = () => reject(new Error('the transcript did not arrive'));
    });
    port.close();
  },

  /** Plays the open session for its figures alone. `progress` is told how many steps were played. */
  async race(setup: Setup, progress: (steps: number) => void): Promise<Lane> {
    const exact = await counter();
    let last = performance.now();
    const timeline = await play({
      session: opened(),
      policy: policyOf(setup, exact),
      window: setup.window,
      counter: exact,
      onStep({ steps }) {
        if (performance.now() - last < reportEvery) return;
        progress(steps.length);
        last = performance.now();
      },
    });
    return laneOf(timeline);
  },

  /** List prices of the models that the page offers. */
  prices(): Partial<Record<PricedModel, Prices>> {
    return Object.fromEntries(
      pricedModels.flatMap((id) => {
        const prices = modelProfile(id)?.prices;
        return prices === undefined ? [] : [[id, prices]];
      }),
    );
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
