/**
 * Claude Code's session files, and what it prints with `--output-format stream-json`: Anthropic's
 * messages on lines that form a tree. Decides which lines are the conversation as it last stood.
 */

import { readAnthropic, replyParts } from './anthropic.ts';
import { isObject, list, type Transcript } from './transcript.ts';
import type { AssistantPart, Fields } from './types.ts';

export function isClaudeCode(line: Fields): boolean {
  const { type, message } = line;
  if (type === 'summary') return 'leafUuid' in line;
  const isMessage = (type === 'user' || type === 'assistant') && isObject(message);
  return isMessage || (type === 'system' && ('session_id' in line || 'sessionId' in line));
}

/** Reads the lines; returns the tools that they list. */
export function readClaudeCode(lines: readonly unknown[], out: Transcript): unknown {
  const kept = conversationOf(lines, out);
  let tools: unknown;
  let id: unknown;
  let reply: AssistantPart[] = [];
  for (const [i, line] of lines.entries()) {
    if (!isObject(line)) continue;
    if (line.type === 'system' && line.subtype === 'init') tools ??= line.tools;
    if (!kept.has(i)) continue;
    out.at = i;
    const { content, id: messageId } = line.message as Fields;
    if (line.type === 'assistant') {
      // Each block of a reply has a line of its own, and results may stand between them.
      const goesOn = messageId !== undefined && messageId === id && reply.length > 0;
      reply = out.reply(replyParts(content, out), goesOn ? reply : 'new');
      id = messageId;
    } else if (line.isCompactSummary === true && out.messages.length > 0) {
      // It stands for what the lines before it tell in full.
      out.leaveOut("of Claude Code's own summaries");
    } else {
      readAnthropic({ role: 'user', content }, out);
    }
  }
  return tools;
}

/** The messages that count, as indices of their lines. */
function conversationOf(lines: readonly unknown[], out: Transcript): ReadonlySet<number> {
  const byId = new Map<unknown, number>();
  const messages: number[] = [];
  for (const [i, line] of lines.entries()) {
    if (!isObject(line) || (line.uuid !== undefined && byId.has(line.uuid))) continue;
    if (line.uuid !== undefined) byId.set(line.uuid, i);
    if (isCounted(line, out)) messages.push(i);
  }
  const parentOf = (i: number) => {
    const { parentUuid, logicalParentUuid } = lines[i] as Fields;
    return byId.get(parentUuid) ?? byId.get(logicalParentUuid);
  };
  const path = new Set<number>();
  for (let i = messages.at(-1); i !== undefined && !path.has(i); i = parentOf(i)) path.add(i);

  // A line is taken back where it, or one above it, leaves the path. What never meets it stands apart.
  const takenBack = new Set<number>();
  for (const i of byId.values()) {
    const parent = parentOf(i);
    if (parent === undefined || path.has(i)) continue;
    if (path.has(parent) || takenBack.has(parent)) takenBack.add(i);
  }
  // Calls at once make forks of a single reply.
  const replies = new Set<unknown>();
  const calls = new Set<unknown>();
  const kept = new Set<number>();
  for (const i of messages) {
    const { type, message } = lines[i] as { type: unknown; message: Fields };
    if (type === 'assistant' && !takenBack.has(i)) replies.add(message.id ?? i);
  }
  for (const i of messages) {
    const { type, message } = lines[i] as { type: unknown; message: Fields };
    const blocks = list(message.content).filter(isObject);
    const belongs =
      !takenBack.has(i) ||
      (type === 'assistant' && replies.has(message.id)) ||
      blocks.some((block) => block.type === 'tool_result' && calls.has(block.tool_use_id));
    if (!belongs) {
      out.leaveOut('messages that were taken back');
      continue;
    }
    kept.add(i);
    for (const block of blocks) if (block.type === 'tool_use') calls.add(block.id);
  }
  return kept;
}

function isCounted(line: Fields, out: Transcript): boolean {
  const { type, message } = line;
  if (type === 'attachment') out.leaveOut('attachments');
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return false;
  if (line.isSidechain === true || typeof line.parent_tool_use_id === 'string') {
    out.leaveOut('side-chain messages');
  } else if (line.isApiErrorMessage === true || message.model === '<synthetic>') {
    out.leaveOut('messages of Claude Code about errors');
  } else if (line.isVisibleInTranscriptOnly === true && line.isCompactSummary !== true) {
    out.leaveOut('messages that no model was shown');
  } else {
    return true;
  }
  return false;
}
