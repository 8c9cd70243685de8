/**
 * The contracts that every answer of a session keeps, checked from outside on one call.
 */
import type {
  CompactionEvent,
  Compactor,
  CompactorEvent,
  SessionUsage,
  SummaryRecord,
  SummaryRequest,
} from 'epitome';
import { holdsRecord } from '../../../js/testing/host-index.ts';
import {
  field,
  type Message,
  partsOf,
  roleOf,
  stringField,
  typeOf,
} from '../../../js/testing/shapes.ts';
import { standInsIn } from '../../../js/testing/stand-ins.ts';
import { badMark } from './replies.ts';
import { countMessage } from './tokens.ts';
import { checkPrefix, validateView } from './validator.ts';
import { checkWords } from './words.ts';

/** One call of the model, and what came of it. */
export interface Call {
  /** What the session was given. */
  array: readonly Message[];
  /** The host's transcript. */
  host: readonly Message[];
  view: readonly Message[];
  events: readonly CompactorEvent[];
  requests: readonly SummaryRequest[];
  usage: SessionUsage;
  /** Those in the view. */
  records: readonly SummaryRecord[];
  /** Repairs that the view shows. */
  repairs: number;
  previous: Call | undefined;
  goesOn: boolean;
  suffix: boolean;
  /** The session has said that the initial messages gave way. */
  initialGone: boolean;
  mustKeep: readonly Message[];
  sound: boolean;
  fresh: boolean;
  model: string | undefined;
  /** A margin is kept free. */
  hasMargin: boolean;
  /** One summary is written anew, with the words of all folds before. */
  oneSummary: boolean;
  numbered: boolean;
}

/** What the contracts need to know of a message shape. */
export interface Shape {
  validate: (call: Call) => string[];
  /** Tokens of a message by a counter that is not the product's, or the product's where there is none. */
  tokens: (message: Message) => number;
  /** Tokens by which the engine may misjudge one repair: it does not know how the shape writes it. */
  repairSlack: number;
}

/** Messages of the AI SDK. */
export const sdkShape: Shape = {
  validate: (call) => {
    const { view, host, suffix, initialGone, mustKeep } = call;
    return validateView(view, host, { suffix, initialGone, mustKeep, records: recordTexts(call) });
  },
  tokens: countMessage,
  repairSlack: 0,
};

/** The texts of the records in the view. */
export function recordTexts({ records }: Call): string[] {
  return records.map(({ text }) => text);
}

/** The messages of the view that give records. */
export function segmentsIn(call: Call): Message[] {
  const texts = recordTexts(call);
  return call.view.filter((message) => holdsRecord(message, texts));
}

/** Exact tokens that a repair may add for one call. */
const repairTokens = 40;

function eventsOf<T extends CompactorEvent['type']>(
  call: Call,
  type: T,
): Extract<CompactorEvent, { type: T }>[] {
  return call.events.filter((event) => event.type === type) as Extract<
    CompactorEvent,
    { type: T }
  >[];
}

/** The rewrites of a call. */
export function rewritesOf(call: Call): CompactionEvent[] {
  return eventsOf(call, 'compaction');
}

/** Everything that one call did wrong. */
export function judge(call: Call, compactor: Compactor, shape: Shape): string[] {
  return [
    ...shape.validate(call),
    ...checkEvents(call),
    ...checkSize(call, shape),
    ...checkBudget(call, compactor, shape),
    ...checkReports(call),
    ...checkSight(call, compactor),
    ...checkCopies(call),
    ...checkExtends(call),
    ...checkNoBadReply(call),
    ...checkWords(call),
  ];
}

/** 4. Nothing failed: an error would mean that the host's own messages went out unguarded. */
function checkEvents(call: Call): string[] {
  const faults = eventsOf(call, 'error').map(({ error }) => `error event: ${String(error)}`);
  for (const { fault } of eventsOf(call, 'fault')) {
    // Random texts have halves of pairs: that they are told of is right.
    if (fault !== 'lone-surrogate') faults.push(`fault event: ${fault}`);
  }
  return faults;
}

