// promise: api
/**
 * Any transcript becomes a session that every version of the AI SDK takes, whichever host wrote it; what
 * is no transcript is an ImportError that names its line.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  convertToModelMessages as convert5,
  modelMessageSchema as schema5,
  type UIMessage as UIMessage5,
} from 'ai5';
import {
  convertToModelMessages as convert6,
  modelMessageSchema as schema6,
  type UIMessage as UIMessage6,
} from 'ai6';
import {
  convertToModelMessages as convert7,
  modelMessageSchema as schema7,
  type UIMessage as UIMessage7,
} from 'ai7';
import {
  ImportError,
  type Imported,
  importSession,
  type ModelMessage,
} from '../../demo/import/index.ts';
import { scaled } from './support/amount.ts';
import {
  claudeCode,
  exports,
  inRollout,
  items,
  lines,
  story,
  uiMessages,
} from './support/exports.ts';
import { createRng, type Rng } from './support/random.ts';

const read = (text: string, conversation?: number): Imported =>
  importSession(text, { name: 'pasted', ...(conversation !== undefined && { conversation }) });

/** Messages as the story is told: a role, a kind and a text. */
function told(messages: readonly ModelMessage[]): string[][] {
  return messages.flatMap(({ role, content }) => {
    if (typeof content === 'string') return [[role, 'text', content]];
    return content.map((part) => {
      switch (part.type) {
        case 'text':
        case 'reasoning':
          return [role, part.type, part.text];
        case 'tool-call':
          return [
            role,
            part.type,
            `${part.toolCallId} ${part.toolName} ${JSON.stringify(part.input)}`,
          ];
        case 'tool-result':
          return [role, part.type, `${part.toolCallId} ${part.toolName} ${part.output.value}`];
        default:
          return [role, part.type, part.mediaType ?? ''];
      }
    });
  });
}

function assertTaken(
  messages: readonly ModelMessage[],
  schemas = [schema5, schema6, schema7],
): void {
  for (const schema of schemas) {
    for (const message of messages) {
      const { success, error } = schema.safeParse(message);
      assert.ok(success, `${JSON.stringify(message)?.slice(0, 300)}: ${error?.message}`);
    }
  }
}

function faultIn(text: string): ImportError {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof ImportError, `${(error as Error).stack}`);
    assert.doesNotMatch(error.message, /[\p{Cc}\p{Zl}\p{Zp}]/u);
    return error;
  }
  return assert.fail('it was read');
}

describe('each format is found out by what it holds, and tells the same story', () => {
  for (const { name, format, text, without } of exports) {
    it(name, () => {
      const expected = story.filter(([, kind]) => kind !== without);
      const variants = {
        whole: text,
        'with a BOM': `\ufeff${text}`,
        CRLF: text.replaceAll('\n', '\r\n'),
      };
      for (const [variant, source] of Object.entries(variants)) {
        const imported = read(`${source}\n\n`);
        assert.equal(imported.format, format, variant);
        assert.deepEqual(told(imported.session.messages), expected, variant);
        assert.deepEqual(imported.notes, []);
        assert.equal(imported.conversations, 1);
        assert.equal(imported.session.name, 'pasted');
        assert.ok(imported.session.tools.some((tool) => tool.name === 'read'));
        assert.equal(imported.session.system, /brief/.test(text) ? 'Be brief.' : undefined);
        assertTaken(imported.session.messages);
      }
    });
  }
});

