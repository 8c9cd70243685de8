/** An agent on a server of the reader's: the demo's Worker, or its Node server. */

import { DefaultChatTransport, type UIMessage, type UIMessageChunk } from 'ai';
import { Refused } from './failure.ts';

export interface Remote {
  url: string;
  id: string;
  token: string;
}

const addressOf = ({ url, id }: Remote) =>
  `${url.replace(/\/+$/, '')}/sessions/${encodeURIComponent(id)}`;
const headersOf = ({ token }: Remote): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}` };

async function call(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.ok) throw new Refused(response.status, await response.text());
  return response;
}

export function ask(
  remote: Remote,
  messages: UIMessage[],
  abortSignal: AbortSignal,
): Promise<ReadableStream<UIMessageChunk>> {
  const transport = new DefaultChatTransport({
    api: `${addressOf(remote)}/messages`,
    headers: headersOf(remote),
    credentials: 'omit',
    fetch: call,
    // The server knows the older messages.
    prepareSendMessagesRequest: ({ messages }) => ({ body: { messages: messages.slice(-1) } }),
  });
  return transport.sendMessages({
    trigger: 'submit-message',
    chatId: remote.id,
    messageId: undefined,
    messages,
    abortSignal,
  });
}

export async function forget(remote: Remote): Promise<void> {
  await call(addressOf(remote), {
    method: 'DELETE',
    headers: headersOf(remote),
    credentials: 'omit',
  });
}
