/**
 * The simplest repair of a broken transcript that one can think of: the naive oracle beside the
 * product's own. Decides nothing about size and folds nothing; refuses to be fast.
 */

import { isEmpty, isEmptyText, isLeftBehind } from '../../../js/testing/host-index.ts';
import { beginsBlock, isProviderExecuted } from '../../../js/testing/pairing.ts';
import { field, partsOf, roleOf, stringField, typeOf } from '../../../js/testing/shapes.ts';

interface Call {
  id: string;
  part: unknown;
  message: number;
  /** Where the assistant began to speak. */
  block: number;
  result: unknown;
}

interface Request {
  id: string;
  message: number;
  response: unknown;
}

function without(message: unknown, dropped: (part: unknown) => boolean): unknown {
  const parts = partsOf(message);
  const kept = parts.filter((part) => !dropped(part));
  return kept.length === parts.length ? message : { ...(message as object), content: kept };
}

/**
 * A valid view of any transcript of the generator: empty content and stray results and approvals go,
 * every tool message follows its calls at once, a call that was left behind is answered, and one that
 * repeats an id goes with its result.
 */
export function repairNaively(host: readonly unknown[]): unknown[] {
  const calls: Call[] = [];
  const requests: Request[] = [];
  const used = new Set<unknown>();
  let block = 0;
  host.forEach((message, at) => {
    if (beginsBlock(host, at)) block = at;
    if (roleOf(message) === 'user') return;
    for (const part of partsOf(message)) {
      const id = stringField(part, 'toolCallId') ?? '';
      const approvalId = stringField(part, 'approvalId') ?? '';
      switch (typeOf(part)) {
        case 'tool-call':
          calls.push({ id, part, message: at, block, result: undefined });
          break;
        case 'tool-result': {
          const open = calls.filter((entry) => entry.id === id && entry.result === undefined);
          const call = open.find((entry) => entry.block === open.at(-1)?.block);
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
  const repeats = calls.filter(
    (call, nth) =>
      (call.result === undefined || !isProviderExecuted(call.part)) &&
      calls.slice(0, nth).some((other) => other.id === call.id && other.block === call.block),
  );
  const strays = new Set(repeats.map(({ part }) => part));
  const view: unknown[] = [];
  const push = (message: unknown): void => {
    if (!isEmpty(message)) view.push(message);
  };
  let begin = 0;
  host.forEach((message, at) => {
    const role = roleOf(message);
    if (beginsBlock(host, at)) begin = at;
    if (role === 'tool') return;
    const stray = (part: unknown): boolean =>
      isEmptyText(part) ||
      strays.has(part) ||
      (['tool-result', 'tool-approval-request'].includes(typeOf(part)) && !used.has(part));
    push(without(message, role === 'assistant' ? stray : isEmptyText));
    // Answers stand behind all that the assistant says in a row.
    if (role !== 'assistant' || roleOf(host[at + 1]) === 'assistant') return;
    const isHere = ({ message }: { message: number }): boolean => message >= begin && message <= at;
    const here = new Set(host.slice(begin, at + 1).flatMap((message) => partsOf(message)));
    const wanted = new Set<unknown>();
    for (const call of calls) if (isHere(call) && !strays.has(call.part)) wanted.add(call.result);
    for (const request of requests) if (isHere(request)) wanted.add(request.response);
    for (const other of host) {
      if (roleOf(other) !== 'tool') continue;
      const picked = partsOf(other).filter((part) => wanted.has(part) && !here.has(part));
      if (picked.length === 0) continue;
      push(picked.length === partsOf(other).length ? other : { role: 'tool', content: picked });
    }
    const open = calls.filter(
      (call) =>
        isHere(call) &&
        call.result === undefined &&
        !strays.has(call.part) &&
        !isProviderExecuted(call.part) &&
        isLeftBehind(host, at),
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
