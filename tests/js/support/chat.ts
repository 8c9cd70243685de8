/**
 * Histories and views in the shape of OpenAI's chat completions. Decides how a transcript of the AI SDK
 * reads there, and what makes a view of one valid; shares no code with the product.
 */

import {
  field,
  type Message,
  outputOf,
  partsOf,
  roleOf,
  stringField,
  typeOf,
} from '../../../js/testing/shapes.ts';
import { standInOf } from '../../../js/testing/stand-ins.ts';
import { jsonOf, sameValue, wellFormed } from '../../../js/testing/values.ts';
import { type Call, type Shape, segmentsIn } from './contracts.ts';

/** A chat message; loose, because hosts send what they like. */
type ChatMessage = Message & Record<string, unknown>;

function chat(message: Record<string, unknown>): ChatMessage {
  return message as ChatMessage;
}

function inputOf(part: unknown): unknown {
  return field(part, 'input') ?? field(part, 'args');
}

function resultText(part: unknown): string {
  const output = outputOf(part);
  if (typeof output === 'string') return output;
  const value = field(output, 'value');
  return typeof value === 'string' ? value : jsonOf(value ?? output);
}

function userContent(message: Message): unknown {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) =>
    part.type === 'text'
      ? part
      : { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
  );
}

/** Providers run their own tools behind this API; a message that held nothing else is not there. */
function assistantMessages(message: Message): ChatMessage[] {
  if (typeof message.content === 'string') return [message as ChatMessage];
  const text = (type: string): string =>
    partsOf(message)
      .filter((part) => typeOf(part) === type)
      .map((part) => stringField(part, 'text') ?? '')
      .join('');
  const calls = partsOf(message)
    .filter((part) => typeOf(part) === 'tool-call' && field(part, 'providerExecuted') !== true)
    .map((part) => ({
      id: field(part, 'toolCallId'),
      type: 'function',
      function: { name: field(part, 'toolName'), arguments: jsonOf(inputOf(part)) },
    }));
  const made: Record<string, unknown> = { role: 'assistant', content: text('text') || null };
  if (text('reasoning') !== '') made.reasoning_content = text('reasoning');
  if (calls.length > 0) made.tool_calls = calls;
  const isNothing = Object.keys(made).length === 2 && made.content === null;
  return isNothing && message.content.length > 0 ? [] : [chat(made)];
}

/** The same conversation as a chat host has it: each tool message holds one result. */
export function toChat(
  messages: readonly Message[],
  known: Map<Message, ChatMessage[]>,
): Message[] {
  return messages.flatMap((message) => {
    let made = known.get(message);
    if (made === undefined) {
      made = translate(message);
      known.set(message, made);
    }
    return made;
  });
}

function translate(message: Message): ChatMessage[] {
  switch (message.role) {
    case 'user':
      return [chat({ role: 'user', content: userContent(message) })];
    case 'assistant':
      return assistantMessages(message);
    case 'tool':
      return partsOf(message)
        .filter((part) => typeOf(part) === 'tool-result')
        .map((part) =>
          chat({
            role: 'tool',
            tool_call_id: field(part, 'toolCallId'),
            content: resultText(part),
          }),
        );
    default:
      return [message as ChatMessage];
  }
}

function callIds(message: unknown): string[] {
  const calls = field(message, 'tool_calls');
  return Array.isArray(calls) ? calls.map((call) => stringField(call, 'id') ?? '') : [];
}

function isSaying(message: unknown): boolean {
  const content = field(message, 'content');
  if (typeof content === 'string') return content !== '';
  if (Array.isArray(content)) return content.length > 0;
  return false;
}

/**
 * Every call is answered once, before anyone else than the agent speaks, and before the agent speaks
 * again behind results; calls at the tail may wait.
 */
function checkPairs(view: readonly unknown[]): string[] {
  const faults: string[] = [];
  let waiting: string[] = [];
  view.forEach((message, at) => {
    switch (roleOf(message)) {
      case 'assistant':
        if (waiting.length > 0 && roleOf(view[at - 1]) !== 'assistant') {
          faults.push(`calls ${waiting} are open at assistant message ${at}`);
          waiting = [];
        }
        waiting.push(...callIds(message));
        break;
      case 'tool': {
        const place = waiting.indexOf(stringField(message, 'tool_call_id') ?? '');
        if (place < 0) faults.push(`a result without a call at ${at}`);
        else waiting.splice(place, 1);
        break;
      }
      case 'user':
        if (waiting.length > 0) faults.push(`calls ${waiting} are open at user message ${at}`);
        waiting = [];
        break;
    }
  });
  return faults;
}