/** Counts each message once: they are frozen. */
function sumOf(
  messages: readonly Message[],
  cache: WeakMap<object, number>,
  count: (message: Message) => number,
): number {
  let tokens = 0;
  for (const message of messages) {
    let own = cache.get(message);
    if (own === undefined) {
      own = count(message);
      cache.set(message, own);
    }
    tokens += own;
  }
  return tokens;
}

const exact = new WeakMap<object, number>();
const estimated = new WeakMap<object, number>();

/** Tokens by the engine's own counter, each message by itself. */
export function engineTokens(compactor: Compactor, messages: readonly Message[]): number {
  return sumOf(messages, estimated, (message) => compactor.estimateMessagesTokens([message]));
}

/** The messages of `from` that `other` does not hold, or holds less often. */
function without(from: readonly Message[], other: readonly Message[]): Message[] {
  const left = new Map<Message, number>();
  for (const message of other) left.set(message, (left.get(message) ?? 0) + 1);
  return from.filter((message) => {
    const count = left.get(message) ?? 0;
    left.set(message, count - 1);
    return count <= 0;
  });
}

/** 3. No view is larger, in exact tokens, than what it stands for, but for repairs. */
function checkSize(call: Call, shape: Shape): string[] {
  // A session that knows what stood before a suffix gives its record back.
  if (call.suffix && segmentsIn(call).length > 0) return [];
  // What both hold need not be counted.
  const gone = sumOf(without(call.host, call.view), exact, shape.tokens);
  const made = sumOf(without(call.view, call.host), exact, shape.tokens);
  const allowed = call.repairs * repairTokens;
  return made <= gone + allowed ? [] : [`larger: ${made} tokens for ${gone} + ${allowed}`];
}

/** Tokens that a cut or a placeholder, with two names, may be counted dearer than it is. */
const cutSlack = 96;

/** Tokens of the shortest record, and of what is not worth a record. */
const leastRecord = 300;

/** Where what a model has called for last begins, while it has not seen the results; else behind all. */
function unreadFrom(roles: readonly string[]): number {
  let from = roles.length;
  if (roles.at(-1) !== 'tool') return from;
  while (roles[from - 1] === 'tool') from -= 1;
  while (roles[from - 1] === 'assistant') from -= 1;
  return from;
}

/**
 * 9. What the model has called for last is in its view, with what came of it; calls that take more than a
 * quarter of the budget may go.
 */
function checkSight(call: Call, compactor: Compactor): string[] {
  const { host, view, usage } = call;
  // What a bill makes of the budget no estimate knows.
  if (!(call.goesOn && call.sound) || usage.inputTokens > 0) return [];
  const roles = host.map(roleOf);
  if (roles.at(-1) !== 'tool') return [];
  // Of neighbouring messages of the assistant the older ones may be whole by themselves.
  const unread = host.slice(roles.lastIndexOf('assistant'));
  const isText = (part: unknown) => typeOf(field(part, 'output')) === 'text';
  // Beside results of plain text, which are cut where they are large.
  const stays = unread.filter((message) => !partsOf(message).every(isText));
  if (engineTokens(compactor, stays) > usage.budget / 8) return [];
  const shown = new Set(view.flatMap(partsOf).map((part) => stringField(part, 'toolCallId')));
  const ids = partsOf(unread[0]).map((part) => stringField(part, 'toolCallId'));
  const gone = ids.filter((id) => id !== undefined && !shown.has(id));
  return gone.length > 0 ? [`blind: the view lacks the newest calls ${gone}`] : [];
}

