/** What a client may send: `{ text }`, or `{ messages }` as useChat sends them. */

import { generateId, type UIMessage } from 'ai';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';

const parts = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string().min(1) }),
      z.object({
        type: z.literal('file'),
        mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
        // Any other address would have the server fetch it.
        url: z.string().startsWith('data:'),
        filename: z.string().max(200).optional(),
      }),
    ]),
  )
  .min(1);
const id = z.string().min(1).max(64);
const userMessage = z.object({ id, role: z.literal('user'), parts });
const systemMessage = z.object({ id, role: z.literal('system'), parts });
const bodies = z.union([
  z.object({ text: z.string().min(1) }),
  z.object({ messages: z.array(z.unknown()).min(1) }),
]);

function check<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  throw new HTTPException(400, { message: `${where}${path.join('')}: ${issue?.message}` });
}

/**
 * The newest message of a request, after system messages that stand before it. What else the client knows
 * of the conversation is ignored: the server has its own.
 */
export function newMessages(body: unknown): UIMessage[] {
  const isBody = bodies.safeParse(body);
  if (!isBody.success) {
    const message = 'the body must be { "text": "…" } or { "messages": [ … ] }, and not be empty';
    throw new HTTPException(400, { message });
  }
  if ('text' in isBody.data) {
    const { text } = isBody.data;
    return [{ id: generateId(), role: 'user', parts: [{ type: 'text', text }] }];
  }
  const { messages } = isBody.data;
  return messages.flatMap((message, at): UIMessage[] => {
    const where = `messages[${at}]`;
    if (at === messages.length - 1) return [check(userMessage, message, where)];
    const isSystem = (message as { role?: unknown } | null)?.role === 'system';
    return isSystem ? [check(systemMessage, message, where)] : [];
  });
}
