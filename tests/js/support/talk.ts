/**
 * Conversations in the shapes of three dialects: what the user and the assistant say, and calls with their
 * results. Knows no test.
 */
import type { Message } from '../../../js/testing/shapes.ts';

export type Dialect = 'ai-sdk' | 'openai-chat' | 'anthropic';
export const dialects: readonly Dialect[] = ['ai-sdk', 'openai-chat', 'anthropic'];
/** With the one that hosts of AI SDK 4 have. */
export type AnyDialect = Dialect | 'ai-sdk-4';
export const allDialects: readonly AnyDialect[] = [...dialects, 'ai-sdk-4'];

/** A call, and its result as the host says it. */
export interface Made {
  tool: string;
  input: unknown;
  /** A text, or a JSON value. */
  result: unknown;
  /** What the result has in place of a text: texts, images and files as the dialect has them. */
  items?: readonly object[] | undefined;
  /** `call_1`, `call_2` and so on by default. */
  id?: string;
  /** The result is marked as an error, where the dialect has a mark for it: OpenAI chat has none. */
  failed?: boolean | undefined;
}

export interface Talk {
  /** What the user says, and images or files with it. */
  user(text: string, ...items: object[]): Message[];
  says(text: string): Message[];
  /** A call and its result. Without an id it is `call_1`, `call_2` and so on. */
  step(tool: string, input: unknown, result: unknown, id?: string): Message[];
  /** Calls of one message, and their results in the order of `answered`, places in `made`; theirs by default. */
  calls(made: readonly Made[], answered?: readonly number[]): Message[];
  /** Steps that read one file each, of about 600 tokens. */
  reads(count: number): Message[];
}

/**
 * A conversation of so many steps: the array of each. A file is read in each; before every `every`-th one the user says
 * something new.
 */
export function stepsIn(
  dialect: Dialect,
  count: number,
  {
    first,
    done = 'Done.',
    every,
    next,
  }: { first: string; done?: string; every: number; next: (at: number) => string },
): Message[][] {
  const talk = talkIn(dialect);
  const history = talk.user(first);
  return Array.from({ length: count }, (_, at) => {
    if (at > 0 && at % every === 0) history.push(...talk.says(done), ...talk.user(next(at)));
    history.push(...talk.reads(1));
    return [...history];
  });
}

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result);

export function talkIn(dialect: AnyDialect): Talk {
  let count = 0;
  const one = (message: unknown) => [message as Message];
  const calls: Talk['calls'] = (made, answered = [...made.keys()]) => {
    const named = made.map(({ id, ...rest }) => {
      count += 1;
      return { ...rest, id: id ?? `call_${count}` };
    });
    const results = answered.map((at) => named[at] as (typeof named)[number]);
    if (dialect === 'openai-chat') {
      const tool_calls = named.map(({ id, tool: name, input }) => {
        return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
      });
      return [
        { role: 'assistant', content: null, tool_calls },
        ...results.map(({ id, result, items }) => {
          return { role: 'tool', tool_call_id: id, content: items ?? textOf(result) };
        }),
      ] as unknown as Message[];
    }
    if (dialect === 'anthropic') {
      const uses = named.map(({ id, tool: name, input }) => ({
        type: 'tool_use',
        id,
        name,
        input,
      }));
      const content = results.map(({ id, result, items, failed }) => {
        const answer = { type: 'tool_result', tool_use_id: id, content: items ?? textOf(result) };
        return failed ? { ...answer, is_error: true } : answer;
      });
      return [
        { role: 'assistant', content: uses },
        { role: 'user', content },
      ];
    }
    const isOld = dialect === 'ai-sdk-4';
    const parts = named.map(({ id: toolCallId, tool: toolName, input }) => {
      return { type: 'tool-call', toolCallId, toolName, [isOld ? 'args' : 'input']: input };
    });
    const content = results.map(({ id: toolCallId, tool: toolName, result, items, failed }) => {
      const part = { type: 'tool-result', toolCallId, toolName };
      const error = failed && { isError: true };
      if (isOld)
        return { ...part, result, ...(items && { experimental_content: items }), ...error };
      const type = typeof result === 'string' ? 'text' : 'json';
      const told = { type: failed ? `error-${type}` : type, value: result };
      return { ...part, output: items ? { type: 'content', value: items } : told };
    });
    return [
      { role: 'assistant', content: parts },
      { role: 'tool', content },
    ];
  };
  const step: Talk['step'] = (tool, input, result, id) =>
    calls([{ tool, input, result, ...(id !== undefined && { id }) }]);
  return {
    user: (text, ...items) =>
      one({ role: 'user', content: items.length > 0 ? [{ type: 'text', text }, ...items] : text }),
    says: (text) =>
      one({
        role: 'assistant',
        content: dialect === 'openai-chat' ? text : [{ type: 'text', text }],
      }),
    step,
    calls,
    reads: (steps) =>
      Array.from({ length: steps }, () => {
        const lines = Array.from({ length: 45 }, (_, i) => `const entry${count}x${i} = at(${i});`);
        return step('read_file', { path: `src/part${count}.ts` }, lines.join('\n'));
      }).flat(),
  };
}
