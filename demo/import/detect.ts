/** Which format a conversation has, by what its items hold; names of files are not looked at. */

import { detectDialect } from '../../js/dialects/detect.ts';
import { isClaudeCode } from './claude-code.ts';
import { isCodex } from './codex.ts';
import { isObject, list } from './transcript.ts';
import type { Fields } from './types.ts';

export const formatNames = {
  'claude-code': 'Claude Code session',
  codex: 'Codex rollout',
  'openai-chat': 'OpenAI chat completions',
  'openai-responses': 'OpenAI Responses items',
  anthropic: 'Anthropic messages',
  'ai-sdk': 'AI SDK model messages',
  'ai-sdk-4': 'AI SDK 4 core messages',
  'ai-sdk-ui': 'AI SDK UI messages',
  plain: 'messages of a role and a text',
} as const;

export type Format = keyof typeof formatNames;

/** The format of the first item that gives it away; `plain` where they have nothing but a role. */
export function formatOf(items: readonly unknown[]): Format | undefined {
  let weak: Format | undefined;
  for (const item of items) {
    if (!isObject(item)) continue;
    const { role } = item;
    const format = formatOfItem(item);
    // Both of OpenAI's APIs have developers.
    if (format !== undefined && role !== 'developer') return format;
    if (typeof role === 'string' && 'content' in item) weak ??= format ?? 'plain';
  }
  return weak;
}

function formatOfItem(item: Fields): Format | undefined {
  if (isClaudeCode(item)) return 'claude-code';
  if (isCodex(item)) return 'codex';
  if (isUiMessage(item)) return 'ai-sdk-ui';
  if (isResponsesItem(item)) return 'openai-responses';
  return detectDialect([item]);
}

function isUiMessage({ role, parts, toolInvocations }: Fields): boolean {
  if (typeof role !== 'string') return false;
  const first = list(parts)[0];
  const hasParts = Array.isArray(parts) && (first === undefined || 'type' in Object(first));
  return hasParts || Array.isArray(toolInvocations);
}

const itemType = /^(?:message|reasoning|\w+_call|\w+_call_output|item_reference)$/;

function isResponsesItem({ type, role, content }: Fields): boolean {
  // An Anthropic response is of the type "message", too.
  if (typeof type === 'string' && type !== 'message')
    return role === undefined && itemType.test(type);
  const part = list(content)[0];
  return (
    isObject(part) && typeof part.type === 'string' && /^(?:in|out)put_(?!audio)/.test(part.type)
  );
}
