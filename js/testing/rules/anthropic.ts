/**
 * The rules of Anthropic's Messages API for `messages`, from its documentation (docs.claude.com, pages
 * named beside each rule) and the errors that it answers with. Decides what is refused; shares no code
 * with the product.
 */
import type { Fault } from '../fault.ts';
import { lastIndexWhere } from '../values.ts';
import {
  type Fields,
  fieldsIn,
  fieldsOf,
  isBase64,
  isFields,
  isText,
  type Report,
  sameJson,
  unicodeFaults,
} from './body.ts';

const thinkingTypes = ['thinking', 'redacted_thinking'];
const userTypes = ['text', 'image', 'document', 'tool_result'];
const callTypes = ['tool_use', 'server_tool_use', 'mcp_tool_use'];
const resultTypes = ['text', 'image', 'document'];
/** What answers a server's tool: `web_search_tool_result` and its like. */
const serverResult = /_tool_result$/;
/** Vision: "We currently support JPEG, PNG, GIF, and WebP". */
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Faults of a request; `emitted` is what the server had answered so far, content by content. */
export function checkAnthropic(body: Fields, emitted: readonly (readonly Fields[])[]): Fault[] {
  const messages = fieldsOf(body.messages);
  const faults = unicodeFaults(body);
  const fault: Report = (rule, at, detail) => faults.push({ rule, at, detail });
  checkRoles(messages, fault);
  checkTools(messages, fault);
  checkServerTools(messages, fault);
  for (const [index, message] of messages.entries()) {
    for (const block of contentOf(message)) checkBlock(block, message.role, index, fault);
  }
  if (Array.isArray(messages.at(-1)?.content) || messages.length > 0) {
    checkThinking(messages, emitted, fault);
  }
  // Prompt caching: "You can define up to 4 cache breakpoints".
  const marks = JSON.stringify(body).split('"cache_control":').length - 1;
  if (marks > 4) fault('cache-breakpoints', -1, `${marks} blocks with cache_control, at most 4`);
  return faults;
}

function contentOf(message: Fields | undefined): Fields[] {
  const content = message?.content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : fieldsOf(content);
}

/**
 * Messages API: "the first message must always use the user role", "alternating user and assistant
 * conversational turns". The API merges neighbours of one role since 2024; the provider package does
 * so itself, and a body in which it had to be done shows that something was torn apart.
 */
function checkRoles(messages: readonly Fields[], fault: Report): void {
  if (messages[0]?.role !== 'user')
    fault('first-user', 0, `the first role is ${messages[0]?.role}`);
  for (const [index, message] of messages.entries()) {
    // "There is no "system" role for input messages in the Messages API."
    if (message.role !== 'user' && message.role !== 'assistant') {
      fault('roles', index, `there is no role ${message.role}`);
    }
    if (index > 0 && messages[index - 1]?.role === message.role) {
      fault('alternate', index, `${message.role} follows ${message.role}`);
    }
    // "all messages must have non-empty content except for the optional final assistant message"
    if (contentOf(message).length === 0) fault('empty-message', index, 'no content');
  }
}

/** Tool use, "Formatting requirements": */
function checkTools(messages: readonly Fields[], fault: Report): void {
  const known = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const content = contentOf(message);
    const uses = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    for (const id of uses) {
      // "`tool_use` ids must be unique"
      if (known.has(id)) fault('unique-ids', index, `two calls ${id}`);
      known.add(id);
      if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
        fault('id-form', index, `the id ${JSON.stringify(id)}`);
      }
    }
    if (message.role === 'assistant') {
      // "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
      const next = contentOf(messages[index + 1]);
      for (const id of uses) {
        const answers = next.filter((block) => isResult(block) && block.tool_use_id === id).length;
        if (answers === 0)
          fault('unanswered-call', index, `no result of ${id} in the next message`);
        if (answers > 1) fault('second-answer', index, `${answers} results of ${id}`);
      }
      continue;
    }
    // "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
    const before = contentOf(messages[index - 1]).filter(({ type }) => type === 'tool_use');
    for (const block of content.filter(isResult)) {
      if (!before.some(({ id }) => id === block.tool_use_id)) {
        fault('orphan-result', index, `a result of ${block.tool_use_id}, which was not called`);
      }
    }
    // "In the user message containing tool results, the tool_result blocks must come first in the
    // content array. Any text must come after all tool results."
    const firstOther = content.findIndex((block) => !isResult(block));
    if (firstOther >= 0 && content.slice(firstOther).some(isResult)) {
      fault('results-first', index, `${content[firstOther]?.type} stands before a tool_result`);
    }
  }
}

function isResult({ type }: Fields): boolean {
  return type === 'tool_result';
}

/**
 * Server tools: `server_tool_use` and its result are parts of one answer: "`web_search` tool use with
 * id srvtoolu_… was found without a corresponding `web_search_tool_result` block".
 */
function checkServerTools(messages: readonly Fields[], fault: Report): void {
  for (const [index, message] of messages.entries()) {
    const content = contentOf(message);
    for (const [at, { type, id, tool_use_id: of }] of content.entries()) {
      if (type === 'server_tool_use') {
        const answered = content.slice(at + 1).filter((block) => block.tool_use_id === id).length;
        if (answered !== 1) fault('server-call', index, `${id} has ${answered} results behind it`);
      } else if (serverResult.test(String(type))) {
        const called = content
          .slice(0, at)
          .some((block) => block.type === 'server_tool_use' && block.id === of);
        if (!called) fault('server-result', index, `the result of ${of} has no call before it`);
      }
    }
  }
}

