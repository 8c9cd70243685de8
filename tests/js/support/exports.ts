/**
 * One conversation as each host and API would have written it. Decides the shapes, from the types and
 * the source of those that write them; shares no code with the importers.
 */
import type { UIMessage as UIMessage5 } from 'ai5';
import type { UIMessage as UIMessage6 } from 'ai6';
import type { ModelMessage, UIMessage as UIMessage7 } from 'ai7';
import type { Format } from '../../../demo/import/index.ts';

export interface Export {
  name: string;
  format: Format;
  text: string;
  /** What the format has no place for. */
  without?: 'reasoning';
}

/** What is said, in order: a role, a kind and a text. */
export const story: readonly (readonly [role: string, kind: string, text: string])[] = [
  ['user', 'text', 'Read both files.'],
  ['assistant', 'reasoning', 'Two reads will do.'],
  ['assistant', 'text', 'I read them.'],
  ['assistant', 'tool-call', 'c1 read {"path":"a"}'],
  ['assistant', 'tool-call', 'c2 read {"path":"b"}'],
  ['tool', 'tool-result', 'c1 read alpha'],
  ['tool', 'tool-result', 'c2 read no such file'],
  ['assistant', 'text', 'There is no b.'],
  ['user', 'text', 'Thanks.'],
];

const lines = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join('\n');

const call = (id: string, path: string) => ({ id, name: 'read', input: { path } });
const calls = [call('c1', 'a'), call('c2', 'b')];

const anthropicMessages = [
  { role: 'user', content: 'Read both files.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Two reads will do.', signature: 'c2ln' },
      { type: 'text', text: 'I read them.' },
      ...calls.map((block) => ({ type: 'tool_use', ...block })),
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'alpha' }] },
      { type: 'tool_result', tool_use_id: 'c2', content: 'no such file', is_error: true },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'There is no b.' }] },
  { role: 'user', content: 'Thanks.' },
];

