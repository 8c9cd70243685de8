/**
 * Names the shapes that occur in a transcript, so that a test can show what its generated arrays cover.
 * Decides what counts as a shape by looking at the messages; refuses to know how they were generated.
 */

import { isCompactionBlock, isEmptyText, isOpaque } from '../../../js/testing/host-index.ts';
import { checkPairing, isProviderExecuted } from '../../../js/testing/pairing.ts';
import {
  field,
  outputOf,
  partsOf,
  roleOf,
  stringField,
  typeOf,
} from '../../../js/testing/shapes.ts';
import { loneSurrogates, stringsIn } from '../../../js/testing/values.ts';
import type { Rule } from '../../../js/testing/view-rules.ts';

/** Every shape that `shapesOf` can name. */
export const shapeNames = [
  'string-content',
  'part-content',
  'leading-system',
  'later-system',
  'assistant-first',
  'parallel-calls',
  'results-over-messages',
  'provider-executed',
  'approval-granted',
  'approval-denied',
  'approval-pending',
  'approval-responded',
  'open-tail',
  'aborted-call',
  'orphan-result',
  'second-result',
  'duplicate-id',
  'late-result',
  'early-result',
  'orphan-request',
  'orphan-response',
  'late-response',
  'empty-string',
  'empty-array',
  'empty-text-part',
  'plain-reasoning',
  'signed-reasoning',
  'custom-part',
  'compaction-block',
  'media-base64',
  'media-bytes',
  'media-url',
  'media-result',
  'error-result',
  'json-result',
  'empty-result',
  'lone-surrogate',
  'cjk',
  'huge-result',
  'same-object-twice',
  'cache-mark',
  'several-turns',
] as const;
export type ShapeName = (typeof shapeNames)[number];

/** UTF-16 code units from which on a result counts as huge. */
const hugeUnits = 10_000;

function partShapes(message: unknown, add: (name: ShapeName) => void): void {
  const parts = partsOf(message);
  for (const part of parts) {
    const type = typeOf(part);
    if (isEmptyText(part)) add('empty-text-part');
    if (isCompactionBlock(part)) add('compaction-block');
    if (type === 'custom' || type === 'redacted-reasoning') add('custom-part');
    if (type === 'reasoning') add(isOpaque(part) ? 'signed-reasoning' : 'plain-reasoning');
    if (type === 'image' || type === 'file') {
      const data = field(part, 'image') ?? field(part, 'data');
      if (data instanceof URL) add('media-url');
      else add(typeof data === 'string' ? 'media-base64' : 'media-bytes');
    }
    if (type === 'tool-call' && isProviderExecuted(part)) add('provider-executed');
    if (type !== 'tool-result') continue;
    const output = outputOf(part);
    const kind = typeOf(output);
    const value = typeof output === 'string' ? output : field(output, 'value');
    if (kind.startsWith('error') || field(part, 'isError') === true) add('error-result');
    if (kind === 'json' || (kind === '' && typeof output === 'object')) add('json-result');
    if (value === '') add('empty-result');
    if (typeof value === 'string' && value.length > hugeUnits) add('huge-result');
    if (Array.isArray(value) && kind === 'content') {
      if (value.some((item) => typeOf(item) !== 'text')) add('media-result');
    }
  }
  if (parts.filter((part) => typeOf(part) === 'tool-call').length > 1) add('parallel-calls');
}

