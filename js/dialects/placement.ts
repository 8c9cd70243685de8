/**
 * Where segments and blocks stand in a view: which placement is valid between two messages, and what
 * wraps them.
 */
import type { Placement } from '../types/policy.ts';
import { copyWith } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import type { BlockText, HostMessage, Placed } from './dialect.ts';
import { itemsOf } from './record.ts';

/** What the assistant says where it has to say something between two messages. */
export const acknowledgement = 'I have read everything above and will continue from there.';
/** What the user says between two messages of the assistant. */
export const prompting = '[Continue.]';

/** Lines around blocks that stand in the user's own first message. */
export const mergedStart = '[Added by the application:]';
export const mergedEnd = '[End of the added text.]';

const blockGap = '\n\n';

/** What a dialect has to say about placed messages. */
export interface PlacementShapes {
  /** Blocks may stand in an assistant message of their own. */
  readonly assistant: boolean;
  assistantMessage(texts: readonly string[]): HostMessage;
  /** Where text for the system goes; undefined in a dialect that has no place for it. */
  system?(text: string): Pick<Placed, 'head' | 'system'>;
  /** Fields of the user message `message`, or of a new one, that say which blocks it carries. */
  marks?(blocks: readonly BlockText[], message: Fields | undefined): Fields;
  /** A message that the user wrote. May throw. */
  isUser(message: Fields): boolean;
}

/** `Dialect.place`, for the dialect that `shapes` describes. */
export function placeBlocks(
  shapes: PlacementShapes,
  blocks: readonly BlockText[],
  placement: Placement,
  before: HostMessage | undefined,
  after: HostMessage | undefined,
): Placed {
  if (blocks.length === 0) return { head: [], here: [] };
  const isUser = (message: unknown): boolean =>
    isObject(message) && attempt(() => shapes.isUser(message)) === true;
  const userBefore = isUser(before);
  const userAfter = isUser(after);
  const reply = userAfter ? [shapes.assistantMessage([acknowledgement])] : [];
  switch (placement) {
    case 'assistant': {
      if (!shapes.assistant || !userBefore || !userAfter) break;
      return { head: [], here: [shapes.assistantMessage(textsOf(blocks))] };
    }
    case 'system': {
      // A view that held nothing else in front would begin with the assistant.
      const begun = isSpoken(before) || userAfter;
      if (shapes.system === undefined || !begun) break;
      return { here: [], ...shapes.system(joined(textsOf(blocks))) };
    }
    case 'pair':
      return { head: [], here: [userMessage(shapes, blocks), ...reply] };
    case 'first-user': {
      const merged = userBefore ? attempt(() => withBlocks(shapes, before, blocks)) : undefined;
      if (merged === undefined) break;
      return { before: merged, head: [], here: reply };
    }
    default:
  }
  return { head: [], here: [userMessage(shapes, blocks)] };
}

/**
 * The message that has to stand between two for user and assistant to take turns, as the strictest chat
 * templates want it: results belong to the assistant's turn, and end with what it says.
 */
export function spacer(
  shapes: PlacementShapes,
  before: HostMessage | undefined,
  after: HostMessage | undefined,
): HostMessage | undefined {
  const speaker = (message: unknown) => attempt(() => speakerOf(shapes, message as Fields));
  const [last, next] = [speaker(before), speaker(after)];
  if (next === 'user' && (last === 'user' || last === 'tool')) {
    return shapes.assistantMessage([acknowledgement]);
  }
  if (next !== 'assistant' || last !== 'assistant' || attempt(() => calls(before)) !== false)
    return;
  return { role: 'user', content: textParts([prompting]) };
}

/** It is one of those. */
export function isSpacer(message: HostMessage): boolean {
  const said = (role: string, text: string) => {
    if (message.role !== role) return false;
    const [part, ...others] = itemsOf(message.content) ?? [{ text: message.content }];
    return others.length === 0 && (part as Fields)?.text === text;
  };
  return attempt(() => said('assistant', acknowledgement) || said('user', prompting)) === true;
}

function speakerOf(shapes: PlacementShapes, message: Fields): unknown {
  const { role } = message;
  if (role === 'user') return shapes.isUser(message) ? role : 'tool';
  return role === 'function' ? 'tool' : role;
}

function calls({ content, tool_calls, function_call }: Fields): boolean {
  const isCall = (part: unknown) =>
    isObject(part) && (part.type === 'tool-call' || part.type === 'tool_use');
  return Boolean(tool_calls ?? function_call) || (itemsOf(content) ?? []).some(isCall);
}

/** Texts of blocks in a message that is one string. */
export function joined(texts: readonly string[]): string {
  return texts.join(blockGap);
}

export function textParts(texts: readonly string[]): HostMessage[] {
  return texts.map((text) => ({ type: 'text', text }));
}

function userMessage(shapes: PlacementShapes, blocks: readonly BlockText[]): HostMessage {
  return {
    role: 'user',
    content: textParts(textsOf(blocks)),
    ...shapes.marks?.(blocks, undefined),
  };
}

/** The user's message with the blocks behind its own parts; undefined where it has none. */
function withBlocks(
  shapes: PlacementShapes,
  message: Fields,
  blocks: readonly BlockText[],
): HostMessage | undefined {
  const { content } = message;
  const own =
    typeof content === 'string' ? textParts(content === '' ? [] : [content]) : itemsOf(content);
  if (own === undefined) return undefined;
  const added = textParts([mergedStart, ...textsOf(blocks), mergedEnd]);
  return copyWith(message, {
    content: [...own, ...added],
    ...shapes.marks?.(blocks, message),
  });
}

function textsOf(blocks: readonly BlockText[]): string[] {
  return blocks.map(({ text }) => text);
}

/** A message that is part of a conversation, and no instruction in front of it. */
function isSpoken(message: unknown): boolean {
  const role = isObject(message) ? attempt(() => message.role) : undefined;
  return role === 'user' || role === 'assistant' || role === 'tool';
}
