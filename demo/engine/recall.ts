/** What the view of any step still knows of a text, and what a step would send without its newest record. */

import { isBounded } from '../../tests/memory/measure/occurrence.ts';
import { textOfMessage } from '../../tests/memory/measure/texts.ts';
import { type Message, type MessageCounter, tokensPerMessage } from './count.ts';
import { itemsByIdentity, ownerOf, ownersOf } from './play.ts';
import type { Session } from './policies.ts';
import { runsOf } from './runs.ts';
import { policyOf, type Setup } from './setup.ts';
import { type Timeline, type ViewItem, viewsOf } from './timeline.ts';

/** UTF-16 code units: of a question, and of what is shown on each side of an answer. */
const longestQuestion = 200;
const beside = 60;
/** Places that are told one by one. */
const mostPlaces = 24;

/** Keeps what views have beside the host's own messages: shortened copies and records. */
export function copiesOf(messages: readonly Message[]) {
  const own = new Set(messages);
  const kept: { from: number; copies: Message[] }[] = [];
  return {
    /** Call it for each step in order. */
    note(step: number, view: readonly Message[]) {
      const copies = view.filter((message) => !own.has(message));
      const last = kept.at(-1)?.copies ?? [];
      const isSame = copies.length === last.length && copies.every((one, i) => one === last[i]);
      if (!isSame) kept.push({ from: step, copies });
    },
    at: (step: number) => kept.findLast(({ from }) => from <= step)?.copies ?? [],
  };
}

export interface Played {
  session: Session;
  timeline: Timeline;
  copies: Pick<ReturnType<typeof copiesOf>, 'at'>;
}

export interface Place {
  /** `gone`: it was said there, and that message is no longer in the view as it was. */
  where: 'system' | 'whole' | 'shortened' | 'record' | 'gone' | 'later';
  message?: number;
  record?: string;
  /** The text with what stands around it. */
  before: string;
  text: string;
  after: string;
}

export interface Found {
  /** The best place: in a message of the view, in a record alone, or no longer in the view. */
  verdict: 'view' | 'record' | 'gone' | 'later' | 'never';
  /** The best places first, the newest of them first. */
  places: Place[];
  /** How many there are of each kind. */
  counts: Partial<Record<Place['where'], number>>;
}

/** Finds a name or a phrase as one of its own, in any case and across line ends. */
function finder(question: string) {
  const words = question.slice(0, longestQuestion).trim().split(/\s+/);
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('\\s+'), 'giu');
  return (text: string): Pick<Place, 'before' | 'text' | 'after'> | undefined => {
    if (words[0] === '') return undefined;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const { index, 0: match } = found;
      if (isBounded(text, index, match)) {
        const end = index + match.length;
        return {
          // No torn words at the ends.
          before: text.slice(Math.max(0, index - beside), index).replace(/^\S*\s/, ''),
          text: match,
          after: text.slice(end, end + beside).replace(/\s\S*$/, ''),
        };
      }
      pattern.lastIndex = index + 1;
    }
    return undefined;
  };
}

/** What stands around `text` in a message. */
export const quote = (message: Message, text: string) => finder(text)(textOfMessage(message));

const order = ['whole', 'shortened', 'system', 'record', 'gone', 'later'] as const;
const verdicts = {
  whole: 'view',
  shortened: 'view',
  system: 'view',
  record: 'record',
  gone: 'gone',
  later: 'later',
} as const;

