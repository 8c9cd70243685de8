/**
 * A transcript as the session that is replayed, in Node and in pages. Decides its name, and that tools
 * that were called but not listed take any input; refuses to know formats.
 */

/**
 * `{ name, format, system, tools, messages, notes }` of what `epitome/formats` read; `base` is its name
 * where it has none, `conversation` which one of its file it is.
 */
export function sessionOf({ title, conversations, tools, ...transcript }, base, conversation = 1) {
  const name = title ?? base;
  return {
    name: conversations > 1 ? `${name} ${conversation}` : name,
    format: transcript.format,
    system: transcript.system,
    tools: [...tools, ...toolsCalled(transcript.messages, tools)],
    messages: transcript.messages,
    notes: transcript.notes,
  };
}

function toolsCalled(messages, listed) {
  const names = new Set();
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) if (part.type === 'tool-call') names.add(part.toolName);
  }
  for (const { name } of listed) names.delete(name);
  return [...names].map((name) => ({ name, inputSchema: { type: 'object' } }));
}