/** What no view of a sound transcript can do without: system, opening, current request, a record. */
function floorOf({ host }: Call, compactor: Compactor): number {
  const roles = host.map(roleOf);
  const first = roles.indexOf('assistant');
  const last = roles.lastIndexOf('assistant');
  const request = roles.lastIndexOf('user');
  const before = roles.lastIndexOf('assistant', request);
  const unread = unreadFrom(roles);
  const must = host.filter(
    (_, at) =>
      at < (first < 0 ? host.length : first) ||
      (at > last && roles[at] !== 'tool') ||
      at >= unread ||
      (at > before && at <= request),
  );
  return engineTokens(compactor, must) + leastRecord;
}

/** 3. The view fits the budget, or the session says that it can't, and where the tokens are. */
function checkBudget(call: Call, compactor: Compactor, shape: Shape): string[] {
  const faults: string[] = [];
  const { viewTokens, budget } = call.usage;
  const counted = engineTokens(compactor, call.view);
  // A cut is counted where it was planned, head, mark and tail each for itself; the safe place that
  // it was moved to is less.
  const cuts = standInsIn(JSON.stringify(without(call.view, call.host)));
  const slack = call.repairs * shape.repairSlack + (1 + cuts) * cutSlack;
  // In a small window less is taken for what nobody can measure.
  const media = engineTokens(compactor, call.view.filter(holdsFiles));
  // A bill tells what no estimate does: less, or more.
  const [least, most] =
    call.usage.inputTokens > 0 ? [0, Infinity] : [counted - slack - media, counted];
  if (viewTokens < least || viewTokens > most + slack) {
    faults.push(`viewTokens is ${viewTokens}, the view has ${counted}`);
  }
  const misfits = eventsOf(call, 'cannot-fit');
  if (viewTokens > budget && misfits.length === 0) {
    faults.push(`over budget: ${viewTokens} of ${budget} tokens, without a cannot-fit event`);
  }
  for (const { breakdown } of misfits) {
    const { contextWindow, outputReserve, hostOverhead, system, initial, records, recent } =
      breakdown;
    // A margin takes half of it at most.
    const most = Math.max(0, contextWindow - outputReserve - hostOverhead);
    const total = call.hasMargin ? Math.max(budget, Math.floor(most / 2)) : most;
    const sum = system + initial + records + recent;
    if (breakdown.budget !== total || budget !== total) {
      faults.push(`cannot-fit: budget ${breakdown.budget}, but ${total} by its parts`);
    }
    if (sum !== breakdown.view || sum !== viewTokens) {
      faults.push(`cannot-fit: view ${breakdown.view}, parts ${sum}, counted ${viewTokens}`);
    }
    if (sum <= total) faults.push(`cannot-fit: ${sum} tokens do fit ${total}`);
    // What the floor is billed at no estimate knows.
    const known = call.sound && call.usage.inputTokens === 0;
    const floor = known ? floorOf(call, compactor) : total;
    if (floor < total) faults.push(`cannot-fit: the floor of ${floor} tokens fits ${total}`);
  }
  return faults;
}

