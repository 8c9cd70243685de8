/**
 * Histories and views in the shape of Anthropic's Messages API. Decides how a transcript of the AI SDK
 * reads there, and what makes a view of one valid; shares no code with the product.
 */

import {
  field,
  type Message,
  outputOf,
  type Part,
  partsOf,
  roleOf,
  stringField,
  typeOf,
} from '../../../js/testing/shapes.ts';
import {
  nameOf,
  resultFaults,
  type Surroundings,
  standInOf,
} from '../../../js/testing/stand-ins.ts';
import { jsonOf, sameValue, wellFormed } from '../../../js/testing/values.ts';
import { type Call, type Shape, segmentsIn } from './contracts.ts';

const isClient = (part: unknown): boolean => field(part, 'providerExecuted') !== true;

function resultText(part: unknown): string {
  const output = outputOf(part);
  if (typeof output === 'string') return output;
  const value = field(output, 'value');
  return typeof value === 'string' ? value : jsonOf(value ?? output);
}

function blocksOf(message: Message): Part[] {
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }];
  return partsOf(message).flatMap((part): Part[] => {
    switch (typeOf(part)) {
      case 'text':
        return [{ type: 'text', text: stringField(part, 'text') ?? '' }];
      case 'reasoning':
        return [{ type: 'thinking', thinking: stringField(part, 'text') ?? '', signature: 'c2ln' }];
      case 'tool-call':
        if (!isClient(part)) return [];
        return [
          {
            type: 'tool_use',
            id: field(part, 'toolCallId'),
            name: field(part, 'toolName'),
            input: field(part, 'input') ?? field(part, 'args'),
          },
        ];
      case 'tool-result':
        if (roleOf(message) !== 'tool') return [];
        return [
          {
            type: 'tool_result',
            tool_use_id: field(part, 'toolCallId'),
            content: resultText(part),
          },
        ];
      default:
        return [];
    }
  });
}

/** The same conversation as a host of the Messages API has it: results stand in user messages. */
export function toAnthropic(
  messages: readonly Message[],
  known: Map<Message, Message[]>,
): Message[] {
  return messages.flatMap((message) => {
    let made = known.get(message);
    if (made === undefined) {
      const role = message.role === 'tool' ? 'user' : message.role;
      const content = blocksOf(message);
      const isNothing = role === 'system' || content.length === 0;
      made = isNothing ? [] : [{ role, content } as Message];
      known.set(message, made);
    }
    return made;
  });
}

const usesIn = (message: unknown): string[] =>
  partsOf(message)
    .filter((part) => typeOf(part) === 'tool_use')
    .map((part) => stringField(part, 'id') ?? '');
const resultsIn = (message: unknown): Part[] =>
  partsOf(message).filter((part) => typeOf(part) === 'tool_result') as Part[];