function textsIn(message: unknown): string[] {
  return partsOf(message).map((part) => stringField(part, 'text') ?? '');
}

/** True for the host's own object, or its words with nothing but lone surrogates replaced. */
function isSameSaid(message: unknown, own: Message): boolean {
  if (message === own) return true;
  const plain = wellFormed(own);
  return !sameValue(plain, own) && sameValue(message, plain);
}

/** True for the host's words with records behind them. */
function isMerged(message: unknown, own: Message): boolean {
  const [first] = textsIn(message);
  const said = typeof own.content === 'string' ? own.content : textsIn(own)[0];
  return first !== undefined && first === said?.toWellFormed();
}

/** What the assistant says to records where the user goes on. */
function isReply(message: unknown): boolean {
  return JSON.stringify(message).includes(
    'I have read everything above and will continue from there.',
  );
}

function checkMade(message: Message, at: number, host: readonly Message[]): string[] {
  const id = stringField(message, 'tool_call_id');
  if (host.some((other) => isSameSaid(message, other))) return [];
  if (roleOf(message) === 'assistant') {
    // A call that repeats an id may be left out.
    const ids = (other: Message): string => [...new Set(callIds(other))].join();
    const own = host.find((other) => ids(other) === ids(message));
    return own === undefined ? [`an assistant message of unknown origin at ${at}`] : [];
  }
  if (roleOf(message) !== 'tool')
    return [`a ${roleOf(message)} message of unknown origin at ${at}`];
  const own = host.filter((other) => stringField(other, 'tool_call_id') === id);
  const longest = Math.max(0, ...own.map((other) => String(other.content).length));
  const content = String(message.content);
  if (content === '') return [`an empty result at ${at}`];
  const isCut = content.length < longest || standInOf(content) !== undefined;
  if (own.some((other) => isSameSaid(message, other))) return [];
  const isCall = host.some((other) => callIds(other).includes(id ?? ''));
  return isCut || (isCall && content.length < 60) ? [] : [`a foreign result at ${at}`];
}

function checkChat(call: Call): string[] {
  const { view, host, suffix, initialGone } = call;
  const segments = segmentsIn(call);
  const faults = checkPairs(view);
  const own = new Map<Message, number>(host.map((message, at) => [message, at]));
  const first = host.findIndex(({ role }) => role === 'assistant');
  const last = host.findLastIndex(({ role }) => role === 'assistant');
  host.forEach((message, at) => {
    const opens = !suffix && !initialGone && (first < 0 || at < first);
    const isLast = at > last;
    if (message.role !== 'user' || !isSaying(message) || !(opens || isLast)) return;
    const texts = partsOf(message).some(
      (part) => String(field(part, 'text') ?? 'text').trim() === '',
    );
    const isThere =
      view.some((other) => isSameSaid(other, message)) ||
      segments.some((other) => isMerged(other, message));
    if (!texts && !isThere) faults.push(`host message ${at} must stay`);
  });
  let place = -1;
  let records = 0;
  view.forEach((message, at) => {
    const from = own.get(message);
    if (!isSaying(message) && callIds(message).length === 0 && roleOf(message) !== 'tool') {
      if (field(message, 'reasoning_content') === undefined)
        faults.push(`an empty message at ${at}`);
    }
    if (from === undefined) {
      if (segments.includes(message)) {
        records += 1;
        if (view.slice(0, at).some(({ role }) => role === 'assistant')) {
          faults.push(`the record stands behind an assistant message at ${at}`);
        }
      } else if (roleOf(message) !== 'user' && !isReply(message)) {
        faults.push(...checkMade(message, at, host));
      }
      return;
    }
    if (roleOf(message) === 'tool') return;
    if (from < place) faults.push(`host message ${from} stands behind ${place}`);
    place = from;
  });
  if (records > 1) faults.push(`${records} records`);
  return faults;
}

/** What contracts.ts needs to know of this shape. */
export function chatShape(tokens: (message: Message) => number): Shape {
  return { validate: checkChat, tokens, repairSlack: 30 };
}