describe('UI messages become what the AI SDK makes of them', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';
  const more: UIMessage7[] = [
    {
      id: 's',
      role: 'system',
      parts: [
        { type: 'text', text: 'Be ' },
        { type: 'text', text: 'brief.' },
      ],
    },
    {
      id: 'u',
      role: 'user',
      parts: [
        { type: 'text', text: 'Look.', providerMetadata: { a: { b: 1 } } },
        { type: 'file', mediaType: 'image/png', filename: 'a.png', url: png },
        { type: 'data-weather', data: { warm: true } },
      ],
    },
    {
      id: 'a',
      role: 'assistant',
      metadata: { at: 1 },
      parts: [
        { type: 'step-start' },
        { type: 'source-url', sourceId: '1', url: 'https://example.org/' },
        { type: 'reasoning', text: '', providerMetadata: { anthropic: { signature: 'c2ln' } } },
        {
          type: 'tool-find',
          toolCallId: 'p',
          state: 'output-available',
          input: {},
          output: { found: [1] },
          providerExecuted: true,
        },
        {
          type: 'tool-find',
          toolCallId: 'e',
          state: 'output-error',
          input: {},
          errorText: 'down',
          providerExecuted: true,
        },
        { type: 'tool-read', toolCallId: 'n', state: 'output-available', input: {}, output: null },
        { type: 'tool-read', toolCallId: 'm', state: 'input-available', input: { path: 'x' } },
        { type: 'text', text: 'Done.' },
      ],
    },
    { id: 'u2', role: 'user', parts: [] },
  ];
  const histories: Record<string, UIMessage7[]> = {
    'the story': uiMessages,
    'all kinds of parts': more,
  };

  /** Absent and undefined are one, and an address is its text. */
  const plain = (messages: readonly object[]): unknown =>
    JSON.parse(
      JSON.stringify(messages, (key, value) =>
        key === 'data' && value?.type === 'url' ? String(value.url) : value,
      ),
    );
  const marks = (messages: unknown[]) =>
    (messages as { content: { providerExecuted?: boolean }[] | string }[]).map((message) =>
      typeof message.content === 'string'
        ? message
        : {
            ...message,
            content: message.content.map(({ providerExecuted, ...part }) =>
              providerExecuted ? { ...part, providerExecuted } : part,
            ),
          },
    );

  for (const [name, history] of Object.entries(histories)) {
    it(name, async () => {
      const { session } = read(JSON.stringify(history));
      const whole =
        session.system === undefined ? [] : [{ role: 'system', content: session.system }];
      const mine = marks(plain([...whole, ...session.messages]) as unknown[]);
      const theirs = [
        convert5(history as UIMessage5[]),
        await convert6(history as UIMessage6[]),
        await convert7(history),
      ];
      for (const messages of theirs) assert.deepEqual(mine, marks(plain(messages) as unknown[]));
    });
  }

  it('messages of version 4 without parts', () => {
    const toolInvocations = [
      { state: 'result', toolCallId: 'c1', toolName: 'read', args: { path: 'a' }, result: 'alpha' },
      { state: 'call', toolCallId: 'c2', toolName: 'read', args: {} },
      { state: 'partial-call', toolCallId: 'c3', toolName: 'read', args: {} },
    ];
    const { session } = read(
      JSON.stringify([
        { id: '1', role: 'user', content: 'Read.', experimental_attachments: [{ url: png }] },
        { id: '2', role: 'assistant', content: 'Done.', toolInvocations },
      ]),
    );
    assert.deepEqual(told(session.messages), [
      ['user', 'text', 'Read.'],
      ['user', 'file', 'image/png'],
      ['assistant', 'tool-call', 'c1 read {"path":"a"}'],
      ['assistant', 'tool-call', 'c2 read {}'],
      ['tool', 'tool-result', 'c1 read alpha'],
      ['assistant', 'text', 'Done.'],
    ]);
  });
});

