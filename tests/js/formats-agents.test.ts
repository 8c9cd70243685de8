/** Session files of coding agents: Claude Code's tree of records, Codex's rollouts old and new. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTranscript, TranscriptError } from 'epitome/formats';

const lines = (...records: object[]) => records.map((one) => JSON.stringify(one)).join('\n');

const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
  parentUuid,
  isSidechain: false,
  type: 'user',
  message: { role: 'user', content },
  uuid,
  timestamp: '2026-01-02T03:04:05.000Z',
  ...more,
});

const piece = (uuid: string, parentUuid: string, id: string, block: object, more = {}) => ({
  parentUuid,
  isSidechain: false,
  type: 'assistant',
  message: {
    id,
    role: 'assistant',
    model: 'claude-model',
    content: [block],
    usage: {
      input_tokens: 3,
      cache_read_input_tokens: 90,
      cache_creation_input_tokens: 7,
      output_tokens: 5,
    },
  },
  uuid,
  ...more,
});

const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });
const result = (id: string, content: unknown, more = {}) => [
  { type: 'tool_result', tool_use_id: id, content, ...more },
];

describe('Claude Code', () => {
  const session = [
    { type: 'summary', summary: 'A title', leafUuid: 'b' },
    { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
    user('u1', null, 'go'),
    piece('a1', 'u1', 'm1', { type: 'thinking', thinking: 'hm', signature: 'sig' }),
    piece('a2', 'a1', 'm1', call('t1')),
    piece('a3', 'a2', 'm1', call('t2')),
    // Each result descends from its own call.
    user('r1', 'a2', result('t1', 'one')),
    user('r2', 'a3', result('t2', [{ type: 'text', text: 'two' }], { is_error: true })),
  ];

  it('joins the pieces of a reply, and results of parallel calls', () => {
    const { messages, model, title, details, notes } = parseTranscript(lines(...session));
    assert.deepEqual(messages, [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } },
          { type: 'tool-call', toolCallId: 't1', toolName: 'Bash', input: { command: 'ls' } },
          { type: 'tool-call', toolCallId: 't2', toolName: 'Bash', input: { command: 'ls' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 't1',
            toolName: 'Bash',
            output: { type: 'text', value: 'one' },
          },
          {
            type: 'tool-result',
            toolCallId: 't2',
            toolName: 'Bash',
            output: { type: 'error-text', value: 'two' },
          },
        ],
      },
    ]);
    assert.equal(model, 'claude-model');
    assert.equal(title, 'A title');
    assert.deepEqual(notes, []);
    assert.deepEqual(details[0], { line: 3, timestamp: Date.UTC(2026, 0, 2, 3, 4, 5) });
    assert.deepEqual(details[1]?.usage, {
      inputTokens: 100,
      outputTokens: 5,
      cacheReadTokens: 90,
      cacheWriteTokens: 7,
    });
  });

  it('leaves out what was taken back, sub-agents, errors of the API, and says so', () => {
    const { messages, notes } = parseTranscript(
      lines(
        ...session,
        user('w', 'r2', 'wrong way'),
        piece('wa', 'w', 'm2', { type: 'text', text: 'going wrong' }),
        user('s', 'a3', 'for a sub-agent', { isSidechain: true }),
        piece('e', 'r2', 'm3', { type: 'text', text: 'API Error' }, { isApiErrorMessage: true }),
        user('g', 'r2', 'right way'),
      ),
    );
    assert.equal(messages.length, 4);
    assert.deepEqual(messages[3], { role: 'user', content: 'right way' });
    assert.deepEqual(
      notes.map(({ kind, count, line }) => [kind, count, line]),
      [
        ['sub-agent', 1, 11],
        ['not-sent', 1, 12],
        ['other-branch', 2, 9],
      ],
    );
  });

  it('keeps what a compaction summed up, in place of its summary', () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null };
    for (const logicalParentUuid of ['r2', undefined]) {
      const { messages, notes } = parseTranscript(
        lines(
          ...session,
          { ...boundary, logicalParentUuid },
          user('k', 'c', 'This session is being continued', { isCompactSummary: true }),
          user('n', 'k', 'go on'),
        ),
      );
      assert.equal(messages.length, 4);
      assert.deepEqual(messages[3], { role: 'user', content: 'go on' });
      assert.deepEqual(
        notes.map(({ kind }) => kind),
        ['compaction-left-out'],
      );
    }
  });

  it('reads what is printed as stream-json', () => {
    const { messages, tools } = parseTranscript(
      lines(
        { type: 'system', subtype: 'init', model: 'claude-model', tools: ['Bash'] },
        { type: 'assistant', message: { id: 'm', role: 'assistant', content: [call('t')] } },
        { type: 'user', message: { role: 'user', content: result('t', 'x') } },
        { type: 'result', subtype: 'success', result: 'done' },
      ),
    );
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['assistant', 'tool'],
    );
    assert.deepEqual(tools, [{ name: 'Bash', inputSchema: { type: 'object' } }]);
  });

  it('names the line of a record that is none', () => {
    assert.throws(
      () => parseTranscript(`${lines(...session)}\n{"type":"user"}`),
      (error) =>
        error instanceof TranscriptError && error.line === 9 && error.fault === 'wrong-shape',
    );
  });
});

describe('Codex', () => {
  const item = (payload: object) => ({
    timestamp: '2026-01-02T03:04:05Z',
    type: 'response_item',
    payload,
  });
  const items = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'why' }],
      content: null,
      encrypted_content: 'sealed',
    },
    { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
    { type: 'function_call_output', call_id: 'c1', output: 'files' },
    { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'c2' },
    { type: 'custom_tool_call_output', call_id: 'c2', output: 'done' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ready' }] },
  ];
  const roles = ['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'];

  it('reads rollouts: who was asked, what it cost, what was sealed', () => {
    const { messages, system, model, details, notes, format } = parseTranscript(
      lines(
        { type: 'session_meta', payload: { id: 's', base_instructions: { text: 'Be good' } } },
        { type: 'turn_context', payload: { model: 'gpt-model', cwd: '/' } },
        ...items.slice(0, 3).map(item),
        { type: 'event_msg', payload: { type: 'agent_reasoning', text: 'why' } },
        {
          type: 'event_msg',
          payload: {
            type: 'token_count',
            info: {
              last_token_usage: { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2 },
            },
          },
        },
        ...items.slice(3).map(item),
        { type: 'compacted', payload: { message: 'a summary' } },
        item({ type: 'ghost_snapshot', ghost_commit: {} }),
      ),
    );
    assert.equal(format, 'codex');
    assert.equal(system, 'Be good');
    assert.equal(model, 'gpt-model');
    assert.deepEqual(
      messages.map(({ role }) => role),
      roles,
    );
    assert.deepEqual(messages[1]?.content, [
      {
        type: 'reasoning',
        text: 'why',
        providerOptions: { openai: { reasoningEncryptedContent: 'sealed' } },
      },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'shell', input: { command: ['ls'] } },
    ]);
    assert.deepEqual(details[1]?.usage, { inputTokens: 9, outputTokens: 2, cacheReadTokens: 4 });
    assert.deepEqual(
      notes.map(({ kind }) => kind),
      ['compaction-left-out', 'not-sent'],
    );
  });

  it('reads files of before there were rollout records', () => {
    const { messages, system, format } = parseTranscript(
      lines(
        { id: 's', timestamp: '2025-06-01T00:00:00Z', instructions: 'Be good' },
        { record_type: 'state' },
        ...items,
      ),
    );
    assert.equal(format, 'codex');
    assert.equal(system, 'Be good');
    assert.deepEqual(
      messages.map(({ role }) => role),
      roles,
    );
  });
});
