/**
 * The user's words in the records of a view. Decides which of them a fold must carry, and whose words
 * they may be; refuses to know how a record is laid out.
 */
import type { CarriedWords, FoldReport } from 'epitome';
import { type Message, type Part, partsOf, roleOf } from '../../../js/testing/shapes.ts';
import { type Call, holdsMedia, rewritesOf, segmentsIn, textsOf } from './contracts.ts';
import { countText } from './tokens.ts';

function normal(text: string): string {
  return text.toWellFormed();
}

/** True for what a host itself says: the user's messages, and system messages in between. */
function isOrder(message: Message | undefined): message is Message {
  return message !== undefined && ['user', 'system'].includes(roleOf(message));
}

/** White space, control characters and those of no width made one space. */
function line(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function isFrom(words: CarriedWords, source: Message): boolean {
  const texts = textsOf(source)
    .map(normal)
    .filter((text) => text !== '');
  if (holdsMedia(source)) return words.cut || texts.every((text) => words.text.includes(text));
  const whole = texts.join('\n');
  if (!words.cut) return whole === words.text;
  // What is left out leaves an ellipsis.
  const from = line(whole);
  return words.text.split(/\[?…\]?/).every((piece) => from.includes(line(piece)));
}

/** What the user said to an approval stands with the call that it was for. */
function holdsAnswer(message: Message | undefined): boolean {
  const parts = message === undefined ? [] : (partsOf(message) as Part[]);
  return parts.some(({ type }) => type === 'tool-approval-response');
}

/** Nobody but the user has said it. */
function isTheirs({ text }: CarriedWords, host: readonly Message[]): boolean {
  const others = host.filter((message) => !isOrder(message));
  return !others.flatMap(textsOf).map(normal).includes(text);
}

function checkEntry(words: CarriedWords, host: readonly Message[]): string | undefined {
  const source = host[words.message - 1];
  if (isOrder(source) && isFrom(words, source)) return undefined;
  if (holdsAnswer(source)) return undefined;
  // A record that outlived an edit before it counts messages as they were.
  if (host.some((message) => isOrder(message) && isFrom(words, message))) return undefined;
  if (host.some(holdsAnswer) && isTheirs(words, host)) return undefined;
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

/** 8. Records give the user's words verbatim, no one else's as the user's, and all that fit. */
export function checkWords(call: Call): string[] {
  if (!call.numbered) return [];
  const faults: string[] = [];
  const shown = segmentsIn(call).flatMap(textsOf);
  const given = call.records.flatMap(({ words }) => words);
  for (const words of given) {
    const fault = checkEntry(words, call.host);
    if (fault !== undefined) faults.push(fault);
    if (!shown.some((text) => text.includes(words.text))) {
      faults.push(`words of message ${words.message} are not in the view`);
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

function checkCarried(call: Call, fold: FoldReport, given: readonly CarriedWords[]): string[] {
  const orders = new Map<number, Message>();
  const segments = new Set<unknown>(segmentsIn(call));
  const shown = call.view
    .filter((message) => isOrder(message) && !segments.has(message))
    .map((message) => textsOf(message).join('\n'));
  // As it is, or mended.
  const stays = (message: Message) =>
    call.view.includes(message) || shown.includes(normal(textsOf(message).join('\n')));
  call.host.slice(fold.firstMessage - 1, fold.lastMessage).forEach((message, i) => {
    // What stays in the view is in no record.
    if (isOrder(message) && !stays(message)) orders.set(fold.firstMessage + i, message);
  });
  const texts = [...orders.values()].map((message) => textsOf(message).join('\n'));
  // What is white space is a matter of opinion.
  const said = [...orders.keys()].filter((_, i) => /[\p{L}\p{N}]/u.test(texts[i] as string));
  const { carried, leftOut } = fold.userMessages;
  if (carried + leftOut < said.length) {
    return [`${carried} + ${leftOut} user messages of ${said.length} in a fold`];
  }
  // What was said to approvals, and an earlier request that goes too, take of the same share.
  const record = call.records.find(({ id }) => id === fold.id);
  const others = (record?.words ?? []).filter(({ message }) => !orders.has(message));
  texts.push(...others.map(({ text }) => text));
  const bytes = new TextEncoder().encode(JSON.stringify(texts)).length + 32 * texts.length;
  const tokens = texts.reduce((sum, text) => sum + atMost(text) + aroundTokens, 0);
  const isTight = tokens > wordsShare(call) || bytes > surelyCarriedBytes;
  if (isTight || [...orders.values()].some(holdsMedia)) return [];
  const whole = given.filter((words) => !words.cut);
  return said
    .filter((at) => !whole.some((words) => isFrom(words, orders.get(at) as Message)))
    .map((at) => `the user's message ${at} is not carried`);
}

/** Tokens that one fold has for the user's words at least, by default. */
function wordsShare(call: Call): number {
  return Math.floor(call.usage.budget * 0.1) / 4;
}