describe('Claude Code: the conversation as it last stood', () => {
  const user = (uuid: string, parentUuid: string | null, content: unknown, rest = {}) => ({
    type: 'user',
    uuid,
    parentUuid,
    isSidechain: false,
    message: { role: 'user', content },
    ...rest,
  });
  const reply = (uuid: string, parentUuid: string, content: unknown[], id = uuid, rest = {}) => ({
    type: 'assistant',
    uuid,
    parentUuid,
    isSidechain: false,
    message: { id, role: 'assistant', content },
    ...rest,
  });
  const text = (value: string) => ({ type: 'text', text: value });
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: id });
  const words = (values: object[]) =>
    told(read(lines(values)).session.messages).map((row) => row[2]);

  it('leaves side chains, errors of the host and what was taken back out, and says so', () => {
    const { session, notes } = read(
      lines([
        ...claudeCode(),
        user('x1', 'u1', 'taken back'),
        reply('x2', 'x1', [text('taken back')]),
        user('y1', null, 'of a helper', { isSidechain: true }),
        reply('z1', 'u8', [text('API Error')], 'z1', { isApiErrorMessage: true }),
        { type: 'attachment', uuid: 'w', parentUuid: 'u8', attachment: { type: 'todo' } },
        reply('v1', 'w', [text('Welcome.')]),
      ]),
    );
    assert.deepEqual(told(session.messages), [...story, ['assistant', 'text', 'Welcome.']]);
    assert.equal(notes.length, 4);
  });

  it('keeps calls at once, whose results make forks', () => {
    for (const parent of ['r1', 'r2']) {
      const values = [
        user('a', null, 'Go.'),
        reply('b', 'a', [use('c1')], 'm'),
        reply('c', 'b', [use('c2')], 'm'),
        user('r1', 'b', [result('c1')]),
        user('r2', 'c', [result('c2')]),
        reply('d', parent, [text('Done.')]),
      ];
      const [, first, second] = read(lines(values)).session.messages;
      assert.deepEqual(
        [first, second].map((message) => message?.content.length),
        [2, 2],
      );
      assert.deepEqual(words(values).at(-1), 'Done.');
    }
  });

  it('joins a reply whose calls were run while it was written', () => {
    const { messages } = read(
      lines([
        user('a', null, 'Go.'),
        reply('b', 'a', [use('c1')], 'm'),
        user('r1', 'b', [result('c1')]),
        reply('c', 'r1', [use('c2')], 'm'),
        user('r2', 'c', [result('c2')]),
      ]),
    ).session;
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content.length]),
      [
        ['user', 3],
        ['assistant', 2],
        ['tool', 2],
      ],
    );
  });

  it('tells what stands before a compaction in full; without it, the summary', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'k',
      parentUuid: null,
      logicalParentUuid: 'b',
      sessionId: 's',
    };
    const summary = user('l', 'k', 'A summary.', { isCompactSummary: true });
    const before = [user('a', null, 'Go.'), reply('b', 'a', [text('Going.')])];
    const after = reply('m', 'l', [text('On.')]);
    assert.deepEqual(words([...before, boundary, summary, after]), ['Go.', 'Going.', 'On.']);
    assert.deepEqual(words([boundary, summary, after]), ['A summary.', 'On.']);
  });

  it('keeps images of results', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
    const content = [text('a'), { type: 'image', source }];
    const { messages } = read(
      lines([
        user('a', null, 'Go.'),
        reply('b', 'a', [use('c1')]),
        user('c', 'b', [{ type: 'tool_result', tool_use_id: 'c1', content }]),
      ]),
    ).session;
    assert.deepEqual(messages.at(-1)?.content, [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'read',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'a' },
            { type: 'image-data', data: source.data, mediaType: 'image/png' },
          ],
        },
      },
    ]);
    assertTaken(messages, [schema6, schema7]);
  });
});

