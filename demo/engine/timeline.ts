/**
 * A played session, step by step: what the model was shown at each request. Plain data, so that it can be
 * posted between threads or stored as JSON. All token figures are exact (o200k).
 */
import type { FoldReport } from 'epitome';
import type { Billed } from './price.ts';

/** What is known of a message without its text. Messages are numbered from 1. */
export interface MessageFacts {
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  /** Its first words, or the tools that it calls or answers. At most 120 UTF-16 code units. */
  label: string;
}

/** One block of a view, in the order in which the model reads it. */
export type ViewItem =
  | { kind: 'message'; message: number; tokens: number }
  /** A message of which the view shows less than there was, or something else in its place. */
  | { kind: 'shortened'; message: number; tokens: number; how: string }
  | { kind: 'record'; record: string; first: number; last: number; tokens: number };

/** One request to the model. */
export interface Step {
  /** Messages of the transcript that had been said by then. */
  seen: number;
  /** Tokens of the whole history and of what was sent, each with the system prompt. */
  history: number;
  sent: number;
  /** Of `sent`, the tokens at its beginning that are the same as in the request before. */
  cached: number;
  /** The view: the first `keep` items of the step before, then `items`. */
  keep: number;
  items: ViewItem[];
  /** Index into `rewrites`, where this request was the first after one. */
  rewrite?: number;
  /** What the reply to this request refers to, and was last seen more than ten messages before. */
  wanted: Reference[];
  /** The request before it that only searched: this one has its call and the result as well. */
  search?: Billed;
}

/** Something that a later step names. */
export interface Reference {
  text: string;
  type: string;
  /** The message where it had been seen last. */
  from: number;
  /** True where the view of that step still has it, in whatever message or record. */
  held: boolean;
  /** Where that view has it: the id of a record, or the number of a message. */
  through?: string | number;
}

export interface Fold {
  kind: FoldReport['kind'];
  first: number;
  last: number;
  /** Tokens of the messages before, and of the record after. */
  before: number;
  after: number;
  source: FoldReport['source'];
  /** Why no model's text is in it. */
  reason?: string;
  /** Replies of a model, and what of them the check struck out. */
  replies?: number;
  struck?: number;
}

/** A request to the model that writes summaries. */
export interface Asked {
  kind: string;
  attempt: number;
  system: string;
  prompt: string;
  reply?: string;
  /** Where the call failed. */
  error?: string;
  /** Why the reply does not stand. */
  rejected?: string;
}

export interface Rewrite {
  /** Index of the step that it came before. */
  step: number;
  reason: string;
  /** Tokens of the request as it would have been, and as it was. */
  before: number;
  after: number;
  folds: Fold[];
  /** Where a model was asked. */
  asked?: Asked[];
  edits: { kind: string; message: number; kept: number; total: number; toolName?: string }[];
}

/** A record as the model reads it. */
export interface RecordText {
  id: string;
  first: number;
  last: number;
  /** Index of the first step whose view has it, and of the first that has it no more. */
  from: number;
  until?: number;
  source: FoldReport['source'];
  tokens: number;
  replaced: number;
  text: string;
  /** The user's own words in it, by message. */
  words: { message: number; text: string; cut: boolean }[];
}

/** Tokens that the engine works with; constant over a session unless options change. */
export interface Budget {
  window: number;
  /** Where it rewrites, and how small it then makes the view: with the system prompt and tools. */
  trigger: number;
  target: number;
  /** Kept free for the model's reply. */
  reply?: number;
}

export interface Timeline {
  session: string;
  policy: string;
  window: number;
  budget?: Budget;
  messages: MessageFacts[];
  system: number;
  steps: Step[];
  rewrites: Rewrite[];
  records: RecordText[];
}

/** The figures that sum a timeline up. */
export interface Summary {
  steps: number;
  /** Requests over the window: with the whole history sent, and as they were. */
  overflowWithout: number;
  over: number;
  /** Index of the first step that the whole history would not have survived; -1 for none. */
  deadAt: number;
  largest: number;
  sentWithout: number;
  sent: number;
  cached: number;
  /** Of the later references, those that the view held. */
  held: number;
  wanted: number;
}

/** Sums steps up, which may grow: each is looked at once. */
export function summing(steps: readonly Step[], window: number): () => Summary {
  const sums: Summary = {
    steps: 0,
    overflowWithout: 0,
    over: 0,
    deadAt: -1,
    largest: 0,
    sentWithout: 0,
    sent: 0,
    cached: 0,
    held: 0,
    wanted: 0,
  };
  return () => {
    for (; sums.steps < steps.length; sums.steps += 1) {
      const { history, sent, cached, wanted } = steps[sums.steps] as Step;
      if (history > window && sums.deadAt < 0) sums.deadAt = sums.steps;
      sums.overflowWithout += Number(history > window);
      sums.over += Number(sent > window);
      sums.largest = Math.max(sums.largest, sent);
      sums.sentWithout += history;
      sums.sent += sent;
      sums.cached += cached;
      for (const { held } of wanted) sums.held += Number(held);
      sums.wanted += wanted.length;
    }
    return { ...sums };
  };
}

export const summaryOf = ({ steps, window }: Pick<Timeline, 'steps' | 'window'>): Summary =>
  summing(steps, window)();

/** How far apart whole views are kept, in steps. */
const stride = 64;

/** Gives the view of any step, as fast backwards as forwards. `steps` may grow. */
export function viewsOf(steps: readonly Step[]): (step: number) => readonly ViewItem[] {
  const whole: ViewItem[][] = [];
  let near: { at: number; items: ViewItem[] } | undefined;
  const next = (items: ViewItem[], at: number) => {
    const step = steps[at] as Step;
    return [...items.slice(0, step.keep), ...step.items];
  };
  return (at) => {
    if (near?.at === at) return near.items;
    for (let k = whole.length; k * stride <= at; k += 1) {
      let items: ViewItem[] = whole[k - 1] ?? [];
      for (let s = k === 0 ? 0 : (k - 1) * stride + 1; s <= k * stride; s += 1)
        items = next(items, s);
      whole.push(items);
    }
    const from = Math.floor(at / stride) * stride;
    let [s, items] =
      near !== undefined && near.at < at && near.at > from
        ? [near.at, near.items]
        : [from, whole[from / stride] as ViewItem[]];
    while (s < at) items = next(items, ++s);
    near = { at, items };
    return items;
  };
}
