/** What a session finds again of messages that its view shows no more, and the tools by which an agent asks for it. */

/** Where a search looks, and how much of it comes back. Message numbers count from 1, as records tell them. */
export interface RecallOptions {
  /** How many messages at most, 1 to 50. Default 5. */
  limit?: number | undefined;
  /** Only what this role said: 'user', 'assistant', 'tool', 'system'. */
  role?: string | undefined;
  /** Only calls of this tool, and their results. */
  tool?: string | undefined;
  /** The first and the last message to look at; by default the first and the newest of all. */
  from?: number | undefined;
  to?: number | undefined;
  /** Orders what may be found, for example by embeddings. */
  rank?: RankRecall | undefined;
}

/** What was found of one message. */
export interface Recalled {
  /** Counted from 1. */
  message: number;
  role: string;
  /** The whole message where it is short, else what of it fits best. Without secrets. */
  text: string;
  /** Higher fits better. Only scores of one search compare. */
  score: number;
}

/**
 * Gives each candidate a score, in their order: the best ones come back, and none below 0. The candidates are the
 * 200 that words find, best first, and after them the newest messages. Query and candidates are without secrets. Where it
 * throws, takes longer than ten seconds or returns something else, the words decide, and an `error` event says so with
 * the code `rank-failed`.
 */
export type RankRecall = (
  query: string,
  candidates: readonly Recalled[],
) => readonly number[] | PromiseLike<readonly number[]>;

/** What `session.tools` takes. */
export interface SessionToolsOptions {
  /** Names of the tools in place of `recall` and `compact_context`. */
  names?: { recall?: string | undefined; compact?: string | undefined } | undefined;
  /** Your own tools: a name that is among them, too, throws `invalid-argument`. */
  tools?: unknown;
  /** As `session.recall` takes it. */
  rank?: RankRecall | undefined;
}

/** The tools of a session in the shape of each host. */
export interface SessionTools {
  (options?: SessionToolsOptions & { dialect?: 'ai-sdk' | undefined }): Record<string, SessionTool>;
  (options: SessionToolsOptions & { dialect: 'openai-chat' }): readonly OpenAIChatTool[];
  (options: SessionToolsOptions & { dialect: 'anthropic' }): readonly AnthropicTool[];
}

/** A tool as `ai` 5, 6 and 7 take it. */
export interface SessionTool {
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: a schema is of the SDK's own type, which is not imported.
  readonly inputSchema: any;
  // biome-ignore lint/suspicious/noExplicitAny: what a model wrote is checked when the tool runs.
  readonly execute: (input: any) => Promise<string>;
}

/** A JSON Schema. */
export type ToolSchema = { readonly [member: string]: unknown };

/** A tool as chat-completions requests define it. */
export interface OpenAIChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: ToolSchema;
  };
}

/** A tool as Anthropic's requests define it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ToolSchema & { readonly type: 'object' };
}
