/**
 * Reads a recorded session from a file, as the AI SDK would hold it: the project's own recordings
 * (`demo/record.mjs`) and JSON Lines of OpenAI chat-completions. Repairs nothing in them.
 */

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';

/** A file that is not a session. The message says what to do. */
export class SessionFileError extends Error {}

/**
 * The session in `file`: `{ name, system, tools, messages }` with messages of `ai` 5 and later.
 * `conversation` counts from 1 and picks a line of a JSON Lines file.
 */
export function loadSession(file, conversation = 1) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SessionFileError(`cannot read ${file}: ${error.code ?? error.message}`);
  }
  const name = basename(file, extname(file));
  const own = parse(text);
  if (own?.messages && !isChat(own.messages)) return fromRecording(own, name);
  // One chat may spread over many lines; several stand one a line.
  const chats = own
    ? [own]
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parse);
  if (conversation > chats.length) {
    throw new SessionFileError(
      `${file}: there is no conversation ${conversation}, the last is ${chats.length}`,
    );
  }
  const chat = chats[conversation - 1];
  if (!Array.isArray(chat?.messages)) {
    throw new SessionFileError(`${file}: neither a recording nor lines with "messages"`);
  }
  return fromChat(chat, chats.length > 1 ? `${name} ${conversation}` : name);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** OpenAI's shape keeps calls beside the content, and one result a message. */
function isChat(messages) {
  return messages.some((message) => message.tool_calls || message.tool_call_id);
}

function fromRecording({ name, system, tools, messages }, fallback) {
  return { name: name ?? fallback, system, tools: tools ?? toolsCalled(messages), messages };
}

/** Tools that a session without schemas calls: names with an open schema. */
function toolsCalled(messages) {
  const names = new Set();
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) if (part.type === 'tool-call') names.add(part.toolName);
  }
  return [...names].map((name) => ({ name, inputSchema: { type: 'object' } }));
}

function toolsListed(list) {
  return list?.map((entry) => {
    const { name, description, parameters } = entry.function ?? entry;
    return { name, description, inputSchema: parameters ?? { type: 'object' } };
  });
}

function fromChat({ messages, tools }, name) {
  const firstOther = messages.findIndex((message) => message.role !== 'system');
  const leading = messages.slice(0, firstOther).map((message) => message.content);
  const converted = [];
  let calls = new Map();
  for (const message of messages.slice(firstOther)) {
    if (message.role === 'assistant') {
      const content = assistantParts(message);
      calls = new Map(content.map((part) => [part.toolCallId, part.toolName]));
      if (content.length > 0) converted.push({ role: 'assistant', content });
    } else if (message.role === 'tool') {
      const part = resultPart(message, calls);
      // The SDK stores the results of one step in one message.
      if (converted.at(-1)?.role === 'tool') converted.at(-1).content.push(part);
      else converted.push({ role: 'tool', content: [part] });
    } else {
      converted.push({ role: message.role, content: textOf(message.content) });
    }
  }
  const listed = new Map((toolsListed(tools) ?? []).map((tool) => [tool.name, tool]));
  for (const tool of toolsCalled(converted))
    if (!listed.has(tool.name)) listed.set(tool.name, tool);
  return {
    name,
    system: leading.length > 0 ? leading.join('\n\n') : undefined,
    tools: [...listed.values()],
    messages: converted,
  };
}

function textOf(content) {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? JSON.stringify(part)).join('\n');
}

function assistantParts({ reasoning, content, tool_calls: calls }) {
  const parts = [];
  if (reasoning) parts.push({ type: 'reasoning', text: reasoning });
  const text = textOf(content);
  if (text !== '') parts.push({ type: 'text', text });
  for (const call of calls ?? []) {
    const input = parse(call.function.arguments);
    parts.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.function.name,
      input: isObject(input) ? input : { arguments: call.function.arguments },
    });
  }
  return parts;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resultPart(message, calls) {
  return {
    type: 'tool-result',
    toolCallId: message.tool_call_id,
    toolName: message.name ?? calls.get(message.tool_call_id) ?? 'unknown',
    output: { type: 'text', value: textOf(message.content) },
  };
}