/** Claude Code: a line for each block of a reply and for each result, each after the one before it. */
export function claudeCode(extra: readonly object[] = []): object[] {
  const told: { type: string; message: object }[] = [];
  for (const [i, { role, content }] of anthropicMessages.entries()) {
    const blocks = typeof content === 'string' ? [content] : content.map((block) => [block]);
    for (const block of blocks) {
      const reply = { id: `msg_${i}`, type: 'message', model: 'claude-sonnet-4-5' };
      const head = role === 'assistant' ? reply : {};
      told.push({ type: role, message: { ...head, role, content: block } });
    }
  }
  const chained = told.map((line, i) => ({
    parentUuid: i === 0 ? null : `u${i - 1}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/me/app',
    sessionId: 's',
    version: '2.0.14',
    ...line,
    uuid: `u${i}`,
    timestamp: '2026-11-01T10:00:00.000Z',
  }));
  return [
    { type: 'summary', summary: 'Reading files', leafUuid: 'u9' },
    { type: 'file-history-snapshot', messageId: 'u0', snapshot: {}, isSnapshotUpdate: false },
    ...chained,
    ...extra,
  ];
}

const streamed = [
  { type: 'system', subtype: 'init', session_id: 's', tools: ['read', 'write'], model: 'claude' },
  ...anthropicMessages.map((message) => ({
    type: message.role,
    message,
    parent_tool_use_id: null,
    session_id: 's',
  })),
  { type: 'result', subtype: 'success', session_id: 's', result: 'There is no b.' },
];

const chatMessages = [
  { role: 'user', content: 'Read both files.' },
  {
    role: 'assistant',
    content: 'I read them.',
    tool_calls: calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  },
  { role: 'tool', tool_call_id: 'c1', content: 'alpha' },
  { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'no such file' }] },
  { role: 'assistant', content: 'There is no b.' },
  { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
];

const userItem = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
const replyItem = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});

export const items = [
  userItem('Read both files.'),
  {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Two reads will do.' }],
    encrypted_content: 'c2VhbGVk',
  },
  replyItem('I read them.'),
  ...calls.map(({ id, name, input }) => ({
    type: 'function_call',
    name,
    arguments: JSON.stringify(input),
    call_id: id,
  })),
  { type: 'function_call_output', call_id: 'c1', output: 'alpha' },
  {
    type: 'function_call_output',
    call_id: 'c2',
    output: [{ type: 'input_text', text: 'no such file' }],
  },
  replyItem('There is no b.'),
  userItem('Thanks.'),
];

export const timestamp = '2026-11-01T10:00:00.000Z';
export const inRollout = (type: string, payload: object) => ({ timestamp, type, payload });

const rollout = [
  inRollout('session_meta', { id: 's', timestamp, cwd: '/app', originator: 'codex_cli_rs' }),
  inRollout('turn_context', { cwd: '/app', approval_policy: 'never', model: 'gpt-5-codex' }),
  ...items.flatMap((item) => [
    inRollout('response_item', item),
    inRollout('event_msg', { type: 'token_count', info: null }),
  ]),
];

const oldRollout = [
  { id: 's', timestamp, instructions: null, git: {} },
  { record_type: 'state' },
  ...items,
];

const output = (value: string) => ({ type: 'text' as const, value });
const modelMessages: ModelMessage[] = [
  { role: 'user', content: 'Read both files.' },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Two reads will do.' },
      { type: 'text', text: 'I read them.' },
      ...calls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input,
      })),
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: output('alpha') },
      {
        type: 'tool-result',
        toolCallId: 'c2',
        toolName: 'read',
        output: { type: 'error-text', value: 'no such file' },
      },
    ],
  },
  { role: 'assistant', content: 'There is no b.' },
  { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
];

/** Version 4 had other names for what a call is given and returns. */
const coreMessages = modelMessages.map(({ role, content }) => ({
  role,
  content:
    typeof content === 'string'
      ? content
      : content.map((part) => {
          if (part.type === 'tool-call') {
            const { input: args, ...rest } = part;
            return { ...rest, args };
          }
          if (part.type !== 'tool-result') return part;
          const { output: given, ...rest } = part;
          const { type, value } = given as { type: string; value: string };
          return { ...rest, result: value, ...(type === 'error-text' && { isError: true }) };
        }),
}));

export const uiMessages: (UIMessage5 & UIMessage6 & UIMessage7)[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read both files.' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Two reads will do.', state: 'done' },
      { type: 'text', text: 'I read them.', state: 'done' },
      {
        type: 'tool-read',
        toolCallId: 'c1',
        state: 'output-available',
        input: { path: 'a' },
        output: 'alpha',
      },
      {
        type: 'dynamic-tool',
        toolName: 'read',
        toolCallId: 'c2',
        state: 'output-error',
        input: { path: 'b' },
        errorText: 'no such file',
      },
      { type: 'step-start' },
      { type: 'text', text: 'There is no b.', state: 'done' },
    ],
  },
  { id: '3', role: 'user', parts: [{ type: 'text', text: 'Thanks.' }] },
];

/** Version 4, since 4.2. */
const oldInvocation = (id: string, path: string, result: string) => ({
  type: 'tool-invocation',
  toolInvocation: {
    state: 'result',
    step: 0,
    toolCallId: id,
    toolName: 'read',
    args: { path },
    result,
  },
});
const ui4 = [
  {
    id: '1',
    role: 'user',
    content: 'Read both files.',
    parts: [{ type: 'text', text: 'Read both files.' }],
  },
  {
    id: '2',
    role: 'assistant',
    content: 'There is no b.',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', reasoning: 'Two reads will do.', details: [] },
      { type: 'text', text: 'I read them.' },
      oldInvocation('c1', 'a', 'alpha'),
      oldInvocation('c2', 'b', 'no such file'),
      { type: 'step-start' },
      { type: 'text', text: 'There is no b.' },
    ],
  },
  { id: '3', role: 'user', content: 'Thanks.', parts: [{ type: 'text', text: 'Thanks.' }] },
];

const anthropicBody = {
  model: 'claude-sonnet-4-5',
  max_tokens: 1_000,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
  messages: anthropicMessages,
};
const chatBody = {
  model: 'gpt-5',
  messages: [{ role: 'system', content: 'Be brief.' }, ...chatMessages],
  tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
};
const responsesBody = {
  model: 'gpt-5',
  instructions: 'Be brief.',
  input: items,
  tools: [{ type: 'function', name: 'read', parameters: { type: 'object' } }],
};

const anyJson = (name: string, format: Format, values: readonly unknown[], rest = {}): Export[] => [
  { name: `${name}, an array`, format, text: JSON.stringify(values, null, 2), ...rest },
  { name: `${name}, an array on one line`, format, text: JSON.stringify(values), ...rest },
  { name: `${name}, JSON Lines`, format, text: lines(values), ...rest },
  {
    name: `${name}, an object`,
    format,
    text: JSON.stringify({ messages: values }, null, 1),
    ...rest,
  },
];

export const exports: readonly Export[] = [
  { name: 'Claude Code', format: 'claude-code', text: lines(claudeCode()) },
  { name: 'Claude Code, streamed', format: 'claude-code', text: lines(streamed) },
  { name: 'Codex', format: 'codex', text: lines(rollout) },
  { name: 'Codex, before envelopes', format: 'codex', text: lines(oldRollout) },
  {
    name: 'Codex, one JSON file',
    format: 'openai-responses',
    text: JSON.stringify({ session: { id: 's', instructions: '' }, items }, null, 2),
  },
  ...anyJson('OpenAI chat', 'openai-chat', chatMessages, { without: 'reasoning' as const }),
  ...anyJson('OpenAI Responses', 'openai-responses', items),
  ...anyJson('Anthropic', 'anthropic', anthropicMessages),
  ...anyJson('AI SDK model messages', 'ai-sdk', modelMessages),
  ...anyJson('AI SDK 4 core messages', 'ai-sdk-4', coreMessages),
  ...anyJson('AI SDK UI messages', 'ai-sdk-ui', uiMessages),
  ...anyJson('AI SDK 4 UI messages', 'ai-sdk-ui', ui4),
  { name: 'an Anthropic request', format: 'anthropic', text: JSON.stringify(anthropicBody) },
  {
    name: 'a chat request',
    format: 'openai-chat',
    text: JSON.stringify(chatBody),
    without: 'reasoning',
  },
  { name: 'a Responses request', format: 'openai-responses', text: JSON.stringify(responsesBody) },
];

export { lines };
