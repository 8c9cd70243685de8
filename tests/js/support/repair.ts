/**
 * The simplest repair of a broken transcript that one can think of: the naive oracle beside the
 * product's own. Decides nothing about size and folds nothing; refuses to be fast.
 */

import { isEmptyText } from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';

interface Call {
  id: string;
  part: unknown;
  message: number;
  result: unknown;
}

interface Request {
  id: string;
  message: number;
  response: unknown;
}

function isEmptyContent(message: unknown): boolean {
  const content = field(message, 'content');
  return content === '' || (Array.isArray(content) && content.every(isEmptyText));
}

function without(message: unknown, dropped: (part: unknown) => boolean): unknown {
  const parts = partsOf(message);
  const kept = parts.filter((part) => !dropped(part));
  return kept.length === parts.length ? message : { ...(message as object), content: kept };
}

/**
 * A valid view of any transcript of the generator: empty content and stray results and approvals go,
 * every tool message follows its call at once, and a call that a user message closed is answered.
 */
export function repairNaively(host: readonly unknown[]): unknown[] {
  const calls: Call[] = [];
  const requests: Request[] = [];
  const used = new Set<unknown>();
  host.forEach((message, at) => {
    if (roleOf(message) === 'user') return;
    for (const part of partsOf(message)) {
      const id = stringField(part, 'toolCallId') ?? '';
      const approvalId = stringField(part, 'approvalId') ?? '';
      switch (typeOf(part)) {
        case 'tool-call':
          calls.push({ id, part, message: at, result: undefined });
          break;
        case 'tool-result': {
          const call = calls.findLast((entry) => entry.id === id && entry.result === undefined);
          if (!call) break;
          call.result = part;
          used.add(part);
          break;
        }
        case 'tool-approval-request': {
          if (!calls.some((entry) => entry.id === id && entry.message === at)) break;
          requests.push({ id: approvalId, message: at, response: undefined });
          used.add(part);
          break;
        }
        case 'tool-approval-response': {
          const request = requests.findLast((r) => r.id === approvalId && !r.response);
          if (!request) break;
          request.response = part;
          used.add(part);
          break;
        }
      }
    }
  });
  const lastUser = host.findLastIndex(
    (message) => roleOf(message) === 'user' && !isEmptyContent(message),
  );
  const view: unknown[] = [];
  const push = (message: unknown): void => {
    if (!isEmptyContent(message)) view.push(message);
  };
  host.forEach((message, at) => {
    const role = roleOf(message);
    if (role === 'tool') return;
    const stray = (part: unknown): boolean =>
      isEmptyText(part) ||
      (['tool-result', 'tool-approval-request'].includes(typeOf(part)) && !used.has(part));
    push(without(message, role === 'assistant' ? stray : isEmptyText));
    if (role !== 'assistant') return;
    const here = new Set(partsOf(message));
    const wanted = new Set<unknown>();
    for (const call of calls) if (call.message === at) wanted.add(call.result);
    for (const request of requests) if (request.message === at) wanted.add(request.response);
    for (const other of host) {
      if (roleOf(other) !== 'tool') continue;
      const picked = partsOf(other).filter((part) => wanted.has(part) && !here.has(part));
      if (picked.length === 0) continue;
      push(picked.length === partsOf(other).length ? other : { role: 'tool', content: picked });
    }
    const open = calls.filter(
      (call) =>
        call.message === at &&
        call.result === undefined &&
        !isProviderExecuted(call.part) &&
        at < lastUser,
    );
    if (open.length === 0) return;
    push({
      role: 'tool',
      content: open.map(({ part }) => ({
        type: 'tool-result',
        toolCallId: field(part, 'toolCallId'),
        toolName: field(part, 'toolName'),
        ...(field(part, 'input') === undefined
          ? { result: 'No result: the call was aborted.' }
          : { output: { type: 'error-text', value: 'No result: the call was aborted.' } }),
      })),
    });
  });
  return view;
}
