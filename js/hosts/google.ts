/**
 * `epitome/google`: requests of Google's Gen AI SDK and model calls of its Agent Development Kit. Decides
 * what of a request is looked at; refuses to send anything.
 */

import type { PrepareOptions } from '../prepared.ts';
import type { Session } from '../session.ts';
import { type Content, googleContents } from './google-contents.ts';
import {
  type CallOptions,
  compacted,
  failed,
  type SessionOf,
  sessionFor,
  standDown,
} from './sessions.ts';
import type { HostFields } from './translation.ts';

/**
 * The parameters with contents that fit, for `ai.models.generateContent` and `generateContentStream`. You
 * keep your own full array; it is never changed. Never rejects.
 */
export async function compactRequest<P extends object>(
  session: Session,
  parameters: P,
  { usage, abortSignal }: CallOptions = {},
): Promise<P> {
  const { contents, model, config, previous_interaction_id } = parameters as Record<
    string,
    unknown
  >;
  if (previous_interaction_id != null) {
    standDown(session, 'previous_interaction_id');
    return parameters;
  }
  // A single text or content is a first request.
  if (!Array.isArray(contents) || !contents.every(isContent)) return parameters;
  const options = { model, usage: usage ?? undefined, abortSignal, ...besides(config) };
  const view = await compacted<Content>(session, googleContents, contents, options);
  return view.changed ? { ...parameters, contents: view.messages } : parameters;
}

/** What a request has besides contents. */
function besides(config: unknown): PrepareOptions {
  const { systemInstruction: system, tools, maxOutputTokens } = (config ?? {}) as HostFields;
  return { system, tools, maxOutputTokens };
}

function isContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'parts' in value;
}

/** What the Agent Development Kit calls a callback with, as far as it is looked at. */
export interface ModelCall {
  context: {
    readonly sessionId: string;
    readonly agentName: string;
    readonly invocationContext: { readonly session: { readonly events: readonly object[] } };
  };
  request: { contents: object[]; model?: string | undefined; config?: object | undefined };
}

/**
 * A `beforeModelCallback` for agents of the kit: each request's contents fit, and the events of the kit's
 * own session stay as they are. `of` is a session, or names that of a call.
 */
export function beforeModelCallback(of: SessionOf<ModelCall>) {
  return async <C extends ModelCall>(call: C): Promise<undefined> => {
    const session = await sessionFor(of, call);
    try {
      const { contents, model, config } = call.request;
      const options = { model, usage: lastUsage(call.context), ...besides(config) };
      const view = await compacted(session, googleContents, contents as Content[], options);
      if (view.changed) call.request.contents = view.messages;
    } catch (error) {
      failed(session, error);
    }
    return undefined;
  };
}

/** What the agent's last call was billed. */
function lastUsage({ agentName, invocationContext }: ModelCall['context']): object | undefined {
  const events: readonly HostFields[] = invocationContext.session.events;
  const billed = [...events]
    .reverse()
    .find(({ author, usageMetadata }) => author === agentName && usageMetadata !== undefined);
  return billed?.usageMetadata;
}
