/**
 * The engine's thread: reads a transcript, plays it under policies, and answers what its messages and
 * records say. The page never holds a transcript itself.
 */

import { expose } from 'comlink';
import { modelProfile } from 'epitome';
import { loadExactCounter } from 'epitome/tokens';
import { type MessageCounter, messageCounter } from './count.ts';
import { type Kept, keptOf } from './kept.ts';
import type { KeptAsked } from './kept-asked.ts';
import { type Lane, laneOf } from './lane.ts';
import { type FileAsked, type FileFault, type OpenedFile, readFile } from './open-file.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { play } from './play.ts';
import type { Session } from './policies.ts';
import { type PricedModel, type Prices, pricedModels } from './price.ts';
import { copiesOf, type Found, find, type Played, quote, type Rewound, rewound } from './recall.ts';
import { policyOf, type Setup } from './setup.ts';
import type { MessageFacts, Timeline } from './timeline.ts';

/** Between two reports to the page, milliseconds. */
const reportEvery = 40;
/** The page takes longer over a report the more there is. */
const pauseAt = (steps: number) => Math.max(reportEvery, steps / 20);

let session: Session | undefined;
const first = Promise.withResolvers<void>();
/** The open session as it was played last, whole. */
let played: { setup: string; all: Promise<Played> } | undefined;
/** Counts what was asked to be opened: the newest wins, whichever is read first. */
let opening = 0;
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

/** Makes it the open session, and ends what was done with the one before. */
function hold(next: Session) {
  playing.abort();
  asking.abort();
  session = next;
  played = undefined;
  first.resolve();
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
    opening += 1;
    const next = JSON.parse(json) as Session;
    hold(next);
    return { name: next.name, messages: next.messages.length };
  },

  /** Reads a transcript of any format that is known; what was open stays where it can't be read. */
  async openFile(asked: FileAsked): Promise<OpenedFile | FileFault> {
    const own = ++opening;
    const read = await readFile(asked);
    if ('fault' in read) return read;
    if (own !== opening) return { fault: 'Another transcript was opened meanwhile.' };
    hold(read.session);
    return read.opened;
  },

  /** What records hold of the open session's folded messages. */
  kept: (asked: KeptAsked): Kept => keptOf(opened().messages, asked),

  /**
   * Plays the open session and reports, in pieces, what was played since the last report.
   * What was being played before stops.
   */
  async play(setup: Setup, report: (piece: Piece) => void): Promise<void> {
    playing.abort();
    asking.abort();
    const own = new AbortController();
    playing = own;
    let [messages, steps, rewrites, last] = [0, 0, 0, 0];
    /** Until when each record stood, as it was last reported. */
    const standing = new Map<string, number | undefined>();
    const tell = (timeline: Timeline, done: boolean) => {
      const { messages: facts, steps: all, rewrites: made, records, ...opening } = timeline;
      const changed = records.filter(
        ({ id, until }) => !standing.has(id) || standing.get(id) !== until,
      );
      for (const { id, until } of changed) standing.set(id, until);
      const news = {
        messages: facts.slice(messages),
        steps: all.slice(steps),
        rewrites: made.slice(rewrites),
        records: changed,
      };
      for (const piece of piecesOf(news)) report(piece);
      report({ opening, done });
      [messages, steps, rewrites] = [facts.length, all.length, made.length];
      last = performance.now();
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
        if (performance.now() - last < pauseAt(timeline.steps.length)) return;
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
