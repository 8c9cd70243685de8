/** What a provider would refuse of a view's calls, results and approvals, whatever they were made of. */

import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { push } from './values.ts';
import type { Report } from './view-rules.ts';

interface Open {
  at: number;
  id: string;
  providerExecuted: boolean;
  /** What came after the call that no result may come after; the assistant: behind others' messages. */
  barrier: 'user' | 'system' | 'assistant' | undefined;
}

/** What closes calls that a client runs, when it comes before their results. */
const closing: readonly unknown[] = ['user', 'assistant'];

/** True where the assistant speaks again after others: it does not go on with its own calls. */
export function beginsBlock(messages: readonly unknown[], at: number): boolean {
  return roleOf(messages[at]) === 'assistant' && roleOf(messages[at - 1]) !== 'assistant';
}

/** True for a call that the provider runs itself. */
export function isProviderExecuted(part: unknown): boolean {
  return field(part, 'providerExecuted') === true;
}

/** Open entries by id, oldest first. */
class Ledger {
  readonly #open = new Map<string, Open[]>();

  add(entry: Open): void {
    push(this.#open, entry.id, entry);
  }

  /** Takes the oldest entry of that id that nothing has cut off, or else the oldest. */
  take(id: string): Open | undefined {
    const entries = this.#open.get(id);
    if (!entries) return undefined;
    const reachable = entries.findIndex((entry) => entry.barrier === undefined);
    const [entry] = entries.splice(Math.max(0, reachable), 1);
    if (entries.length === 0) this.#open.delete(id);
    return entry;
  }

  all(): Open[] {
    return [...this.#open.values()].flat();
  }

  /** Forgets the entries of that id that are closed. */
  forgetClosed(id: string): void {
    const kept = this.#open
      .get(id)
      ?.filter((entry) => entry.providerExecuted || !closing.includes(entry.barrier));
    if (kept && kept.length > 0) this.#open.set(id, kept);
    else this.#open.delete(id);
  }
}

/**
 * Checks that every call is answered exactly once in the right place, that every result has its call,
 * and that an approval's request follows its call and its response follows its request. Calls at the
 * tail may be open; calls that the provider runs may be answered anywhere later, or never.
 */
export function checkPairing(view: readonly unknown[], report: Report): void {
  const calls = new Ledger();
  const requests = new Ledger();
  /** Ids of the calls since the last user message, answered or not. */
  let recentCalls = new Set<string>();
  const answered = new Set<string>();

  const readResult = (part: unknown, at: number): void => {
    const id = stringField(part, 'toolCallId');
    // What cannot be read is carried as the host has it; that the view made it is seen elsewhere.
    if (id === undefined) return;
    const call = calls.take(id);
    if (!call) {
      const rule = answered.has(id) ? 'call-answered-twice' : 'result-without-call';
      report(rule, at, `result ${id}`);
      return;
    }
    answered.add(id);
    if (call.barrier && !call.providerExecuted) {
      report('result-misplaced', at, `a ${call.barrier} message between call and result ${id}`);
    }
  };

  view.forEach((message, at) => {
    const role = roleOf(message);
    const goesOn = role === 'user' || beginsBlock(view, at);
    if (goesOn || role === 'system') {
      for (const call of calls.all()) {
        const isClosed = closing.includes(call.barrier);
        if (call.providerExecuted && role === 'assistant') continue;
        if (goesOn && !call.providerExecuted && !isClosed) {
          report('call-unanswered', call.at, `call ${call.id} is open at ${role} message ${at}`);
        }
        if (!isClosed || role === 'user') call.barrier = role as Open['barrier'];
      }
    }
    if (role === 'user' || role === 'system') {
      for (const request of requests.all()) request.barrier = role;
      if (role === 'user') recentCalls = new Set();
      return;
    }
    if (role !== 'assistant' && role !== 'tool') return;
    for (const part of partsOf(message)) {
      switch (typeOf(part)) {
        case 'tool-call': {
          if (role !== 'assistant') break;
          const id = stringField(part, 'toolCallId');
          if (id === undefined) break;
          recentCalls.add(id);
          answered.delete(id);
          // The next result of this id is this call's: an abandoned call is a fault of its own.
          calls.forgetClosed(id);
          calls.add({ at, id, providerExecuted: isProviderExecuted(part), barrier: undefined });
          break;
        }
        case 'tool-result':
          readResult(part, at);
          break;
        case 'tool-approval-request': {
          const id = stringField(part, 'approvalId') ?? '';
          const callId = stringField(part, 'toolCallId') ?? '';
          if (!recentCalls.has(callId)) {
            report('approval-without-call', at, `request ${id} for call ${callId}`);
          }
          requests.add({ at, id, providerExecuted: false, barrier: undefined });
          break;
        }
        case 'tool-approval-response': {
          const id = stringField(part, 'approvalId') ?? '';
          const request = requests.take(id);
          if (!request) report('response-without-request', at, `response ${id}`);
          else if (request.barrier) {
            report('response-misplaced', at, `a ${request.barrier} message before response ${id}`);
          }
          break;
        }
      }
    }
  });
}

/** Most providers refuse an id that is called twice before there are results. */
export function checkRepeats(view: readonly unknown[], report: Report): void {
  let row = new Set<string>();
  view.forEach((message, at) => {
    if (beginsBlock(view, at)) row = new Set();
    if (roleOf(message) !== 'assistant') return;
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-call' || isProviderExecuted(part)) continue;
      const id = stringField(part, 'toolCallId');
      if (id === undefined) continue;
      if (row.has(id)) report('call-repeated', at, `call ${id} again`);
      row.add(id);
    }
  });
}
