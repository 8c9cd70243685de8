/**
 * What it takes to speak for a provider's server. Decides the contract between the player of sessions
 * and the providers; refuses to know any of them.
 */
import type { PlannedReply } from './plan.ts';

export type Fields = Record<string, unknown>;

/** Answers of the server as it sent them, oldest first, each a list of blocks, items or parts. */
export type Emitted = readonly (readonly Fields[])[];

/** A request, and which of the answers it got; when a session goes back, an answer is given again. */
export interface Asked {
  answer: number;
  body: Fields;
}

/** One way of asking a model. */
export interface Voice {
  readonly name: string;
  /** The AI SDK's model of the provider, with its requests going to `fetch`. */
  model(fetch: typeof globalThis.fetch): unknown;
  /** The provider's own tools, by the names that the host gives them. */
  readonly providerTools: Fields;
  /** Options of every request. */
  readonly providerOptions: Fields;
  /** What the server says, in blocks, items or parts; `step` makes ids that no other answer has. */
  say(reply: PlannedReply, step: number): Fields[];
  /** The HTTP body of an answer. */
  answer(said: readonly Fields[], step: number, promptTokens: number): Fields;
  /** Faults of a request's body by the provider's documented rules; empty when it would be accepted. */
  check(body: Fields, emitted: Emitted, asked: readonly Asked[]): string[];
}

/** Data that only the provider can read. */
export function seal(kind: string, step: number, length = 240): string {
  return Buffer.from(`${kind} ${step} `.padEnd(length, 'sealed ')).toString('base64');
}
