/** What messages cost, summed over their parts by kind. */

import { detectDialect, dialects } from '../dialects/detect.ts';
import {
  type Dialect,
  type DialectName,
  type Fault,
  type HostMessage,
  type MessageSink,
  type PartFields,
  PartKind,
  Role,
} from '../dialects/dialect.ts';
import { EpitomeError } from '../errors.ts';
import type { MediaFacts } from '../media/facts.ts';
import type { Rates } from './rates.ts';

/** Counts the tokens of one text. */
export type CountText = (text: string) => number;

/** What counts for one model. */
export interface Pricing {
  text: CountText;
  rates: Rates;
}

/** Where the tokens are. Their sum is the total. */
export interface TokenBreakdown {
  /** System messages and the system prompt. */
  system: number;
  /** Tool definitions, with what providers add for having tools. */
  tools: number;
  user: number;
  assistant: number;
  reasoning: number;
  /** Names and inputs. */
  toolCalls: number;
  /** Names and outputs, without the images in them. */
  toolResults: number;
  /** Images and files, wherever they stand. */
  media: number;
  /** Approvals, and parts that only a provider can read. */
  other: number;
  /** What wraps messages, calls, results and the request. */
  envelopes: number;
}

/** Faults after which a count would be a guess: the message or one of its parts was not understood. */
const fatal: ReadonlySet<Fault> = new Set([
  'not-an-object',
  'unknown-role',
  'unreadable-content',
  'unknown-part',
  'unreadable-part',
]);

export interface CountOptions {
  dialect?: DialectName | 'auto' | undefined;
  /** Counts what can be read of a message instead of refusing it. */
  lenient?: boolean | undefined;
}

export function emptyBreakdown(): TokenBreakdown {
  return {
    system: 0,
    tools: 0,
    user: 0,
    assistant: 0,
    reasoning: 0,
    toolCalls: 0,
    toolResults: 0,
    media: 0,
    other: 0,
    envelopes: 0,
  };
}

export function sumOf(breakdown: TokenBreakdown): number {
  let sum = 0;
  for (const tokens of Object.values(breakdown)) sum += tokens;
  return sum;
}

/**
 * Adds what the messages cost to `into` and returns the tokens of each. Throws `invalid-message` with the index for a
 * message that can't be understood.
 */
export function addMessages(
  pricing: Pricing,
  messages: readonly unknown[],
  into: TokenBreakdown,
  { dialect, lenient = false }: CountOptions = {},
): number[] {
  const named = dialect === undefined || dialect === 'auto' ? undefined : dialect;
  const reader: Dialect = dialects[named ?? detectDialect(messages) ?? 'ai-sdk'];
  const counter = new Counter(pricing, into);
  // An index loop: holes are messages that are not there, and they have a number too.
  const each: number[] = [];
  for (let index = 0; index < messages.length; index++) {
    each.push(counter.read(reader, messages[index], index, lenient));
  }
  return each;
}

class Counter implements MessageSink {
  readonly #pricing: Pricing;
  readonly #into: TokenBreakdown;
  #role: Role = Role.other;
  #kind: PartKind = PartKind.text;
  #tokens = 0;
  #fault: Fault | undefined;

  constructor(pricing: Pricing, into: TokenBreakdown) {
    this.#pricing = pricing;
    this.#into = into;
  }

  /** Tokens of one message. */
  read(dialect: Dialect, message: unknown, index: number, lenient: boolean): number {
    this.#tokens = 0;
    this.#fault = undefined;
    dialect.read(message as HostMessage, this);
    if (!lenient) this.#check(index);
    return this.#tokens;
  }

  message(role: Role): void {
    this.#role = role;
    this.#add('envelopes', this.#pricing.rates.message(role));
  }

  part(kind: PartKind, _flags: number, fields?: PartFields, media?: MediaFacts): void {
    this.#kind = kind;
    this.#add('envelopes', this.#pricing.rates.part(kind));
    if (kind === PartKind.media && media !== undefined) {
      this.#add('media', this.#pricing.rates.media(media));
    }
    if (fields?.toolName) {
      this.#add(kindOf(kind, this.#role), this.#pricing.text(fields.toolName));
    }
  }

  attachment(media: MediaFacts): void {
    const kind = this.#kind === PartKind.toolResult ? 'media' : kindOf(this.#kind, this.#role);
    this.#add(kind, this.#pricing.rates.media(media));
  }

  text(value: string): void {
    // A file's text does not cross: its facts stand for it.
    if (this.#kind === PartKind.media) return;
    const tokens = this.#pricing.rates.text(this.#kind, this.#pricing.text(value));
    this.#add(kindOf(this.#kind, this.#role), tokens);
  }

  fault(fault: Fault): void {
    if (fatal.has(fault)) this.#fault ??= fault;
  }

  #check(index: number): void {
    const fault = this.#fault;
    if (fault === undefined) return;
    const reason = fault.replaceAll('-', ' ');
    throw new EpitomeError(
      'invalid-message',
      `messages[${index}] can't be counted: ${reason}. With \`lenient: true\` what can be read of it is.`,
      {
        messageIndex: index,
      },
    );
  }

  #add(kind: keyof TokenBreakdown, tokens: number): void {
    this.#into[kind] += tokens;
    this.#tokens += tokens;
  }
}

function kindOf(kind: PartKind, role: Role): keyof TokenBreakdown {
  switch (kind) {
    case PartKind.text:
      return kindOfText(role);
    case PartKind.reasoning:
      return 'reasoning';
    case PartKind.toolCall:
      return 'toolCalls';
    case PartKind.toolResult:
      return 'toolResults';
    case PartKind.media:
      return 'media';
    default:
      return 'other';
  }
}

function kindOfText(role: Role): keyof TokenBreakdown {
  switch (role) {
    case Role.system:
      return 'system';
    case Role.user:
      return 'user';
    case Role.assistant:
      return 'assistant';
    default:
      return 'other';
  }
}
