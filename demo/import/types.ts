/** A session as the AI SDK (5 and later) takes it, as far as an import makes it. */

export type Fields = Readonly<Record<string, unknown>>;

export interface TextPart {
  type: 'text';
  text: string;
  providerOptions?: Fields;
}
export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  providerOptions?: Fields;
}
export interface FilePart {
  type: 'file';
  /** Base64, or an address. */
  data: string;
  mediaType: string;
  filename?: string;
  providerOptions?: Fields;
}
export interface ImagePart {
  type: 'image';
  image: string;
  mediaType?: string;
  providerOptions?: Fields;
}
export interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
  providerOptions?: Fields;
}
export type OutputItem =
  | { type: 'text'; text: string }
  | { type: 'image-data' | 'file-data'; data: string; mediaType: string; filename?: string }
  | { type: 'image-url' | 'file-url'; url: string };
export type Output =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: unknown }
  | { type: 'content'; value: OutputItem[] };
export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: Output;
  providerOptions?: Fields;
}
export type UserPart = TextPart | FilePart | ImagePart;
export type AssistantPart = TextPart | ReasoningPart | FilePart | ToolCallPart | ToolResultPart;

export type ModelMessage =
  | { role: 'system'; content: string; providerOptions?: Fields }
  | { role: 'user'; content: string | UserPart[]; providerOptions?: Fields }
  | { role: 'assistant'; content: string | AssistantPart[]; providerOptions?: Fields }
  | { role: 'tool'; content: ToolResultPart[]; providerOptions?: Fields };

export interface Tool {
  name: string;
  description?: string;
  inputSchema: Fields;
}

export interface Session {
  name: string;
  system?: string;
  tools: Tool[];
  messages: ModelMessage[];
}
