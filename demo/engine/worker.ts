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
import { copiesOf, type Found, find, type Played, quote, type Rewound, rewound } from './recall.ts';
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
const first = Promise.withResolvers<void>();
/** The open session as it was played last, whole. */
let played: { setup: string; all: Promise<Played> } | undefined;
let playing = new AbortController();
/** Ends playing again for a question. */
let asking = new AbortController();
let counting: Promise<MessageCounter> | undefined;

function counter() {
  counting ??= loadExactCounter().then((exact) => messageCounter((text) => exact.count(text)));
  // A failed load must not stay.
  counting.catch(() => {
    counting = undefined;
  });
  return counting;
}

/** Lets messages come in, now and then. */
function breather() {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < reportEvery) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}

const opened = () => {
  if (session === undefined) throw new Error('no transcript is open');
  return session;
};

async function playedAgain(session: Session, setup: Setup, signal: AbortSignal): Promise<Played> {
  const copies = copiesOf(session.messages);
  const breathe = breather();
  const timeline = await play({
    session,
    policy: policyOf(setup, await counter()),
    window: setup.window,
    counter: await counter(),
    signal,
    onStep: ({ steps }, view) => {
      copies.note(steps.length - 1, view);
      return breathe();
    },
  });
  signal.throwIfAborted();
  return { session, timeline, copies };
}

/** The open session played under `setup`: as it was played for the page, or again where the page had it ready. */
async function playedUnder(setup: Setup): Promise<Played> {
  await first.promise;
  const key = JSON.stringify(setup);
  if (played?.setup !== key) {
    const own = opened();
    asking.abort();
    asking = new AbortController();
    const all = playedAgain(own, setup, asking.signal);
    const mine = { setup: key, all };
    played = mine;
    // A failed play must not stay.
    all.catch(() => {
      if (played === mine) played = undefined;
    });
  }
  return (played as { all: Promise<Played> }).all;
}

export const engine = {
  /** Opens the JSON of a recording: `{ name, system?, tools, messages }`. */
  open(json: string) {
    session = JSON.parse(json) as Session;
    played = undefined;
    asking.abort();
    first.resolve();
    return { name: session.name, messages: session.messages.length };
  },

  /**
   * Plays the open session and reports what was played since the last report, the last time with `true`.
   * What was being played before stops.
   */
  async play(setup: Setup, report: (chunk: Chunk, done: boolean) => void): Promise<void> {
    playing.abort();
    asking.abort();
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
    const open = opened();
    const copies = copiesOf(open.messages);
    const timeline = await play({
      session: open,
      policy: policyOf(setup, await counter()),
      window: setup.window,
      counter: await counter(),
      signal: own.signal,
      async onStep(timeline, view) {
        copies.note(timeline.steps.length - 1, view);
        if (performance.now() - last < reportEvery) return;
        tell(timeline, false);
        // Lets a message come in that ends this.
        await new Promise((resolve) => setTimeout(resolve));
      },
    });
    if (own.signal.aborted) return;
    const all = Promise.resolve({ session: open, timeline, copies });
    played = { setup: JSON.stringify(setup), all };
    tell(timeline, true);
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

  /** What stands around `text` in the message with this number. */
  async quote(number: number, text: string) {
    await first.promise;
    const message = opened().messages[number - 1];
    return message && quote(message, text);
  },

  /** Where the view of `step` has `text`, and where it was said. */
  async find(setup: Setup, text: string, step: number): Promise<Found> {
    return find(await playedUnder(setup), text, step);
  },

  /** What `step` would send without its newest record. */
  async rewind(setup: Setup, step: number): Promise<Rewound | undefined> {
    return rewound(await playedUnder(setup), setup, await counter(), step, breather());
  },
};

export type Engine = typeof engine;
export type { MessageFacts };

expose(engine);