/** Where the view of `step` has `question`, and where it was said. */
export function find({ session, timeline, copies }: Played, question: string, step: number): Found {
  const search = finder(question);
  const { messages } = session;
  const seen = timeline.steps[step]?.seen ?? 0;
  const items = viewsOf(timeline.steps)(step);
  const whole = new Set(items.flatMap((item) => (item.kind === 'message' ? [item.message] : [])));
  const places: Place[] = [];
  const add = (text: string, about: Pick<Place, 'where' | 'message' | 'record'>) => {
    const found = search(text);
    if (found !== undefined) places.push({ ...about, ...found });
    return found !== undefined;
  };

  if (session.system !== undefined) add(session.system, { where: 'system' });
  const standing = new Set(items.flatMap((item) => (item.kind === 'record' ? [item.record] : [])));
  let isInRecord = false;
  for (const { id, text } of timeline.records) {
    if (standing.has(id)) isInRecord = add(text, { where: 'record', record: id }) || isInRecord;
  }
  const owners = ownersOf(messages);
  const shortened = new Set<number>();
  for (const copy of copies.at(step)) {
    const message = ownerOf(copy, owners);
    // A message that is none of the transcript's carries records, and those have been read.
    if (message === undefined && isInRecord) continue;
    const about = { where: 'shortened', ...(message !== undefined && { message }) } as const;
    if (add(textOfMessage(copy), about) && message !== undefined) shortened.add(message);
  }
  for (const [index, message] of messages.entries()) {
    const number = index + 1;
    if (shortened.has(number)) continue;
    const where = number > seen ? 'later' : whole.has(number) ? 'whole' : 'gone';
    add(textOfMessage(message), { where, message: number });
  }

  const counts: Found['counts'] = {};
  for (const { where } of places) counts[where] = (counts[where] ?? 0) + 1;
  // The first of the later ones matters, of all others the last.
  const newest = ({ where, message = 0 }: Place) => (where === 'later' ? message : -message);
  places.sort((a, b) => order.indexOf(a.where) - order.indexOf(b.where) || newest(a) - newest(b));
  const best = places[0];
  return {
    verdict: best === undefined ? 'never' : verdicts[best.where],
    places: places.slice(0, mostPlaces),
    counts,
  };
}

export interface Rewound {
  /** What the withdrawn record stood for. */
  first: number;
  last: number;
  /** Tokens of the request as it was, without that record, and as the next step would send it. */
  sent: number;
  without: number;
  next: number;
  /** The view without it. Records that stand in one message are one block. */
  items: ViewItem[];
  /** The records that stand in the view without it. */
  records: { first: number; last: number }[];
}

/** Plays to `step` and takes the newest record of its view back; undefined where there is none. */
export async function rewound(
  { session, timeline }: Pick<Played, 'session' | 'timeline'>,
  setup: Setup,
  counter: MessageCounter,
  step: number,
  breathe?: () => Promise<void>,
): Promise<Rewound | undefined> {
  const { messages, system } = session;
  const opened = await policyOf(setup).open({ session, window: setup.window });
  const before = system === undefined ? 0 : tokensPerMessage + counter.text(system);
  const sizeOf = (view: readonly Message[]) => before + counter.messages(view);
  try {
    let at = 0;
    for (const run of runsOf(messages)) {
      const steps: { usage: { inputTokens: number; outputTokens: number } }[] = [];
      for (const { index } of run.steps) {
        const request = { messages: messages.slice(0, index), steps };
        const { view } = await opened.show(request);
        const sent = timeline.steps[at]?.sent ?? sizeOf(view);
        if (at === step) {
          const taken = await opened.withoutNewest?.(request);
          if (taken === undefined) return undefined;
          const numbers = new Map(messages.map((message, i) => [message, i + 1]));
          return {
            first: taken.record.firstMessage,
            last: taken.record.lastMessage,
            sent,
            without: sizeOf(taken.view),
            next: sizeOf((await opened.show(request)).view),
            items: itemsByIdentity(taken.view, numbers, ownersOf(messages), counter.message),
            records: taken.records.map(({ firstMessage, lastMessage }) => ({
              first: firstMessage,
              last: lastMessage,
            })),
          };
        }
        const outputTokens = timeline.messages[index]?.tokens ?? 0;
        steps.push({ usage: { inputTokens: sent, outputTokens } });
        at += 1;
        await breathe?.();
      }
    }
    return undefined;
  } finally {
    opened.close();
  }
}