function checkBlock(block: Fields, role: unknown, index: number, fault: Report): void {
  const { type } = block;
  // "messages.1.content.0.tool_use.input: Input should be a valid dictionary"
  if (callTypes.includes(String(type)) && !isFields(block.input)) {
    fault('input', index, `the input of ${block.id} is no object`);
  }
  // "messages: text content blocks must be non-empty", "… must contain non-whitespace text"
  if (type === 'text' && !isText(block.text))
    fault('empty-text', index, 'a text block without text');
  if (role === 'user' && !userTypes.includes(String(type))) {
    fault('user-blocks', index, `a user message with ${type}`);
  }
  if (role === 'assistant' && userTypes.slice(1).includes(String(type))) {
    fault('assistant-blocks', index, `an assistant message with ${type}`);
  }
  if (type === 'image' || type === 'document') checkSource(block, index, fault);
  // Extended thinking with caching: "thinking blocks cannot be cached directly"
  if (thinkingTypes.includes(String(type)) && block.cache_control !== undefined) {
    fault('cached-thinking', index, `cache_control on ${type}`);
  }
  if (type !== 'tool_result') return;
  for (const inner of fieldsOf(block.content)) {
    if (!resultTypes.includes(String(inner.type))) {
      fault('result-blocks', index, `a tool_result with ${inner.type}`);
    }
    checkBlock(inner, undefined, index, fault);
  }
}

function checkSource({ type, source }: Fields, index: number, fault: Report): void {
  const { type: kind, media_type: mediaType, data, url } = fieldsIn(source);
  const fits =
    kind === 'url'
      ? /^https?:/.test(String(url))
      : kind === 'text'
        ? mediaType === 'text/plain' && isText(data)
        : kind === 'base64' &&
          isBase64(data) &&
          (type === 'image' ? imageTypes : ['application/pdf']).includes(String(mediaType));
  if (!fits) fault('media', index, `${type} of ${mediaType} as ${kind}`);
}

/**
 * Extended thinking, "Preserving thinking blocks": "During tool use, you must pass thinking blocks back
 * to the API for the last assistant message. Include the complete unmodified block"; "the entire
 * sequence of consecutive thinking blocks must match the outputs generated by the model during the
 * original request; you cannot rearrange or modify the sequence of these blocks". The API answers
 * "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified" and
 * "Expected `thinking` or `redacted_thinking`, but found `tool_use`". A turn that has lost all of its
 * thinking is taken: preserved thinking has callers who shorten a history remove it from what they keep.
 */
function checkThinking(
  messages: readonly Fields[],
  emitted: readonly (readonly Fields[])[],
  fault: Report,
): void {
  const lastAssistant = lastIndexWhere(messages, ({ role }) => role === 'assistant');
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const content = contentOf(message);
    const thoughts = content.filter(isThinking);
    // All answers of the server that a part of this message comes from, in their order.
    const answers = emitted.filter((answer) => answer.some((block) => comesFrom(content, block)));
    const expected = answers.flatMap((answer) => {
      const own = answer.filter(isThinking);
      // An answer's thinking is there as a whole, or gone as a whole.
      const kept = own.some((block) => thoughts.some((thought) => sameJson(thought, block)));
      return kept ? own : [];
    });
    if (!sameJson(thoughts, expected)) {
      fault('thinking', index, 'thinking is not what the server had sent, whole and in its order');
    }
    const calls = content.filter(({ type }) => type === 'tool_use');
    const inProgress = index === lastAssistant && contentOf(messages[index + 1]).some(isResult);
    if (!inProgress || calls.length === 0) continue;
    const asked = lastIndexWhere(
      messages,
      (said) => said.role === 'user' && !contentOf(said).some(isResult),
    );
    const turn = messages.slice(asked + 1).filter(({ role }) => role === 'assistant');
    if (!turn.some((said) => contentOf(said).some(isThinking))) continue;
    const answer = answers.find((blocks) => blocks.some(({ id }) => id === calls[0]?.id)) ?? [];
    const missing = answer
      .filter(isThinking)
      .some((block) => !thoughts.some((t) => sameJson(t, block)));
    if (missing) fault('thinking-in-progress', index, 'the thinking before the last calls is gone');
    if (answer[0] !== undefined && isThinking(answer[0]) && !isThinking(content[0] ?? {})) {
      fault('thinking-first', index, `the last assistant message starts with ${content[0]?.type}`);
    }
  }
}

function isThinking({ type }: Fields): boolean {
  return thinkingTypes.includes(String(type));
}

/** True when the block, or what answers it by id, stands in the content. */
function comesFrom(content: readonly Fields[], block: Fields): boolean {
  if (block.id !== undefined) return content.some(({ id }) => id === block.id);
  return isThinking(block) && content.some((own) => sameSeal(own, block));
}

function sameSeal(a: Fields, b: Fields): boolean {
  return a.type === b.type && a.signature === b.signature && a.data === b.data;
}
