/** Reads what the template answers, by the AI SDK's own reader of streams. */
import { DefaultChatTransport, readUIMessageStream } from 'ai';

/** Sends `messages` as `useChat` does, by `fetch`; returns the message that it would show. */
export async function chatTurn(fetch, id, messages, { token = 'secret', newestOnly = false } = {}) {
  const transport = new DefaultChatTransport({
    api: `http://agent.test/sessions/${id}/messages`,
    headers: { authorization: `Bearer ${token}` },
    fetch,
    ...(newestOnly && {
      prepareSendMessagesRequest: ({ messages: all }) => ({ body: { message: all.at(-1) } }),
    }),
  });
  const stream = await transport.sendMessages({
    chatId: id,
    messages,
    trigger: 'submit-message',
    messageId: undefined,
  });
  const parts = [];
  const watched = stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (chunk.type === 'data-compaction') parts.push(chunk.data);
        controller.enqueue(chunk);
      },
    }),
  );
  let message;
  for await (const state of readUIMessageStream({ stream: watched })) message = state;
  return { message, compactions: parts };
}

export const userSays = (text, id = crypto.randomUUID()) => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

export const textOf = ({ parts }) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
