/**
 * What each message dialect offers to the driver: reading a host's message into the engine's neutral
 * parts, and writing the few messages that a view adds or edits.
 */
import type { MediaFacts } from '../media/facts.ts';
import type { Placement } from '../types/policy.ts';

/** The values cross the boundary; `src/transcript/message.h` says what each means. */
export const Role = { system: 0, user: 1, assistant: 2, tool: 3, other: 4 } as const;
export type Role = (typeof Role)[keyof typeof Role];

export const PartKind = {
  text: 0,
  reasoning: 1,
  toolCall: 2,
  toolResult: 3,
  media: 4,
  approvalRequest: 5,
  approvalResponse: 6,
  custom: 7,
} as const;
export type PartKind = (typeof PartKind)[keyof typeof PartKind];

/** Bit set of a part. */
export const PartFlag = {
  providerExecuted: 1,
  error: 2,
  denied: 4,
  json: 8,
  opaque: 16,
  hasMedia: 32,
  faulty: 64,
  /** A string of the part holds a lone surrogate. */
  illFormed: 128,
  /** Text that the user wrote in a message that is a tool message to the engine. */
  userWords: 256,
  /** Reasoning that its provider takes back only behind the very messages that it was thought in view of. */
  bound: 512,
  /** A call whose input is no JSON object: the part's text is what the view shows instead. */
  invalidInput: 1024,
} as const;

/** Bit set of a message. */
export const MessageFlag = { stringContent: 1, faulty: 2, pinned: 4, priority: 8 } as const;

/** Ids and names of a part; absent ones are the empty string. */
export interface PartFields {
  callId?: string;
  approvalId?: string;
  /** Of a text: the name of who speaks, where several do. */
  toolName?: string;
  /** IANA media type of a media part. */
  mediaType?: string;
}

/** Why a message or part could not be read fully. */
export type Fault =
  | 'not-an-object'
  | 'unknown-role'
  | 'unreadable-content'
  | 'ui-message'
  | 'unknown-part'
  | 'missing-call-id'
  | 'missing-tool-name'
  | 'unreadable-part'
  | 'not-serializable'
  | 'lone-surrogate';

/** Receives one message at a time. Calls: `message`, then per part `part`, `attachment`s and `text`s. */
export interface MessageSink {
  message(role: Role, flags: number): void;
  /** Starts a part. Parts are numbered from 0 in the order of these calls, within their message. */
  part(kind: PartKind, flags: number, fields?: PartFields, media?: MediaFacts): void;
  /**
   * What the running part carries beside its text that is not text: images in a result, sealed data.
   * `mediaType` is that of an image or a file.
   */
  attachment(media: MediaFacts, mediaType?: string): void;
  /** Adds to the text of the running part. */
  text(value: string): void;
  /** Reports what could not be read; the message stays in the view as it is. */
  fault(fault: Fault): void;
}

/**
 * One edit of one part, numbered as `read` numbered it. A part may have one that changes what it says
 * and a `mend` as well.
 */
export type PartEdit =
  | { kind: 'remove'; part: number }
  /**
   * The range `[from, to)` of the client tool result's text gives way to `text`; offsets are UTF-16 code
   * units of the text exactly as `read` passed it to the sink.
   */
  | { kind: 'cut'; part: number; from: number; to: number; text: string }
  /** The client tool result's whole output, or an image or file part, gives way to `text`. */
  | { kind: 'replace'; part: number; text: string }
  /** Lone surrogates in the part's strings become U+FFFD, a call's invalid input an object. */
  | { kind: 'mend'; part: number };

export type DialectName = 'ai-sdk' | 'ai-sdk-4' | 'openai-chat' | 'anthropic';

/** A segment, or a block that is put back behind the segments, as it stands in the view. */
export interface BlockText {
  /** The engine's id of the segment, or the host's name of the block. */
  id: string;
  text: string;
}

/** What a placement makes of blocks. */
export interface Placed {
  /** Takes the place of the message right before the blocks; undefined: it stays. */
  before?: HostMessage;
  /** Messages that go behind the leading system messages. */
  head: HostMessage[];
  /** Messages that stand where the blocks do. */
  here: HostMessage[];
  /** Text for the request's own system field. */
  system?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a host's message has no type that epitome could import.
export type HostMessage = any;

/** One message dialect. Every function leaves its arguments untouched, frozen or not. */
export interface Dialect {
  readonly name: DialectName;
  /** A tool message answers one call only: `aborted` and `pick` take one part at a time. */
  readonly oneResultPerMessage: boolean;
  /** Reads a message into the sink. Never throws: what can't be read is a fault. */
  read(message: unknown, sink: MessageSink): void;
  /**
   * Who speaks in a message, in the host's words for roles: tools in what answers calls, whatever
   * message that travels in, and the user as well in words beside it.
   */
  rolesOf(message: HostMessage): readonly string[];
  /** A copy of `message` with `edits` applied; everything that no edit names is shared by reference. */
  write(message: HostMessage, edits: readonly PartEdit[]): HostMessage;
  /**
   * The messages that carry the blocks, in order, each block as a text part of its own where the role
   * has parts. `before` and `after` are their neighbours in the view, undefined at its ends. A
   * placement that would not be valid there, or that the dialect lacks, becomes `user`.
   */
  place(
    blocks: readonly BlockText[],
    placement: Placement,
    before: HostMessage | undefined,
    after: HostMessage | undefined,
  ): Placed;
  /** With the placement `alternating`: what has to stand between two neighbours. */
  spacer(before: HostMessage | undefined, after: HostMessage): HostMessage | undefined;
  /** A tool message that answers the given call parts of `message` as aborted, with `text`. */
  aborted(message: HostMessage, parts: readonly number[], text: string): HostMessage;
  /** A tool message made of the given parts of `message`, shared by reference. */
  pick(message: HostMessage, parts: readonly number[]): HostMessage;
}
