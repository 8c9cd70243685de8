/** The agent of the template, on a Worker or a Node server, read as `useChat` reads it. */
import { DefaultChatTransport } from 'ai';
import { plural } from '../text.js';

export function createRemoteAgent({ url, token }) {
  const chat = new URL('sessions/live-page', url.endsWith('/') ? url : `${url}/`).href;
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const transport = new DefaultChatTransport({
    api: `${chat}/messages`,
    headers,
    prepareSendMessagesRequest: ({ messages }) => ({ body: { message: messages.at(-1) } }),
  });

  async function asked(address, init) {
    const response = await fetch(address, { ...init, headers });
    if (!response.ok) throw new Error(`the agent answered ${response.status}`);
    return response;
  }

  return {
    async history() {
      const messages = await (await asked(`${chat}/messages`)).json();
      return messages.map(({ role, parts }) => ({
        who: role,
        text: parts.map(({ type, text }) => (type === 'text' ? text : '')).join(''),
      }));
    },

    /** Its window is its own; it tells how much it has kept and folded. */
    async status() {
      const { messages, folds } = await (await asked(chat)).json();
      const told = `${plural(messages, 'message')}, ${plural(folds, 'fold')}`;
      return { used: 0, budget: 0, records: [], told };
    },

    async *say(text, signal) {
      const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
      const chunks = await transport.sendMessages({
        chatId: 'live-page',
        messages: [message],
        trigger: 'submit-message',
        messageId: undefined,
        abortSignal: signal,
      });
      for await (const chunk of chunks) {
        if (chunk.type === 'text-delta') yield { type: 'text', text: chunk.delta };
        else if (chunk.type === 'tool-input-available') {
          yield { type: 'tool', text: `${chunk.toolName} ${JSON.stringify(chunk.input)}` };
        } else if (chunk.type === 'data-compaction') yield { type: 'fold', ...chunk.data };
        else if (chunk.type === 'error') throw new Error(chunk.errorText);
      }
    },

    forget: () => asked(`${chat}/messages`, { method: 'DELETE' }),
  };
}
