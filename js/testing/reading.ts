/** A view beside the host's transcript, and what has been found out about the two so far. */
import {
  type HostIndex,
  holdsRecord,
  isSegmentsMessage,
  isSegmentsOfOtherShape,
} from './host-index.ts';
import { roleOf } from './shapes.ts';
import type { Report } from './view-rules.ts';

export interface ViewOptions {
  /** Host messages that must be in the view as they are, e.g. steering messages. */
  mustKeep?: readonly unknown[];
  /**
   * What a cleared result says. Without it, a text that stands for a result which came too late, and
   * does not begin like it, counts as a repair that should have gone.
   */
  cleared?: RegExp;
  /**
   * The host sent only the end of a history that the session knows, so that its first messages are
   * not the opening request.
   */
  suffix?: boolean;
  /** Texts of the session's records: what has no mark is known by them. */
  records?: readonly string[];
  /** The initial messages and the current request had no room together: the former may be gone. */
  initialGone?: boolean;
  /**
   * Nothing tells the shape of the messages: records may stand where another one than the AI SDK's has them, in a message
   * of the assistant's between two of the user, or in a system message at the start.
   */
  shapeless?: boolean;
  /** Allows folds that leave holes in what is kept after the segments. */
  allowHoles?: boolean;
  /** Tokens of a text. Without it the size of an edit is not judged. */
  tokens?: (text: string) => number;
}

/** Where a message of the view comes from. */
export interface Origin {
  kind: 'host' | 'segments' | 'reply' | 'edited' | 'tool' | 'foreign';
  /** Index in the host's transcript; for made tool messages that of the earliest part; -1 for none. */
  host: number;
}

export interface Reading {
  readonly view: readonly unknown[];
  readonly host: readonly unknown[];
  readonly index: HostIndex;
  readonly options: ViewOptions;
  readonly report: Report;
  /** Index of the first segments message in the view, or -1. */
  readonly segments: number;
  /** Of the view's messages, in its order. */
  origins: readonly Origin[];
  /** Host parts that the view holds: by reference or, for results, edited. */
  readonly usedParts: Set<object>;
  /** Host messages that the view holds, whole or edited. */
  readonly usedMessages: Set<number>;
}

/** True for a message that carries the segments, marked or not. */
export function carriesSegments(
  { options: { records = [], shapeless = false } }: Pick<Reading, 'options'>,
  message: unknown,
): boolean {
  const isUnmarked = roleOf(message) === 'user' && holdsRecord(message, records);
  return isUnmarked || isSegmentsMessage(message) || (shapeless && isSegmentsOfOtherShape(message));
}
