/**
 * The shapes of a transcript that was read from a file. Decides names and units; holds no logic.
 * Messages are assignable to `ModelMessage` of AI SDK 5 and 6; 7 has another shape for media in results.
 */

/** The formats that can be read. */
export type TranscriptFormat =
  /** Session files of Claude Code, and what it prints as `stream-json`. */
  | 'claude-code'
  /** Rollout files of Codex. */
  | 'codex'
  /** Messages of OpenAI's chat completions. */
  | 'openai-chat'
  /** Items of OpenAI's Responses. */
  | 'openai-responses'
  /** Messages of Anthropic's API. */
  | 'anthropic'
  /** Model messages of the AI SDK 5 and later; core messages of AI SDK 4 are brought into their shape. */
  | 'ai-sdk'
  /** UI messages of the AI SDK. */
  | 'ai-sdk-ui';

/** What one provider alone reads: signatures, encrypted reasoning, item ids. */
export type ProviderOptions = Record<string, Record<string, Json>>;

/** Any value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface TextPart {
  type: 'text';
  text: string;
  providerOptions?: ProviderOptions;
}

export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  providerOptions?: ProviderOptions;
}

export interface FilePart {
  type: 'file';
  /** Base64, a data URL or an address. */
  data: string;
  mediaType: string;
  filename?: string;
}

export interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
}

export type ToolOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: Json }
  | {
      type: 'content';
      value: (
        | { type: 'text'; text: string }
        | { type: 'media'; data: string; mediaType: string }
      )[];
    };

export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: ToolOutput;
}

export type UserPart = TextPart | FilePart;
export type AssistantPart = TextPart | ReasoningPart | FilePart | ToolCallPart | ToolResultPart;

export type TranscriptMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | UserPart[] }
  | { role: 'assistant'; content: string | AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] };

/** A tool as the file describes it. */
export interface TranscriptTool {
  name: string;
  description?: string;
  /** JSON Schema. */
  inputSchema: object;
}

/** Tokens that a provider billed for one reply. */
export interface TranscriptUsage {
  /** The whole prompt, with what was read from a cache and written to it. */
  inputTokens?: number;
  outputTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
}

/** What a file says of one message beside the message. */
export interface MessageDetails {
  /** Where the message begins in JSON Lines, counted from 1. */
  line?: number;
  /** Milliseconds since 1970. */
  timestamp?: number;
  model?: string;
  usage?: TranscriptUsage;
}

/** Why a file's messages are not, or not only, what it holds. */
export type NoteKind =
  /** The last line breaks off; it is left out. */
  | 'truncated'
  /** A call without a result. It is kept: views answer it. */
  | 'unanswered-call'
  /** A result without a call. It is kept: views leave it out. */
  | 'result-without-call'
  /** Messages that a person took back or that were tried again. */
  | 'other-branch'
  /** Messages of a sub-agent: a session of their own. */
  | 'sub-agent'
  /** A summary of messages that the file holds itself. */
  | 'compaction-left-out'
  /** Messages of a role or type that no model was sent. */
  | 'not-sent'
  /** Messages without content. */
  | 'empty-message'
  /** Parts of an unknown type, kept as text. */
  | 'unknown-part';

export interface TranscriptNote {
  kind: NoteKind;
  /** How many messages, calls or parts. */
  count: number;
  /** Of the first, counted from 1. */
  line?: number;
  /** A sentence for people. */
  text: string;
}

/** A conversation as it went. */
export interface Transcript {
  format: TranscriptFormat;
  /** At least one; the leading system messages are in `system`. */
  messages: TranscriptMessage[];
  /** One for each message. */
  details: MessageDetails[];
  system?: string;
  /** Tools that the file lists; empty where it lists none. */
  tools: TranscriptTool[];
  /** The newest model that is named. */
  model?: string;
  title?: string;
  /** What was left out, repaired or looks wrong. */
  notes: TranscriptNote[];
  /** Which conversation of the file this is, counted from 1, and how many it has. */
  conversation: number;
  conversations: number;
}

export interface TranscriptProgress {
  /** Between 0 and 1. */
  fraction: number;
}

export interface ParseOptions {
  /** Where the format is known; it is detected otherwise. */
  format?: TranscriptFormat | undefined;
  /** Which conversation, where each line is one; counted from 1. The default is 1. */
  conversation?: number | undefined;
  /** Called often enough for a progress bar. */
  onProgress?: ((progress: TranscriptProgress) => void) | undefined;
}