describe('Codex: calls of every kind, and what was taken back', () => {
  const item = (payload: object) => inRollout('response_item', payload);
  const rollout = (...values: object[]) =>
    read(
      lines([
        inRollout('session_meta', { id: 's', base_instructions: { text: 'Be brief.' } }),
        ...items.map(item),
        ...values,
      ]),
    );

  it('reads local shells, custom tools, older outputs and tools of the provider', () => {
    const { session } = rollout(
      item({
        type: 'local_shell_call',
        call_id: 's1',
        status: 'completed',
        action: { command: ['ls'] },
      }),
      item({
        type: 'function_call_output',
        call_id: 's1',
        output: { content: 'a.txt', success: true },
      }),
      item({
        type: 'custom_tool_call',
        call_id: 's2',
        name: 'apply_patch',
        input: '*** Begin Patch',
      }),
      item({ type: 'custom_tool_call_output', call_id: 's2', output: 'Success' }),
      item({
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query: 'q' },
      }),
    );
    assert.equal(session.system, 'Be brief.');
    const rows = told(session.messages)
      .slice(story.length)
      .map((row) => row[2]?.replace(/^call-\d+/, 'p'));
    assert.deepEqual(rows, [
      's1 local_shell {"command":["ls"]}',
      's1 local_shell a.txt',
      's2 apply_patch {"input":"*** Begin Patch"}',
      's2 apply_patch Success',
      'p web_search {"type":"search","query":"q"}',
      'p web_search [object Object]',
    ]);
    assertTaken(session.messages);
  });

  it('takes back turns, and leaves summaries out', () => {
    const { session, notes } = rollout(
      inRollout('compacted', { message: 'A summary.' }),
      item({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Bye.' }],
      }),
      inRollout('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
    );
    assert.deepEqual(told(session.messages), story.slice(0, -1));
    assert.equal(notes.length, 2);
  });
});

describe('OpenAI chat: older calls, images, several conversations', () => {
  it('calls without ids', () => {
    const { session } = read(
      JSON.stringify([
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{"a":1}' } },
        { role: 'function', name: 'read', content: 'alpha' },
      ]),
    );
    const [, [, , called] = [], [, , given] = []] = told(session.messages);
    assert.equal(called?.replace(/^\S+/, ''), ' read {"a":1}');
    assert.equal(given?.split(' ')[0], called?.split(' ')[0]);
  });

  it('a conversation a line, or in a list', () => {
    const chat = (content: string) => ({ messages: [{ role: 'user', content }] });
    const chats = [chat('one'), chat('two'), chat('three')];
    for (const text of [lines(chats), JSON.stringify(chats, null, 2)]) {
      const { conversations, session } = read(text, 2);
      assert.equal(conversations, 3);
      assert.equal(session.name, 'pasted 2');
      assert.deepEqual(told(session.messages), [['user', 'text', 'two']]);
      assert.throws(() => read(text, 4), { code: 'no-conversation' });
    }
  });

  it('the longest one, where none is asked for', () => {
    const chat = (length: number) => ({
      messages: Array.from({ length }, (_, at) => ({ role: 'user', content: `${length}, ${at}` })),
    });
    for (const lengths of [[1, 3, 2], [3, 1, 3], [2], [0, 1]]) {
      const { conversation, session } = read(lines(lengths.map(chat)));
      assert.equal(session.messages.length, Math.max(...lengths));
      assert.equal(conversation, lengths.indexOf(Math.max(...lengths)) + 1);
    }
  });
});

