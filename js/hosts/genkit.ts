/**
 * `epitome/genkit`: a model middleware for Genkit. Decides what of a request is looked at; refuses to know
 * models.
 */
import type { Session } from '../session.ts';
import { genkitMessages, type MessageData } from './genkit-messages.ts';
import { type SessionOf, sent, sessionFor } from './sessions.ts';

/** What a call of Genkit's has, as far as it is looked at; a function that names sessions gets all of it. */
export interface ModelRequest {
  messages: object[];
  config?: { maxOutputTokens?: number } | undefined;
  tools?: object[] | undefined;
}

/**
 * A middleware for `use`: each turn of the tool loop sends what fits, and the response keeps every message. A
 * call that the provider finds too long is made again, smaller, at most three times. `of` is a session, or
 * names that of a request.
 */
// biome-ignore lint/suspicious/noExplicitAny: Genkit's own request, the host's to read.
export function compaction(of: SessionOf<any>) {
  /** What the last call of each session was billed. */
  const bills = new WeakMap<Session, object>();
  return async <Q extends ModelRequest, R extends { usage?: object | undefined }>(
    request: Q,
    next: (request: Q) => Promise<R>,
  ): Promise<R> => {
    const session = await sessionFor(of, request);
    const { tools, config } = request;
    const call = { usage: bills.get(session), tools, maxOutputTokens: config?.maxOutputTokens };
    const messages = request.messages as MessageData[];
    const response = await sent(session, genkitMessages, messages, call, (view) =>
      next(view.changed ? { ...request, messages: view.messages } : request),
    );
    if (response.usage !== undefined) bills.set(session, response.usage);
    return response;
  };
}
