/**
 * What is used of LangChain's packages: enough to check this package without them. Projects that use
 * `epitome/langchain` have the packages' own types in the place of these.
 */
declare module 'langchain' {
  // biome-ignore lint/suspicious/noExplicitAny: LangChain's own, with types that come with it.
  export type AgentMiddleware = any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  export function createMiddleware(config: Record<string, any>): AgentMiddleware;
}

declare module '@langchain/core/messages' {
  export class BaseMessage {
    constructor(fields: object);
    // biome-ignore lint/suspicious/noExplicitAny: a text or blocks of any provider's.
    content: any;
    type: string;
    // biome-ignore lint/suspicious/noExplicitAny: whatever a provider adds.
    additional_kwargs: Record<string, any>;
  }
  export class HumanMessage extends BaseMessage {}
  export class AIMessage extends BaseMessage {
    tool_calls?: { id?: string; name: string; args?: object }[];
    usage_metadata?: object;
  }
  export class ToolMessage extends BaseMessage {
    tool_call_id: string;
    name?: string;
    status?: 'success' | 'error';
    artifact?: unknown;
  }
}
