/**
 * Reads the user's words out of the segments of a view. Decides which of them a fold must carry;
 * refuses to trust anything in a segment but the layout that its code gives it.
 */
import type { FoldReport } from 'epitome';
import { type Call, holdsMedia, rewritesOf, type Shape, textsOf } from './contracts.ts';
import { type Message, type Part, partsOf, roleOf, stringField } from './shapes.ts';
import { countText } from './tokens.ts';

interface Words {
  /** Counted from 1. */
  message: number;
  text: string;
  cut: boolean;
}

const announced = /verbatim, between lines that start with "([^"\n]+)"/g;

/** What a segment gives as the user's words; they come last in it. */
function wordsIn(segment: string): Words[] {
  // The prose may hold an announcement of its own, e.g. from a tool; the one that counts is the last
  // whose mark opens and closes lines, and content can't guess the mark.
  for (const [, mark] of [...segment.matchAll(announced)].reverse()) {
    if (!segment.includes(`\n${mark} end\n`)) continue;
    const found: Words[] = [];
    const pieces = segment.split(`\n${mark} `).slice(1);
    for (const piece of pieces) {
      const head = /^\[(\d+)\]( cut:[^\n]*)?\n/.exec(piece);
      if (head === null) continue;
      const text = piece.slice(head[0].length);
      found.push({ message: Number(head[1]), text, cut: head[2] !== undefined });
    }
    return found;
  }
  return [];
}

/** The texts of all segments in a view. */
function segmentTexts({ view }: Call, { isSegments }: Shape): string[] {
  return view
    .filter(isSegments)
    .flatMap((message) =>
      typeof message.content === 'string'
        ? [message.content]
        : partsOf(message).map((part) => stringField(part, 'text') ?? ''),
    );
}

function normal(text: string): string {
  return text.toWellFormed();
}

/** True for what a host itself says: the user's messages, and system messages in between. */
function isOrder(message: Message | undefined): message is Message {
  return message !== undefined && ['user', 'system'].includes(roleOf(message));
}

function isFrom(words: Words, source: Message): boolean {
  const texts = textsOf(source)
    .map(normal)
    .filter((text) => text !== '');
  if (holdsMedia(source)) return words.cut || texts.every((text) => words.text.includes(text));
  const whole = texts.join('\n');
  if (words.cut && words.text.includes('[…]\n')) {
    // Standing orders behind a beginning, each on one line.
    const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
    const [first = '', ...orders] = words.text.split(/\n?\[…\]\n/);
    const from = line(whole.replaceAll(/\p{Cc}/gu, ' '));
    return whole.startsWith(first) && orders.every((order) => from.includes(line(order)));
  }
  return words.cut ? whole.startsWith(words.text) : whole === words.text;
}

/** What the user said to an approval stands with the call that it was for. */
function answersAsTold({ text }: Words, source: Message): boolean {
  const [, verdict] = /^\[(approved|denied)(?:: |\])/.exec(text) ?? [];
  return (partsOf(source) as Part[]).some(
    (part) =>
      part.type === 'tool-approval-response' &&
      verdict === (part.approved === true ? 'approved' : 'denied'),
  );
}

function checkEntry(words: Words, host: readonly Message[]): string | undefined {
  const source = host[words.message - 1];
  if (isOrder(source) && isFrom(words, source)) return undefined;
  if (host.some((message) => answersAsTold(words, message))) return undefined;
  // A record that outlived an edit before it counts messages as they were.
  if (host.some((message) => isOrder(message) && isFrom(words, message))) return undefined;
  return `words of message ${words.message} are not the user's`;
}

/** More tokens than the engine may count for a text. */
function atMost(text: string): number {
  return Math.ceil(countText(text) * 1.5) + 4;
}

/** Bytes of words that every fold has room for, whatever the earlier ones took. */
const surelyCarriedBytes = 3_000;

/** 8. Segments give the user's words verbatim, no one else's as the user's, and all that fit. */
export function checkWords(call: Call, shape: Shape): string[] {
  if (!call.numbered) return [];
  const faults: string[] = [];
  const given = new Map<number, Words>();
  for (const segment of segmentTexts(call, shape)) {
    for (const words of wordsIn(segment)) {
      given.set(words.message, words);
      const fault = checkEntry(words, call.host);
      if (fault !== undefined) faults.push(fault);
    }
  }
  for (const rewrite of rewritesOf(call)) {
    // Under pressure the share shrinks, down to nothing.
    if (rewrite.reason !== 'trigger' || call.oneSummary) continue;
    for (const fold of rewrite.folds) {
      if (fold.kind === 'fold') faults.push(...checkCarried(call, fold, given));
    }
  }
  return faults;
}

function checkCarried(call: Call, fold: FoldReport, given: Map<number, Words>): string[] {
  const orders = new Map<number, Message>();
  call.host.slice(fold.firstMessage - 1, fold.lastMessage).forEach((message, i) => {
    // What stays in the view is in no record.
    if (isOrder(message) && !call.view.includes(message))
      orders.set(fold.firstMessage + i, message);
  });
  const texts = [...orders.values()].map((message) => textsOf(message).join('\n'));
  // What is white space is a matter of opinion.
  const said = [...orders.keys()].filter((_, i) => /[\p{L}\p{N}]/u.test(texts[i] as string));
  const { carried, leftOut } = fold.userMessages;
  if (carried + leftOut < said.length) {
    return [`${carried} + ${leftOut} user messages of ${said.length} in a fold`];
  }
  const bytes = new TextEncoder().encode(JSON.stringify(texts)).length + 32 * texts.length;
  const tokens = texts.reduce((sum, text) => sum + atMost(text), 0);
  const isTight = tokens > wordsShare(call) || bytes > surelyCarriedBytes;
  if (isTight || [...orders.values()].some(holdsMedia)) return [];
  const whole = [...given.values()].filter((words) => !words.cut);
  return said
    .filter((at) => !whole.some((words) => isFrom(words, orders.get(at) as Message)))
    .map((at) => `the user's message ${at} is not carried`);
}

/** Tokens that one fold has for the user's words at least, by default. */
function wordsShare(call: Call): number {
  return Math.floor(call.usage.budget * 0.1) / 4;
}
