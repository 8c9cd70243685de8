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
  /** Of a message that is not carried whole: sentences of it, or how it begins. */
  cut?: string;
}

const title = /^User, verbatim \([^\n]*\):$/;
const entry = /^- \[(\d+)(?:, (excerpts|beginning))?\] (.*)$/s;
const announced = /^between two lines "(.+)":$/;

/** What a segment gives as the user's words. Prose can't begin a line as the section does. */
function wordsIn(segment: string): Words[] {
  const lines = segment.split('\n');
  const found: Words[] = [];
  let at = lines.findIndex((line) => title.test(line)) + 1;
  if (at === 0) return found;
  while (at < lines.length) {
    const [, message, cut, text] = entry.exec(lines[at++] as string) ?? [];
    if (message === undefined || text === undefined) break;
    const mark = announced.exec(text)?.[1];
    const words = { message: Number(message), text, ...(cut === undefined ? {} : { cut }) };
    // A message that looks like an announcement has no mark behind it: rows begin otherwise.
    if (mark !== undefined && lines[at] === mark) {
      const end = lines.indexOf(mark, at + 1);
      words.text = lines.slice(at + 1, end).join('\n');
      at = end + 1;
    }
    found.push(words);
  }
  return found;
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

function onOneLine(text: string): string {
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}

/** True for what a host itself says: the user's messages, and system messages in between. */
function isOrder(message: Message | undefined): message is Message {
  return message !== undefined && ['user', 'system'].includes(roleOf(message));
}

function isFrom(words: Words, source: Message): boolean {
  const texts = textsOf(source)
    .map(normal)
    .filter((text) => text !== '');
  if (holdsMedia(source))
    return words.cut !== undefined || texts.every((text) => words.text.includes(text));
  const whole = texts.join('\n');
  if (words.cut === undefined) return whole === words.text;
  if (words.cut === 'beginning') return whole.startsWith(words.text);
  // Whole sentences in their order on one line, with a gap where others stood between them.
  const line = onOneLine(whole);
  let from = 0;
  return words.text.split(' … ').every((piece) => {
    const found = line.indexOf(onOneLine(piece), from);
    from = found + onOneLine(piece).length;
    return found >= 0;
  });
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

/** What stands around a message of several lines, tokens. */
const aroundTokens = 32;

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
    if (isOrder(message)) orders.set(fold.firstMessage + i, message);
  });
  const texts = [...orders.values()].map((message) => textsOf(message).join('\n'));
  // What is white space is a matter of opinion.
  const said = [...orders.keys()].filter((_, i) => /[\p{L}\p{N}]/u.test(texts[i] as string));
  const { carried, leftOut } = fold.userMessages;
  if (carried + leftOut < said.length) {
    return [`${carried} + ${leftOut} user messages of ${said.length} in a fold`];
  }
  const bytes = new TextEncoder().encode(JSON.stringify(texts)).length + 32 * texts.length;
  const tokens = texts.reduce((sum, text) => sum + atMost(text) + aroundTokens, 0);
  const isTight = tokens > wordsShare(call) || bytes > surelyCarriedBytes;
  if (isTight || [...orders.values()].some(holdsMedia)) return [];
  const whole = [...given.values()].filter(({ cut }) => cut === undefined);
  return said
    .filter((at) => !whole.some((words) => isFrom(words, orders.get(at) as Message)))
    .map((at) => `the user's message ${at} is not carried`);
}

/** Tokens that one fold has for the user's words at least, by default. */
function wordsShare(call: Call): number {
  return Math.floor(call.usage.budget * 0.1) / 4;
}
