/**
 * A view of the AI SDK's messages beside the prompt that the SDK has made of it: which part became which, and
 * what the SDK would make of a smaller view.
 */
import { itemsOf } from '../dialects/record.ts';
import { type Fields, isObject } from '../values/fields.ts';
import { leadingSystem, type Prompt, type PromptMessage } from './prompt.ts';

/** The prompt's part for each part of a view; content that is a text counts as its message. */
export type Pairs = Map<object, object>;

/** One part, or a message whose content is a text. */
interface Piece {
  of: object;
  role: unknown;
  type: unknown;
  text: unknown;
  id: unknown;
}

/** Parts that are the same in messages and prompts. What is new in a view is always one of them. */
const common = new Set<unknown>(['text', 'reasoning', 'tool-call', 'tool-result']);

function piecesOf(messages: Prompt): Piece[] {
  return messages.flatMap((message): Piece[] => {
    const { role, content } = message;
    if (typeof content === 'string') {
      return [{ of: message, role, type: 'text', text: content, id: undefined }];
    }
    return (itemsOf(content) ?? []).filter(isObject).map((part) => {
      const { type, text, toolCallId: id } = part;
      return { of: part, role, type: type === 'image' ? 'file' : type, text, id };
    });
  });
}

/** The SDK leaves it out. */
function isDropped({ type, text }: Piece): boolean {
  return text === '' || type === 'tool-approval-request' || type === 'tool-approval-response';
}

function isSame(one: Piece, other: Piece | undefined): boolean {
  if (other === undefined || one.role !== other.role || one.type !== other.type) return false;
  return one.id === other.id && (one.type !== 'text' || one.text === other.text);
}

/** How the view became the prompt, behind the prompt's own system messages; undefined where it is another one. */
export function aligned(view: Prompt, prompt: Prompt): { lead: number; pairs: Pairs } | undefined {
  const lead = leadingSystem(prompt) - leadingSystem(view);
  if (view.length === 0 || lead < 0) return undefined;
  const pairs: Pairs = new Map();
  const targets = piecesOf(prompt.slice(lead));
  let next = 0;
  for (const piece of piecesOf(view)) {
    const target = targets[next];
    if (target !== undefined && isSame(piece, target)) {
      pairs.set(piece.of, target.of);
      next += 1;
    } else if (!isDropped(piece)) {
      return undefined;
    }
  }
  return next === targets.length ? { lead, pairs } : undefined;
}

/**
 * A view as the prompt that the SDK would make of it; undefined where something in it has no known form. What it
 * writes joins `pairs`.
 */
export function written(view: Prompt, pairs: Pairs): Prompt | undefined {
  const prompt: PromptMessage[] = [];
  for (const message of view) {
    const { role, content, providerOptions } = message;
    const options = providerOptions === undefined ? {} : { providerOptions };
    if (role === 'system') {
      prompt.push(pairs.get(message) ?? { role, content, ...options });
      continue;
    }
    const parts: object[] = [];
    for (const piece of piecesOf([message])) {
      const known = pairs.get(piece.of);
      if (known === undefined && isDropped(piece)) continue;
      if (known === undefined && !common.has(piece.type)) return undefined;
      const isText = typeof content === 'string';
      const part = known ?? (isText ? { type: 'text', text: content } : (piece.of as Fields));
      pairs.set(piece.of, part);
      parts.push(part);
    }
    if (parts.length > 0) prompt.push({ role, content: parts, ...options });
  }
  return prompt;
}