describe('what is no session is an error of one line that names its place', () => {
  const ok = { role: 'user', content: 'Hello.' };
  const call = { type: 'tool-call', toolName: 'read', input: {} };
  const cases: [name: string, text: string, code: string, line?: number][] = [
    ['nothing', '', 'empty'],
    ['blank lines', ' \n\r\n\t', 'empty'],
    ['prose', 'Dear diary,\nit rained.', 'not-json'],
    [
      'a broken first line',
      `{"role":\n${JSON.stringify(ok)}\n${JSON.stringify(ok)}`,
      'not-json',
      1,
    ],
    ['a broken line', `${lines([ok, ok])}\n{"role":"user",,}\n${lines([ok])}`, 'not-json', 3],
    [
      'a broken document',
      `[\n{"role":"user","content":"a"},\n{"role":"user" "content"}\n]`,
      'not-json',
      3,
    ],
    ['no messages', '{"messages":[]}', 'no-messages'],
    ['an empty list', '[]', 'no-messages'],
    ['a number', '17', 'unknown-format', 1],
    ['other JSON Lines', '{"a":1}\n{"a":2}', 'unknown-format', 1],
    ['null content', lines([ok, { role: 'user', content: null }]), 'bad-message', 2],
    ['an unknown role', lines([ok, ok, { role: 'narrator', content: 'a' }]), 'bad-message', 3],
    ['a line that is no object', lines([ok, 7]), 'bad-message', 2],
    [
      'a call without an id, in a document',
      JSON.stringify({ messages: [ok, { role: 'assistant', content: [call] }] }, null, 2),
      'bad-message',
      7,
    ],
    ['only bookkeeping', '{"type":"summary","summary":"a","leafUuid":"b"}', 'no-messages'],
    [
      'control characters',
      `${lines([ok])}\n{"role":"\u001b]0;x\u0007","content":"a"}\n`,
      'not-json',
      2,
    ],
    [
      'steering in a role',
      lines([ok, { role: '\u001b[2J\u202e', content: 'a' }]),
      'bad-message',
      2,
    ],
  ];
  for (const [name, text, code, line] of cases) {
    it(name, () => {
      const fault = faultIn(text);
      assert.equal(fault.code, code);
      assert.equal(fault.line, line ?? fault.line);
      if (line !== undefined) assert.match(fault.message, new RegExp(`^line ${line}: `));
    });
  }

  it('a last line that was cut off is left out, and that is said', () => {
    const text = lines(claudeCode());
    const { session, notes } = read(text.slice(0, -30));
    assert.deepEqual(told(session.messages), story.slice(0, -1));
    assert.equal(notes.length, 1);
  });
});

describe('hostile texts end in a session or an ImportError', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const said = (content: string) => `{"role":"user","content":${content}}`;

  it('deep nesting, wherever it stands', () => {
    const depth = 100_000;
    assert.equal(faultIn(deep(depth)).code, 'too-deep');
    assert.equal(faultIn(`${said('"a"')}\n${said(deep(depth))}`).line, 2);
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: deep(depth) } };
    const { session } = read(lines([{ role: 'assistant', content: null, tool_calls: [call] }]));
    JSON.stringify(session);
    assertTaken(session.messages);
  });

  it('names of prototypes', () => {
    const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const call = `{"id":"__proto__","function":{"name":"__proto__","arguments":"{\\"__proto__\\":{}}"},${keys}}`;
    const { session } = read(
      `[{"role":"assistant","content":null,"tool_calls":[${call}],${keys}},` +
        `{"role":"tool","tool_call_id":"__proto__","content":"a",${keys}}]`,
    );
    assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined);
    assert.equal((session.messages[0] as { polluted?: unknown }).polluted, undefined);
    assert.deepEqual(told(session.messages)[1], ['tool', 'tool-result', '__proto__ __proto__ a']);
  });

  it('halves of surrogate pairs and NUL', () => {
    const text = 'a\ud800\u0000b';
    const { session } = read(JSON.stringify([{ role: 'user', content: text }]));
    assert.equal(session.messages[0]?.content, text);
    assert.ok(faultIn('\u0000\ud800{').code);
  });

  it('loops and chains of parents', () => {
    const line = (uuid: string, parentUuid: string) =>
      `{"type":"user","uuid":"${uuid}","parentUuid":"${parentUuid}","message":{"content":"a"}}`;
    assert.equal(read(`${line('a', 'b')}\n${line('b', 'a')}`).session.messages.length, 2);
    const count = 50_000;
    const chain = Array.from({ length: count }, (_, i) => line(`u${i}`, `u${i - 1}`));
    assert.equal(read(chain.join('\n')).session.messages.length, count);
    assert.equal(read(chain.reverse().join('\n')).session.messages.length > 0, true);
  });

  it('as many results of a provider and as many unknown kinds as fit', () => {
    const blocks = Array.from({ length: 100_000 }, (_, i) =>
      i % 2 === 0 ? { type: 'x_tool_result', tool_use_id: `${i}` } : { type: `kind ${i}` },
    );
    const { session, notes } = read(
      JSON.stringify([
        { role: 'assistant', content: [...blocks, { type: 'tool_use', id: '', name: '' }] },
      ]),
    );
    assert.equal(session.messages[0]?.content.length, 50_001);
    assert.ok(notes.length < 50);
  });

  it('50 MB: many lines, one line, one text, many values', () => {
    const size = 50_000_000;
    const row = said(`"${'word '.repeat(200)}"`);
    const rows = Array.from({ length: Math.ceil(size / row.length) }, () => row);
    assert.equal(read(rows.join('\n')).session.messages.length, rows.length);
    assert.equal(read(`[${rows.join(',')}]`).session.messages.length, rows.length);
    assert.equal(read(`[${said(`"${'\\"'.repeat(size / 2)}"`)}]`).session.messages.length, 1);
    assert.equal(faultIn(`[${'[],'.repeat(size / 3)}[]]`).code, 'too-large');
    assert.ok(faultIn(`[${rows.join(',\n')}`).code);
    assert.ok(faultIn('"\n'.repeat(size / 2)).code);
    assert.equal(faultIn(`{}\n${'1\n'.repeat(size / 2)}`).code, 'too-large');
    assert.equal(faultIn('\n'.repeat(size)).code, 'empty');
  });
});

