/**
 * What a generated session is: a history as an agent loop leaves it, and what is true of it. Decides
 * the shapes that generators and measures share; refuses to know how either works.
 */

/** The part of the AI SDK's `ModelMessage` (versions 5 to 7) that generated sessions use. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

export interface UserMessage {
  role: 'user';
  content: string;
}

export interface AssistantMessage {
  role: 'assistant';
  content: AssistantPart[];
}

export interface ToolMessage {
  role: 'tool';
  content: ToolResultPart[];
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ReasoningPart {
  type: 'reasoning';
  text: string;
}

export interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: ToolOutput;
}

export type ToolOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: Json };

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const sessionKinds = ['coding', 'service', 'research', 'chat'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export interface Session {
  /** Unique by kind, seed and language. */
  readonly name: string;
  readonly kind: SessionKind;
  /** BCP 47, of the user's words. */
  readonly language: string;
  /** A complete legal history: the user begins, the assistant ends, every call is answered. */
  readonly messages: readonly ModelMessage[];
  /** Every call that changed something, oldest first. Calls that failed changed nothing. */
  readonly deeds: readonly Deed[];
  readonly superseded: readonly Superseded[];
  /** Statements that would be wrong of what is behind a message. */
  readonly falsehoods: readonly Falsehood[];
}

export interface Deed {
  /** Index of the assistant message that holds the call. */
  readonly at: number;
  readonly tool: string;
  /**
   * What must be told: a path as far as every spelling of it agrees, an id, a branch. A call that
   * changes three things is three deeds.
   */
  readonly target: string;
  /** What the result said of it, where that is worth telling: a status, a new id, a hash. */
  readonly outcome: string | undefined;
  /** Read, write and edit tools; lines of a shell; tools that nobody has described. */
  readonly kind: 'known-file' | 'shell' | 'domain';
  /** A move is no deletion. */
  readonly verb: 'create' | 'change' | 'delete' | 'move' | 'run';
}

/** A value that the user gave and later replaced. */
export interface Superseded {
  /** Message index of the first value. */
  readonly at: number;
  /** Message index of the word that replaced it. */
  readonly by: number;
  readonly oldValue: string;
  readonly newValue: string;
  /** What both are values of. Who changes his mind often gives the bare value, and the rest stands in what was said before or in the answer. */
  readonly about: readonly string[];
}

/** `claim` about `subject` is wrong from message `at` on, up to but without `until`. */
export interface Falsehood {
  readonly at: number;
  readonly until: number | undefined;
  readonly subject: string;
  readonly claim: 'read' | 'deleted' | 'done';
  readonly because: 'not-found' | 'moved' | 'recreated' | 'refused';
  /** What was called in vain: what other tools did to the subject is another matter. */
  readonly tool?: string;
}
