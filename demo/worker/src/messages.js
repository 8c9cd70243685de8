/**
 * What a request says. Decides which bodies are taken, and what they become: UI messages, as `useChat`
 * has them.
 */
import { safeValidateUIMessages } from 'ai';
import { HTTPException } from 'hono/http-exception';

const mostMessages = 2_000;
const roles = ['system', 'user', 'assistant'];

const wrong = (message) => new HTTPException(400, { message });

/**
 * `{ messages, isNewest }`: the whole conversation, or with `isNewest` only what was said last. A body is
 * `{ messages }` as `useChat` sends it, `{ message }`, or plain text; a message may be
 * `{ role, content }` with a text. Throws HTTPException 400 or 415.
 */
export async function readTurn(request) {
  const type = (request.header('content-type') ?? '').split(';')[0].trim().toLowerCase();
  if (type === 'text/plain' || type === '') return newest(await request.text());
  if (type !== 'application/json') {
    throw new HTTPException(415, { message: 'send application/json or text/plain' });
  }
  let body;
  try {
    body = await request.json();
  } catch {
    throw wrong('the body must be JSON');
  }
  const { messages, message } = body ?? {};
  if (message !== undefined) return newest(message);
  if (!Array.isArray(messages)) throw wrong('the body must have `messages` or `message`');
  if (messages.length > mostMessages) throw wrong(`there can be ${mostMessages} messages`);
  return { messages: await checked(messages), isNewest: false };
}

async function newest(message) {
  const said = typeof message === 'string' ? { role: 'user', content: message } : message;
  const named = said?.id === undefined ? { ...said, id: crypto.randomUUID() } : said;
  return { messages: await checked([named]), isNewest: true };
}

async function checked(given) {
  const messages = given.map((message, at) => uiMessage(message, at));
  if (messages.at(-1)?.role !== 'user') throw wrong('the last message must be of the user');
  const ids = new Set(messages.map(({ id }) => id));
  if (ids.size < messages.length) throw wrong('two messages have the same id');
  const { success, error } = await safeValidateUIMessages({ messages });
  if (!success) throw wrong(`messages: ${error.message.slice(0, 300)}`);
  return messages;
}

function uiMessage(message, at) {
  const { id, role, content, parts } = message ?? {};
  if (!roles.includes(role)) throw wrong(`messages[${at}]: role must be ${roles.join(', ')}`);
  if (id !== undefined && (typeof id !== 'string' || id.length > 200)) {
    throw wrong(`messages[${at}]: id must be a text of at most 200 characters`);
  }
  const text = typeof content === 'string' ? [{ type: 'text', text: content }] : undefined;
  const said = parts ?? text;
  if (!Array.isArray(said) || said.length === 0) {
    throw wrong(`messages[${at}]: \`parts\` or a text as \`content\` is needed`);
  }
  const isEmpty = said.every((part) => part?.type === 'text' && !part.text?.trim());
  if (isEmpty && role === 'user') throw wrong(`messages[${at}]: is empty`);
  // Without an id a message is known by its place: the same one in the next request is the same.
  return { ...(parts && message), id: id || `message-${at}`, role, parts: said };
}