/** Values that stand where others did. */
const strangers: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  '',
  'user',
  'tool',
  '__proto__',
  '\ud800',
  '{"a":',
  [],
  {},
  [null],
  [[]],
  [{}],
  { type: 'text' },
  { type: 'output-available', value: null },
  { role: 'assistant', content: null },
];

/** A copy in which something is replaced, removed or renamed, anywhere. */
function altered(value: unknown, rng: Rng, rate: number): unknown {
  if (rng.chance(rate)) return rng.pick(strangers);
  if (Array.isArray(value)) {
    const kept = value.filter(() => !rng.chance(rate)).map((item) => altered(item, rng, rate));
    return rng.chance(rate) ? rng.shuffle(kept) : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      rng.chance(rate) ? [] : [[rng.chance(rate / 4) ? 'type' : key, altered(item, rng, rate)]],
    ),
  );
}

/** The text of a session with some of its values, or some of its characters, altered. */
function damaged(text: string, rng: Rng): string {
  if (rng.chance(0.3)) {
    const from = rng.int(0, text.length);
    const stranger = rng.pick(['', '"', '\\', '{', ']', '\n', '\u0000', '\ud800', ',']);
    return text.slice(0, from) + stranger + text.slice(from + rng.int(0, 20));
  }
  const rate = rng.pick([0.003, 0.01, 0.05]);
  const isLines = /^\{.*\}\n\{/.test(text);
  return (isLines ? text.split('\n') : [text])
    .map((value) => JSON.stringify(altered(JSON.parse(value), rng, rate)) ?? '')
    .join('\n');
}

it('whatever happens to a session, its import ends in one that the SDK takes or in an ImportError', () => {
  let taken = 0;
  let refused = 0;
  for (let seed = 0; seed < scaled(6_000); seed++) {
    const rng = createRng(seed);
    const { name, text } = rng.pick(exports);
    const source = damaged(text, rng);
    try {
      assertTaken(read(source).session.messages, [schema7]);
      taken += 1;
    } catch (error) {
      const known = error instanceof ImportError;
      assert.ok(
        known,
        `seed ${seed}, ${name}: ${(error as Error).stack}\n${source.slice(0, 2_000)}`,
      );
      refused += 1;
    }
  }
  assert.ok(taken > refused / 10 && refused > taken / 10, `${taken} taken, ${refused} refused`);
});
