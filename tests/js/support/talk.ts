/**
 * Conversations in the shapes of three dialects: what the user and the assistant say, and calls with their
 * results. Knows no test.
 */
import type { Message } from './shapes.ts';

export type Dialect = 'ai-sdk' | 'openai-chat' | 'anthropic';
export const dialects: readonly Dialect[] = ['ai-sdk', 'openai-chat', 'anthropic'];

export interface Talk {
  user(text: string): Message[];
  says(text: string): Message[];
  /** A call and its result. Without an id it is `call_1`, `call_2` and so on. */
  step(tool: string, input: object, result: string, id?: string): Message[];
  /** Steps that read one file each, of about 600 tokens. */
  reads(count: number): Message[];
}

export function talkIn(dialect: Dialect): Talk {
  let calls = 0;
  const one = (message: unknown) => [message as Message];
  const step: Talk['step'] = (tool, input, result, id = `call_${calls + 1}`) => {
    calls += 1;
    if (dialect === 'openai-chat') {
      const called = { name: tool, arguments: JSON.stringify(input) };
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: id, content: result },
      ] as unknown as Message[];
    }
    if (dialect === 'anthropic') {
      return [
        { role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
      ] as unknown as Message[];
    }
    const output = { type: 'text', value: result };
    return [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: id, toolName: tool, input }],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: tool, output }] },
    ] as unknown as Message[];
  };
  return {
    user: (text) => one({ role: 'user', content: text }),
    says: (text) =>
      one({
        role: 'assistant',
        content: dialect === 'openai-chat' ? text : [{ type: 'text', text }],
      }),
    step,
    reads: (count) =>
      Array.from({ length: count }, () => {
        const lines = Array.from({ length: 45 }, (_, i) => `const entry${calls}x${i} = at(${i});`);
        return step('read_file', { path: `src/part${calls}.ts` }, lines.join('\n'));
      }).flat(),
  };
}