/** What kinds of call, result and approval a transcript has, by walking it with its ids in hand. */
function pairingShapes(messages: readonly unknown[], add: (name: ShapeName) => void): void {
  const named: Partial<Record<Rule, ShapeName>> = {
    'call-unanswered': 'aborted-call',
    'call-answered-twice': 'second-result',
    'result-misplaced': 'late-result',
    'approval-without-call': 'orphan-request',
    'response-without-request': 'orphan-response',
    'response-misplaced': 'late-response',
  };
  checkPairing(messages, (rule) => {
    const name = named[rule];
    if (name) add(name);
  });
  const calls = new Map<string, number>();
  const results = new Map<string, number[]>();
  const requests = new Map<string, string>();
  const responses = new Map<string, boolean>();
  messages.forEach((message, at) => {
    for (const part of partsOf(message)) {
      const id = stringField(part, 'toolCallId') ?? '';
      const approval = stringField(part, 'approvalId') ?? '';
      if (typeOf(part) === 'tool-call') {
        if (calls.has(id)) add('duplicate-id');
        else calls.set(id, at);
      } else if (typeOf(part) === 'tool-result') {
        results.set(id, [...(results.get(id) ?? []), at]);
      } else if (typeOf(part) === 'tool-approval-request') requests.set(approval, id);
      else if (typeOf(part) === 'tool-approval-response') {
        responses.set(approval, field(part, 'approved') === true);
      }
    }
  });
  for (const [id, places] of results) {
    const call = calls.get(id);
    if (call === undefined) add('orphan-result');
    else if (places.some((place) => place < call)) add('early-result');
  }
  for (const [approval, call] of requests) {
    const response = responses.get(approval);
    if (response === undefined) add('approval-pending');
    else if (!results.has(call)) add('approval-responded');
    else add(response ? 'approval-granted' : 'approval-denied');
  }
  const lastUser = messages.findLastIndex((message) => roleOf(message) === 'user');
  const open = new Map<string, number>();
  for (const part of messages.slice(lastUser + 1).flatMap((message) => partsOf(message))) {
    const id = stringField(part, 'toolCallId') ?? '';
    if (isProviderExecuted(part)) continue;
    if (typeOf(part) === 'tool-call') open.set(id, (open.get(id) ?? 0) + 1);
    if (typeOf(part) === 'tool-result') open.set(id, (open.get(id) ?? 0) - 1);
  }
  if ([...open.values()].some((count) => count > 0)) add('open-tail');
}

/** The shapes that occur in a transcript. */
export function shapesOf(messages: readonly unknown[]): Set<ShapeName> {
  const found = new Set<ShapeName>();
  const add = (name: ShapeName): void => {
    found.add(name);
  };
  let spread = new Set<string>();
  let leading = true;
  messages.forEach((message, at) => {
    const role = roleOf(message);
    const content = field(message, 'content');
    add(typeof content === 'string' ? 'string-content' : 'part-content');
    if (content === '') add('empty-string');
    if (Array.isArray(content) && content.length === 0) add('empty-array');
    if (role === 'system') add(leading ? 'leading-system' : 'later-system');
    else leading = false;
    if (role === 'assistant' && !messages.slice(0, at).some((m) => roleOf(m) === 'user')) {
      add('assistant-first');
    }
    if (role === 'assistant') {
      const calls = partsOf(message).filter((part) => typeOf(part) === 'tool-call');
      spread = new Set(calls.map((part) => stringField(part, 'toolCallId') ?? ''));
    }
    if (role === 'tool' && roleOf(messages[at - 1]) === 'tool') {
      const answers = (m: unknown): boolean =>
        partsOf(m).some((part) => spread.has(stringField(part, 'toolCallId') ?? '-'));
      if (answers(message) && answers(messages[at - 1])) add('results-over-messages');
    }
    if (field(message, 'providerOptions') !== undefined) add('cache-mark');
    if (messages.indexOf(message) < at) add('same-object-twice');
    partShapes(message, add);
  });
  pairingShapes(messages, add);
  const strings = stringsIn(messages);
  if (strings.some((text) => loneSurrogates(text).length > 0)) add('lone-surrogate');
  if (strings.some((text) => /[\u4e00-\u9fff]/.test(text))) add('cjk');
  const turns = messages.filter(
    (message, at) => roleOf(message) === 'user' && roleOf(messages[at - 1]) !== 'user',
  );
  if (turns.length > 1) add('several-turns');
  return found;
}
