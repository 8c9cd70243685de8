/**
 * What a step is asked with, and what comes of it. Decides how an answer reaches the host: its own array
 * stays its own.
 */
import type { DialectName, HostMessage } from './adapters/dialect.ts';
import type { Overflow } from './overflow/overflow.ts';
import type { StepBill } from './step-bills.ts';
import type { CompactionEvent, CompactorOptions, MessageLike } from './types.ts';

/** What one request has for itself, beside the session's options. */
export interface RequestOptions {
  /** Called for what happens while this request's steps are prepared, beside the session's listener. */
  onEvent?: CompactorOptions['onEvent'];
  /** Ends the waiting of this request's steps, and the summary calls that they wait for. */
  abortSignal?: AbortSignal | undefined;
}

/** A view that is made after one that was too long. */
export interface Attempt extends Overflow {
  /** Counted from 1. */
  attempt?: number | undefined;
  /** It is another attempt after the same answer: nobody is told again. */
  isTold?: boolean | undefined;
}

/** What one step of a host's own loop has to say beside its messages. */
export interface PrepareOptions {
  model?: unknown;
  /** What the provider billed for the last view. */
  usage?: object | undefined;
  /** What came with that bill: of Anthropic's and Bedrock's in AI SDK 5 it tells the cached part. */
  providerMetadata?: unknown;
  /** The system prompt of this call, where the messages don't have it. Default: the session's. */
  system?: unknown;
  /** The tools of this call, as passed to the AI SDK or as providers take them. Default: the session's. */
  tools?: unknown;
  /** Tokens that the model may write in this call. Default: the session's. */
  maxOutputTokens?: number | undefined;
  /** What messages are written in, in this call. Default: the session's, or what they look like. */
  dialect?: DialectName | undefined;
  /**
   * The last view was too long, as `overflowOf` of an error tells: this one is made smaller. `attempt` counts
   * from 1; each one folds harder.
   */
  overflow?: Attempt | undefined;
  /** The model is about to answer for good: what can wait does. */
  final?: boolean | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** What a fold on demand takes, beside what it folds. */
export interface CompactOptions<M extends MessageLike> {
  /** The transcript; default: the last one. */
  messages?: readonly M[];
  abortSignal?: AbortSignal;
}

/** What came of a fold on demand. */
export interface Compacted<M extends MessageLike> {
  messages: M[];
  /** What belongs into the request's own system field, where the placement puts it there. */
  system?: string;
  /** True when something gave way; not for results that were only pointed or cut as they arrived. */
  compacted: boolean;
  event: CompactionEvent | undefined;
}

export interface StepContext extends StepBill {
  /** Identifies a run of the agent loop: the AI SDK passes one `steps` array through all of it. */
  steps: object | undefined;
  model: unknown;
  manual: boolean;
  /** A fold that the host asked for takes all before this message, by its number from 1 or as it is. */
  above?: { number: number } | { message: HostMessage } | undefined;
  /** Added to what a model is told, where this step folds. */
  instructions?: string | undefined;
  /** No step comes after this one. */
  final: boolean;
  /** What the request of this step has besides messages, estimated tokens; 0: what the options say. */
  hostOverhead?: number;
  /** The most tokens that its reply may have; 0: what the options say. */
  maxOutputTokens?: number;
  dialect?: DialectName | undefined;
  overflow?: Attempt | undefined;
  /** The bill is what a provider counted of a request that it refused. */
  refused?: boolean;
  /** It is a step of the AI SDK's, which takes messages of its own and no system text. */
  hook: boolean;
  signal: AbortSignal | undefined;
  onEvent: CompactorOptions['onEvent'];
}

export interface Prepared {
  messages: HostMessage[];
  /** False when the host's own array is the view. */
  changed: boolean;
  /** What belongs into the request's own system field beside the host's. */
  system: string | undefined;
  event: CompactionEvent | undefined;
}

export function untouched(messages: readonly HostMessage[]): Prepared {
  const nothing = { changed: false, system: undefined, event: undefined };
  return { messages: messages as HostMessage[], ...nothing };
}

/** An array that the host may keep and change: never the one that it passed in. */
export function ownArray<M extends MessageLike>({ messages, changed }: Prepared): M[] {
  return (changed ? messages : [...messages]) as M[];
}

/** The answer with the text for the request's system field, where there is one. */
export function withSystem<A extends object>(
  answer: A,
  { system }: Prepared,
): A & { system?: string } {
  return system === undefined ? answer : { ...answer, system };
}

/** One signal for both. */
export function eitherSignal(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return AbortSignal.any([one, other]);
}
