/**
 * Plays a recorded session under a policy, step by step, and writes down what each prompt held.
 * Runs in a Web Worker and in Node alike.
 */

import type { Explanation } from 'epitome';
import { textOfMessage } from '../../tests/memory/measure/texts.ts';
import { type Message, type MessageCounter, tokensPerMessage } from './count.ts';
import type { Policy, Session, Shown } from './policies.ts';
import { runsOf } from './runs.ts';
import { futureOf, has } from './survival.ts';
import type {
  Asked,
  Budget,
  MessageFacts,
  Reference,
  Rewrite,
  Step,
  Timeline,
  ViewItem,
} from './timeline.ts';

/** UTF-16 code units of a label, and of what is searched for. */
const longestLabel = 120;
const longestQuery = 500;

export interface PlayOptions {
  session: Session;
  policy: Policy;
  window: number;
  counter: MessageCounter;
  /** Called after each step with what there is so far, and with the view of that step. */
  onStep?: (timeline: Timeline, view: readonly Message[]) => void | Promise<void>;
  signal?: AbortSignal;
}

/** What a message is about, in a few words. */
function labelOf({ content }: Message): string {
  if (typeof content === 'string') return content.slice(0, longestLabel);
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []));
  const tools = content.flatMap(({ toolName }) => (toolName === undefined ? [] : [toolName]));
  return [...texts, ...new Set(tools)].join(' · ').slice(0, longestLabel);
}

/** Tokens of messages, each counted once. */
function remembering(counter: MessageCounter) {
  const known = new WeakMap<Message, number>();
  return (message: Message) => {
    let tokens = known.get(message);
    if (tokens === undefined) {
      tokens = counter.message(message);
      known.set(message, tokens);
    }
    return tokens;
  };
}

/** Tokens at the beginning of `view` that the last view began with as well: whole messages, then parts. */
function sharedTokens(last: readonly Message[], view: readonly Message[], count: MessageCounter) {
  let tokens = 0;
  for (const [at, message] of view.entries()) {
    const before = last[at];
    if (before === undefined) return tokens;
    if (before === message || JSON.stringify(before) === JSON.stringify(message)) {
      tokens += count.message(message);
      continue;
    }
    if (typeof before.content === 'string' || typeof message.content === 'string') return tokens;
    for (const [i, part] of message.content.entries()) {
      if (JSON.stringify(part) !== JSON.stringify(before.content[i])) return tokens;
      tokens += count.message({ role: message.role, content: [part] }) - tokensPerMessage;
    }
    return tokens;
  }
  return tokens;
}

/** Which message holds a call's result, else the call, by call id: edited copies are known by it. */
export function ownersOf(messages: readonly Message[]) {
  const owners = new Map<string, number>();
  for (const [index, { role, content }] of messages.entries()) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      const id = (part as { toolCallId?: string }).toolCallId;
      if (id !== undefined) owners.set(`${role} ${id}`, index + 1);
    }
  }
  return owners;
}

/** The message that `copy` was made from. */
export function ownerOf({ role, content }: Message, owners: ReadonlyMap<string, number>) {
  const part = typeof content === 'string' ? undefined : content[0];
  return owners.get(`${role} ${(part as { toolCallId?: string } | undefined)?.toolCallId}`);
}

/** How the message stands in a view: whole, shortened, or as the copy that a policy made of it. */
export function itemsByIdentity(
  view: readonly Message[],
  numbers: ReadonlyMap<Message, number>,
  owners: ReadonlyMap<string, number>,
  tokens: (message: Message) => number,
): ViewItem[] {
  return view.map((message) => {
    const number = numbers.get(message);
    if (number !== undefined) return { kind: 'message', message: number, tokens: tokens(message) };
    const owner = ownerOf(message, owners);
    return owner === undefined
      ? { kind: 'record', record: '', first: 0, last: 0, tokens: tokens(message) }
      : { kind: 'shortened', message: owner, tokens: tokens(message), how: 'shortened' };
  });
}

