/**
 * What the model was asked to read, over the whole life of a conversation. Decides when the same thing
 * was bought twice; refuses to know how a session remembers.
 */
import type { SummaryRequest } from 'epitome';
import { type Message, partsOf, stringField, typeOf } from '../../../js/testing/shapes.ts';

interface Bought {
  /** The initial messages that were there to be read: what is bought is bought with them. */
  initial: string;
  /** Counted from 1. */
  first: number;
  last: number;
  messages: string[];
  /** The numbers of those that were read, but for the current request: where it fits, it stays. */
  read: number[];
  /** No reply came: the next folds may ask for it again. */
  unanswered: boolean;
}

/** A message without what hosts alter on its way back: how text is split, what tools returned. */
function essence(message: Message): string {
  const words: string[] = [];
  const ids: string[] = [];
  if (typeof message.content === 'string') words.push(message.content);
  for (const part of partsOf(message)) {
    const text = stringField(part, 'text');
    if (typeOf(part) === 'text' && text !== undefined) words.push(text);
    const id = stringField(part, 'toolCallId') ?? stringField(part, 'approvalId');
    if (id !== undefined) ids.push(`${typeOf(part)} ${id}`);
  }
  return JSON.stringify([message.role, words.join('').replaceAll(/\s+/g, ' ').trim(), ids.sort()]);
}

/** Index of the first user message after the last assistant message, or the number of messages. */
function requestStart(host: readonly Message[]): number {
  const last = host.findLastIndex(({ role }) => role === 'assistant');
  const user = host.findIndex(({ role }, at) => at > last && role === 'user');
  return user < 0 ? host.length : user;
}

/**
 * Indexes [begin, end) of the newest messages of the user: they stay where they are. A result that
 * came late, between two of them, parts them for nobody.
 */
function currentRequest(host: readonly Message[]): [number, number] {
  const end = host.findLastIndex(({ role }) => role === 'user') + 1;
  let begin = end;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (host[at]?.role === 'user') begin = at;
    else if (host[at]?.role !== 'tool') break;
  }
  return [begin, end];
}

/** The messages before the assistant's first one, but for leading instructions. */
function initialOf(host: readonly Message[]): string {
  const begin = host.findIndex(({ role }) => role !== 'system');
  const end = host.findIndex(({ role }) => role === 'assistant');
  return host.slice(Math.max(0, begin), Math.max(0, end)).map(essence).join();
}

/** Tokens that certainly take more room than their record does. */
const leastWorth = 400;

export class Payments {
  readonly #prompts = new Set<string>();
  readonly #bought: Bought[] = [];
  readonly #tokensOf: (messages: readonly Message[]) => number;

  constructor(tokensOf: (messages: readonly Message[]) => number) {
    this.#tokensOf = tokensOf;
  }

  /**
   * Takes the requests of one call in. Lists those that buy again what the conversation still holds;
   * without `host`, which the numbers in a request count over, only those that repeat one word by word.
   * `unanswered` are those whose calls failed.
   */
  take(
    requests: readonly SummaryRequest[],
    host: readonly Message[] | undefined,
    unanswered: ReadonlySet<SummaryRequest> = new Set(),
  ): string[] {
    const faults: string[] = [];
    const now: Bought[] = [];
    const inParts = requests.some(({ kind }) => kind === 'part');
    for (const request of requests) {
      const { kind, prompt, firstMessage: first, lastMessage: last } = request;
      // Of a range that was edited in one place, other parts read as before, and so may their records.
      if (kind === 'part' || (inParts && kind === 'merge')) continue;
      if (kind !== 'fold' || host === undefined) {
        if (this.#prompts.has(prompt)) faults.push(`a ${kind} was asked for twice, word by word`);
        this.#prompts.add(prompt);
        continue;
      }
      const messages = host.slice(first - 1, last).map(essence);
      const [kept, keptEnd] = currentRequest(host);
      const isKept = (number: number) => kept < number && number <= keptEnd;
      const initial = initialOf(host);
      const read = messages.map((_, i) => first + i).filter((number) => !isKept(number));
      // A record can't stand for what has become the latest request, or the current one again.
      const end = requestStart(host);
      const again = this.#bought.filter(
        (old) =>
          old.initial === initial &&
          old.read.some((number) => read.includes(number)) &&
          old.last <= end &&
          !old.read.some(isKept) &&
          this.#isWorth(host.slice(first - 1, old.first - 1)) &&
          old.messages.every((text, i) => {
            const message = host[old.first - 1 + i];
            return message !== undefined && essence(message) === text;
          }),
      );
      const paid = again.find((old) => !old.unanswered);
      if (paid !== undefined) {
        faults.push(
          `messages ${first} to ${last} were bought, of which ${paid.first} to ${paid.last} were paid`,
        );
      }
      now.push({ initial, first, last, messages, read, unanswered: unanswered.has(request) });
    }
    // Asked for once more in the same call, it is the same purchase.
    for (const one of now) {
      one.unanswered = now.some(({ first, unanswered }) => first === one.first && unanswered);
    }
    this.#bought.push(...now);
    return faults;
  }

  /** Whether what stands before an old range is worth a record of its own, or is nothing. */
  #isWorth(before: readonly Message[]): boolean {
    const others = before.filter(({ role }) => role !== 'user');
    return before.length === 0 || this.#tokensOf(others) > leastWorth;
  }
}