/** What events say agrees with what is seen. */
function checkReports(call: Call): string[] {
  const faults: string[] = [];
  const rewrites = rewritesOf(call);
  if (rewrites.length > 1) faults.push(`${rewrites.length} rewrites in one call`);
  for (const rewrite of rewrites) {
    if (rewrite.tokensAfter !== call.usage.viewTokens) faults.push('tokensAfter is not the view');
    if (rewrite.tokensAfter >= rewrite.tokensBefore) {
      faults.push(`a rewrite from ${rewrite.tokensBefore} to ${rewrite.tokensAfter} tokens`);
    }
    for (const fold of rewrite.folds) {
      if (fold.tokensAfter >= fold.tokensBefore) faults.push(`fold ${fold.id} gains nothing`);
      if (fold.firstMessage > fold.lastMessage) faults.push(`fold ${fold.id} is empty`);
      const isRead = call.requests.some(
        ({ firstMessage, lastMessage }) =>
          // It may begin with an earlier request, which stands behind older records.
          firstMessage <= lastMessage &&
          fold.firstMessage <= lastMessage &&
          lastMessage <= fold.lastMessage,
      );
      if (fold.source === 'model' && !isRead) {
        const read = call.requests.map(
          (request) => `${request.firstMessage} to ${request.lastMessage}`,
        );
        faults.push(`no request read ${fold.firstMessage} to ${fold.lastMessage}, but ${read}`);
      }
      // Where history was rewritten, records may count messages as they were.
      if (call.sound && fold.lastMessage > call.host.length) {
        faults.push(`fold ${fold.id} ends at ${fold.lastMessage} of ${call.host.length} messages`);
      }
    }
    for (const { kind, kept, total } of rewrite.edits) {
      if (kept >= total && total > 0) faults.push(`a ${kind} keeps ${kept} of ${total}`);
      if (kind !== 'trim' && kept > 0) faults.push(`a ${kind} keeps ${kept}`);
    }
  }
  const folds = rewrites.flatMap((rewrite) => rewrite.folds).length;
  if (folds > 0 && segmentsIn(call).length === 0) faults.push('folded without segments');
  return faults;
}

function madeMessages(call: Call): Map<string, Message[]> {
  const own = new Set<unknown>(call.host);
  const made = new Map<string, Message[]>();
  for (const message of call.view) {
    if (own.has(message)) continue;
    const key = JSON.stringify(message);
    made.set(key, [...(made.get(key) ?? []), message]);
  }
  return made;
}

/** 2. What the view made of a message is made once: the same object at every step of a loop. */
function checkCopies(call: Call): string[] {
  const { previous } = call;
  if (!call.goesOn || call.fresh || previous === undefined) return [];
  const before = madeMessages(previous);
  const faults: string[] = [];
  for (const [key, messages] of madeMessages(call)) {
    const known = before.get(key);
    if (known?.length !== 1 || messages.length !== 1) continue;
    if (known[0] !== messages[0]) faults.push(`a copy was made twice: ${key.slice(0, 80)}`);
  }
  return faults;
}

/** 7. Between rewrites a view extends the one before; a repair that comes or goes is no rewrite. */
function checkExtends(call: Call): string[] {
  const { previous } = call;
  if (!call.goesOn || previous === undefined) return [];
  const changed = rewritesOf(call).length > 0 || eventsOf(call, 'repair').length > 0;
  if (!call.fresh) return checkPrefix(previous.view, call.view, changed);
  const [before, now] = [previous.view, call.view].map((view) =>
    view.map((m) => JSON.stringify(m)),
  );
  const extended = changed || before?.every((text, at) => text === now?.[at]);
  return extended ? [] : ['prefix: the view does not extend the last in content'];
}

/** 9. What a model said badly is nowhere. */
function checkNoBadReply(call: Call): string[] {
  const found = segmentsIn(call).some((message) => JSON.stringify(message).includes(badMark));
  return found ? ['a bad reply stands in the view'] : [];
}

/** The text that a user message shows a model, part by part. */
export function textsOf(message: Message): string[] {
  if (typeof message.content === 'string') return [message.content];
  return partsOf(message)
    .filter((part) => typeOf(part) === 'text')
    .map((part) => stringField(part, 'text') ?? '');
}

const textual = ['text', 'reasoning', 'tool-call', 'thinking', 'tool_use'];

/** True for a message that may hold images or files, its own or of results. */
function holdsFiles(message: Message): boolean {
  return partsOf(message).some((part) => {
    const type = typeOf(part) ?? '';
    const of = type === 'tool_result' ? field(part, 'content') : field(part, 'output');
    const list = Array.isArray(of) || typeOf(of) === 'content';
    return type.startsWith('tool') && of !== undefined ? list : !textual.includes(type);
  });
}

/** True for a message that holds something besides text. */
export function holdsMedia(message: Message): boolean {
  return partsOf(message).some((part) => typeOf(part) !== 'text');
}
