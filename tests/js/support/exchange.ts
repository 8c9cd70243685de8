/** A call and its result as each dialect has them. */
import type { Message } from '../../../js/testing/shapes.ts';

export type DialectName = 'ai-sdk' | 'openai-chat' | 'anthropic';
export const dialectNames: readonly DialectName[] = ['ai-sdk', 'openai-chat', 'anthropic'];

export interface Exchanged {
  id: string;
  tool: string;
  input: unknown;
  result: string;
  failed?: boolean;
}

/** One message of the assistant with all calls, and their results in the order of the calls. */
export function exchange(dialect: DialectName, calls: readonly Exchanged[]): Message[] {
  return made[dialect](calls) as unknown as Message[];
}

const made: Record<DialectName, (calls: readonly Exchanged[]) => unknown[]> = {
  'openai-chat': (calls) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map(({ id, tool, input }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(input) },
      })),
    },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ],
  anthropic: (calls) => [
    {
      role: 'assistant',
      content: calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input })),
    },
    {
      role: 'user',
      content: calls.map(({ id, result, failed }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: result,
        ...(failed && { is_error: true }),
      })),
    },
  ],
  'ai-sdk': (calls) => [
    {
      role: 'assistant',
      content: calls.map(({ id, tool, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input,
      })),
    },
    {
      role: 'tool',
      content: calls.map(({ id, tool, result, failed }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: tool,
        output: { type: failed ? 'error-text' : 'text', value: result },
      })),
    },
  ],
};