function contentOf(message: Message): Part[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Every tool_use is answered in the very next message, once, before any text; at the end it may wait. */
function checkPairs(given: readonly unknown[]): string[] {
  const faults: string[] = [];
  // Messages of one role that follow each other are one to the API.
  const view: Message[] = [];
  for (const message of given as Message[]) {
    const last = view.at(-1);
    if (last?.role !== message.role) view.push(message);
    else view[view.length - 1] = { ...last, content: [...contentOf(last), ...contentOf(message)] };
  }
  view.forEach((message, at) => {
    const uses = roleOf(message) === 'assistant' ? usesIn(message) : [];
    const next = view[at + 1];
    const answered = resultsIn(next).map((part) => String(part.tool_use_id));
    const mayWait =
      next === undefined ||
      (at + 2 === view.length && resultsIn(next).length === partsOf(next).length);
    if (!mayWait) {
      for (const id of uses) if (!answered.includes(id)) faults.push(`call ${id} is open at ${at}`);
    }
    const asked = roleOf(view[at - 1]) === 'assistant' ? usesIn(view[at - 1]) : [];
    for (const part of resultsIn(message)) {
      if (!asked.includes(String(part.tool_use_id)))
        faults.push(`a result without its call at ${at}`);
    }
    for (const id of new Set(answered)) {
      const count = (ids: readonly string[]): number => ids.filter((other) => other === id).length;
      if (uses.length > 0 && !mayWait && count(answered) !== count(uses)) {
        faults.push(`call ${id} is answered ${count(answered)} times at ${at}`);
      }
    }
    const types = partsOf(message).map(typeOf);
    const words = types.findIndex((type) => type !== 'tool_result');
    if (words >= 0 && types.lastIndexOf('tool_result') > words) {
      faults.push(`words stand before results at ${at}`);
    }
    if (partsOf(message).length === 0 && typeof field(message, 'content') !== 'string') {
      faults.push(`an empty message at ${at}`);
    }
  });
  return faults;
}

function checkMade(message: Message, at: number, call: Call): string[] {
  const parts = new Set(call.host.flatMap((own) => partsOf(own)));
  const results = (messages: readonly unknown[], name: string): string[] =>
    messages
      .flatMap(resultsIn)
      .filter((part) => nameOf(String(part.tool_use_id), 'before') === name)
      .map((part) => String(part.content));
  return partsOf(message).flatMap((part) => {
    if (parts.has(part)) return [];
    if ([...parts].some((own) => !sameValue(own, part) && sameValue(wellFormed(own), part)))
      return [];
    if (typeOf(part) !== 'tool_result')
      return [`a ${typeOf(part)} part of unknown origin at ${at}`];
    const id = String(field(part, 'tool_use_id'));
    const text = String(field(part, 'content'));
    const own = call.host.flatMap(resultsIn).filter((other) => other.tool_use_id === id);
    const uses = [...parts].filter(
      (other) => typeOf(other) === 'tool_use' && field(other, 'id') === id,
    );
    if (uses.length === 0) return [`a foreign result at ${at}`];
    const around = (use: unknown): Surroundings => ({
      callId: id,
      // Results name no tool, and so may what stands for them.
      toolName: text.startsWith('[Output of a tool ') ? undefined : stringField(use, 'name'),
      shownFor: (name) => results(call.view, name),
      hostsFor: (name) => results(call.host, name),
    });
    const told = own.flatMap((other) =>
      uses.map((use) => resultFaults(text, String(other.content), around(use))),
    );
    if (told.some((faults) => faults.length === 0)) return [];
    // What was never answered, or answered elsewhere, is told as such.
    if (standInOf(text) === undefined && text.length < 80) return [];
    return [`result ${id} at ${at} ${told[0]?.join(', ') ?? 'is foreign'}`];
  });
}

function checkAnthropic(call: Call): string[] {
  const { view, host, suffix, initialGone } = call;
  const segments = segmentsIn(call);
  const faults = checkPairs(view);
  const own = new Map<Message, number>(host.map((message, at) => [message, at]));
  const first = host.findIndex(({ role }) => role === 'assistant');
  host.forEach((message, at) => {
    const opens = !suffix && !initialGone && (first < 0 || at < first);
    if (!opens || message.role !== 'user' || resultsIn(message).length > 0) return;
    const said = partsOf(message).every((part) => stringField(part, 'text') !== '');
    const plain = wellFormed(message);
    const begins = (other: Message) =>
      segments.includes(other) && sameValue(partsOf(other)[0], partsOf(plain)[0]);
    const isThere = view.some(
      (other) => other === message || sameValue(other, plain) || begins(other),
    );
    if (said && !isThere) faults.push(`host message ${at} must stay`);
  });
  let place = -1;
  view.forEach((message, at) => {
    const from = own.get(message);
    if (from === undefined) {
      const isReply = JSON.stringify(message).includes('I have read everything above');
      if (!segments.includes(message) && !isReply) faults.push(...checkMade(message, at, call));
      return;
    }
    // What answers a call stands where the call does.
    if (resultsIn(message).length > 0) return;
    if (from < place) faults.push(`host message ${from} stands behind ${place}`);
    place = from;
  });
  if (segments.length > 1) faults.push('several records');
  return faults;
}

/** What contracts.ts needs to know of this shape. */
export function anthropicShape(tokens: (message: Message) => number): Shape {
  return { validate: checkAnthropic, tokens, repairSlack: 60 };
}