/** Resolves to the timeline once all steps are played, or to what there is when `signal` ends it. */
export async function play(options: PlayOptions): Promise<Timeline> {
  const { session, policy, window, onStep, signal } = options;
  const { messages } = session;
  const tokens = remembering(options.counter);
  const counter = { ...options.counter, message: tokens };
  const system = session.system === undefined ? 0 : tokensPerMessage + counter.text(session.system);
  const history = [system];
  for (const message of messages) history.push((history.at(-1) as number) + tokens(message));
  const numbers = new Map(messages.map((message, index) => [message, index + 1]));
  const owners = ownersOf(messages);
  const future = futureOf(messages);
  const opened = await policy.open({ session, window });

  const timeline: Timeline = {
    session: session.name,
    policy: policy.name,
    window,
    messages: messages.map(
      (message): MessageFacts => ({
        role: message.role as MessageFacts['role'],
        tokens: tokens(message),
        label: labelOf(message),
      }),
    ),
    system,
    steps: [],
    rewrites: [],
    records: [],
  };
  /** Of the timeline's records, by id. */
  const recordTexts = new Map<string, string>();
  /** Tokens of the messages from `first` to `last`, counted from 1. */
  const tokensOf = (first: number, last: number) =>
    (history[last] as number) - (history[first - 1] as number);
  let lastView: Message[] = [];
  let lastItems: ViewItem[] = [];

  /** The view as the engine explains it: what a message became, and where a record stands. */
  function itemsExplained(shown: Shown, explanation: Explanation): ViewItem[] {
    const byIdentity = itemsByIdentity(shown.view, numbers, owners, tokens);
    const sizes = new Map<number, number>();
    for (const item of byIdentity) {
      if (item.kind === 'shortened') {
        sizes.set(item.message, (sizes.get(item.message) ?? 0) + item.tokens);
      }
    }
    const items: ViewItem[] = [];
    const estimated = explanation.records.reduce((sum, segment) => sum + segment.tokens, 0);
    let others = 0;
    for (const { message, fate, reason } of explanation.messages) {
      if (fate === 'folded' || fate === 'dropped') continue;
      const whole = tokens(messages[message - 1] as Message);
      const size = sizes.get(message);
      const isWhole = fate === 'kept' || (size === undefined && fate !== 'repaired');
      const item: ViewItem = isWhole
        ? { kind: 'message', message, tokens: whole }
        : { kind: 'shortened', message, tokens: size ?? whole, how: `${fate}: ${reason}` };
      others += item.tokens;
      items.push(item);
    }
    // Records share what is left of the view, so that the blocks add up to it.
    const left = Math.max(0, sum(shown.view, tokens) - others);
    for (const segment of explanation.records) {
      const at = items.findIndex(
        (one) => one.kind !== 'record' && one.message > segment.lastMessage,
      );
      const record: ViewItem = {
        kind: 'record',
        record: segment.id,
        first: segment.firstMessage,
        last: segment.lastMessage,
        tokens: Math.round((left * segment.tokens) / Math.max(1, estimated)),
      };
      items.splice(at < 0 ? items.length : at, 0, record);
    }
    return items;
  }

  function itemsOf(shown: Shown, seen: number, isRewritten: boolean): ViewItem[] {
    const grown = shown.view.length - lastView.length;
    const before = timeline.steps.at(-1)?.seen ?? 0;
    const isGrown =
      !isRewritten &&
      timeline.steps.length > 0 &&
      grown === seen - before &&
      shown.view.slice(-grown || shown.view.length).every((message) => numbers.has(message));
    if (isGrown) {
      const added = shown.view.slice(lastView.length);
      return [...lastItems, ...itemsByIdentity(added, numbers, owners, tokens)];
    }
    const explanation = shown.explain?.();
    if (explanation === undefined) {
      return itemsByIdentity(shown.view, numbers, owners, tokens);
    }
    timeline.budget ??= budgetOf(explanation);
    return itemsExplained(shown, explanation);
  }

  /** Where a view has what it holds: best the message that said it, else a record, else another message. */
  function placed(reference: Reference, view: readonly Message[], items: readonly ViewItem[]) {
    const { text, from, held } = reference;
    if (!held || items.some((item) => item.kind === 'message' && item.message === from)) {
      return held ? { ...reference, through: from } : reference;
    }
    const holding = items.filter(
      (item) => item.kind === 'record' && has(recordTexts.get(item.record) ?? '', text),
    ) as Extract<ViewItem, { kind: 'record' }>[];
    const record = holding.find(({ first, last }) => first <= from && from <= last) ?? holding[0];
    if (record !== undefined) return { ...reference, through: record.record };
    const message = view.find((one) => has(one, text)) as Message;
    const through = numbers.get(message) ?? ownerOf(message, owners);
    return { ...reference, ...(through !== undefined && { through }) };
  }

  function budgetOf({ budget }: Explanation): Budget {
    const { trigger, target, hostOverhead, outputReserve: reply } = budget;
    return { window, trigger: trigger + hostOverhead, target: target + hostOverhead, reply };
  }

  /** What models were asked, with the verdicts on their replies. */
  function askedOf({ asked = [], events }: Shown): Asked[] {
    const rejected = events.filter(
      (event) => event.type === 'summary-rejected' || event.type === 'summary-failed',
    );
    return asked.map((one) => {
      const at = rejected.findIndex(
        ({ kind, attempt }) => kind === one.kind && attempt === one.attempt,
      );
      const verdict = at < 0 ? undefined : rejected.splice(at, 1)[0];
      return verdict === undefined ? one : { ...one, rejected: verdict.reason };
    });
  }

  /** The newest record that was written for a fold. */
  function recordOf({ firstMessage, lastMessage }: { firstMessage: number; lastMessage: number }) {
    return timeline.records.findLast(
      ({ first, last }) => first === firstMessage && last === lastMessage,
    );
  }

  function noteRewrite(shown: Shown, about: { before: number; after: number }) {
    const made = shown.events.filter((event) => event.type === 'compaction');
    if (made.length > 0) noteRecords(shown);
    const asked = askedOf(shown);
    for (const event of made) {
      timeline.rewrites.push({
        step: timeline.steps.length,
        reason: event.reason,
        ...about,
        ...(asked.length > 0 && { asked }),
        folds: event.folds.map((fold) => ({
          kind: fold.kind,
          first: fold.firstMessage,
          last: fold.lastMessage,
          before: tokensOf(fold.firstMessage, fold.lastMessage),
          after: recordOf(fold)?.tokens ?? fold.tokensAfter,
          source: fold.source,
          ...(fold.codeReason !== undefined && { reason: fold.codeReason }),
          replies: fold.review.replies,
          struck: fold.review.struck,
        })),
        edits: event.edits.map(({ kind, message, kept, total, toolName }) => ({
          kind,
          message,
          kept,
          total,
          ...(toolName !== undefined && { toolName }),
        })),
      } satisfies Rewrite);
    }
    return made.length > 0;
  }

  function noteRecords(shown: Shown) {
    const step = timeline.steps.length;
    const records = shown.records?.() ?? [];
    const standing = new Set(records.filter(({ inView }) => inView).map(({ id }) => id));
    for (const record of timeline.records) {
      if (record.until === undefined && !standing.has(record.id)) record.until = step;
    }
    for (const record of records) {
      if (recordTexts.has(record.id)) continue;
      recordTexts.set(record.id, record.text);
      timeline.records.push({
        id: record.id,
        first: record.firstMessage,
        last: record.lastMessage,
        from: step,
        ...(!record.inView && { until: step }),
        source: record.source,
        tokens: counter.text(record.text),
        replaced: tokensOf(record.firstMessage, record.lastMessage),
        text: record.text,
        words: record.words,
      });
    }
  }

  /**
   * The step of an agent that searches once for what its prompt lacks: with the words of its reply, without the names
   * that it looks for. The search is a request of its own, and its result stands in the next one.
   */
  async function searched(
    step: Step,
    recall: NonNullable<Shown['recall']>,
    reply: Message,
  ): Promise<Partial<Step>> {
    const lacking = step.wanted.filter(({ held }) => !held);
    if (lacking.length === 0) return {};
    const query = lacking
      .reduce((words, { text }) => words.replaceAll(text, ' '), textOfMessage(reply))
      .slice(0, longestQuery);
    if (query.trim() === '') return {};
    const found = (await recall(query)).join('\n\n');
    const call = { type: 'tool-call', toolName: 'recall', input: { query } };
    const asked = tokens({ role: 'assistant', content: [call] });
    const output = { type: 'text', value: found };
    const result = { type: 'tool-result', toolName: 'recall', output };
    return {
      search: { sent: step.sent, cached: step.cached, output: asked },
      sent: step.sent + asked + tokens({ role: 'tool', content: [result] }),
      cached: step.sent,
      wanted: step.wanted.map((one) => (one.held ? one : { ...one, held: has(found, one.text) })),
    };
  }

  try {
    for (const run of runsOf(messages)) {
      const bills: { usage: { inputTokens: number; outputTokens: number } }[] = [];
      for (const { index, message } of run.steps) {
        if (signal?.aborted) return timeline;
        const shown = await opened.show({ messages: messages.slice(0, index), steps: bills });
        const sent = system + sum(shown.view, tokens);
        const last = timeline.steps.at(-1);
        const before =
          last === undefined
            ? (history[index] as number)
            : last.sent + (history[index] as number) - (history[last.seen] as number);
        const isRewritten = noteRewrite(shown, { before, after: sent });
        const items = itemsOf(shown, index, isRewritten);
        const keep = commonLength(lastItems, items);
        const step: Step = {
          seen: index,
          history: history[index] as number,
          sent,
          cached: last === undefined ? 0 : system + sharedTokens(lastView, shown.view, counter),
          keep,
          items: items.slice(keep),
          ...(isRewritten && { rewrite: timeline.rewrites.length - 1 }),
          wanted: future
            .heldIn(shown.view, index)
            .map((reference) => placed(reference, shown.view, items)),
        };
        if (shown.recall !== undefined)
          Object.assign(step, await searched(step, shown.recall, message));
        timeline.steps.push(step);
        lastView = shown.view;
        lastItems = items;
        bills.push({ usage: { inputTokens: sent, outputTokens: tokens(message) } });
        await onStep?.(timeline, shown.view);
      }
    }
  } finally {
    opened.close();
  }
  return timeline;
}

function sum(messages: readonly Message[], tokens: (message: Message) => number) {
  return messages.reduce((total, message) => total + tokens(message), 0);
}

function commonLength(a: readonly ViewItem[], b: readonly ViewItem[]) {
  let length = 0;
  while (length < a.length && length < b.length && isSame(a[length], b[length])) length += 1;
  return length;
}

function isSame(a: ViewItem | undefined, b: ViewItem | undefined) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
