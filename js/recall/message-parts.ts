/**
 * An archived message as texts. Decides what of a message can be found and how it reads; refuses to know
 * stores and indexes.
 */
import { detectDialect, dialects } from '../adapters/detect.ts';
import { PartKind, Role } from '../adapters/dialect.ts';
import type { RecallHit } from './types.ts';

export interface MessagePart {
  kind: PartKind;
  /** Empty for a part that is none of a tool, or does not say of which. */
  tool: string;
  callId: string;
  text: string;
}

export interface MessageParts {
  role: Role;
  parts: MessagePart[];
}

export const roleNames: readonly RecallHit['role'][] = (() => {
  const names: RecallHit['role'][] = [];
  for (const name of ['system', 'user', 'assistant', 'tool', 'other'] as const) {
    names[Role[name]] = name;
  }
  return names;
})();

/** Never throws: of what can't be read there are no parts. */
export function partsOf(message: unknown): MessageParts {
  const dialect = dialects[detectDialect([message]) ?? 'ai-sdk'];
  const read: MessageParts = { role: Role.other, parts: [] };
  dialect.read(message, {
    message: (role) => {
      read.role = role;
    },
    part: (kind, _flags, { toolName = '', callId = '', mediaType = '' } = {}) => {
      const text = kind === PartKind.media ? `[${mediaType || 'file'}]` : '';
      read.parts.push({ kind, tool: toolName, callId, text });
    },
    attachment: (_facts, mediaType) => {
      const last = read.parts.at(-1);
      if (last !== undefined && mediaType) last.text += `[${mediaType}]`;
    },
    text: (value) => {
      const last = read.parts.at(-1);
      if (last !== undefined) last.text += value;
    },
    fault: () => {},
  });
  return read;
}

/** How a part reads, its own text apart. */
export function leadOf({ kind, tool, callId }: MessagePart): string {
  const name = [tool, callId && `(${callId})`].filter(Boolean).join(' ');
  switch (kind) {
    case PartKind.toolCall:
      return `call of ${name}: `;
    case PartKind.toolResult:
      return `result of ${name}: `;
    case PartKind.reasoning:
      return 'reasoning: ';
    default:
      return '';
  }
}
