// promise: 1 always valid, 2 never mutates, 7 keeps the prefix
/**
 * Calls whose input is no JSON object, and aborted replies that left nothing but a thought: what hosts
 * store of them, in every dialect, and what a view makes of it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { type CompactorOptions, createCompactor } from 'epitome';
import { countMessages } from 'epitome/tokens';
import { scaled } from './support/amount.ts';
import { EventLog, prose } from './support/conversation.ts';
import { createRng, type Rng } from './support/random.ts';
import { deepFreeze } from './support/recording-sink.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of four dialects.
type Loose = any;

interface Form {
  /** A call of `id` and its failed result. */
  step(id: string, input: unknown): Loose[];
  /** The input of a message that `step` made, as the provider gets it. */
  input(call: Loose): unknown;
}

const sdk = (field: string, result: (text: string) => Loose): Form => ({
  step: (toolCallId, input) => {
    const ids = { toolCallId, toolName: 'write_file' };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', ...ids, [field]: input }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...ids, ...result(`bad ${prose(900, toolCallId)}`) }],
      },
    ];
  },
  input: (call) => call.content[0][field],
});

const forms: Record<string, Form> = {
  'ai-sdk': sdk('input', (value) => ({ output: { type: 'error-text', value } })),
  'ai-sdk-4': sdk('args', (result) => ({ result, isError: true })),
  'openai-chat': {
    step: (id, input) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'write_file', arguments: input } }],
      },
      { role: 'tool', tool_call_id: id, content: `bad ${prose(900, id)}` },
    ],
    input: ({ tool_calls: calls }) => {
      const text = calls[0].function.arguments;
      return typeof text === 'string' ? JSON.parse(text) : text;
    },
  },
  anthropic: {
    step: (id, input) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'write_file', input }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: prose(900, id), is_error: true },
        ],
      },
    ],
    input: (call) => call.content[0].input,
  },
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something that a host may hold where an input should be. */
function junk(rng: Rng): unknown {
  const sound = JSON.stringify({ path: 'src/a "b".ts', content: 'line\n'.repeat(rng.int(0, 40)) });
  return rng.pick<() => unknown>([
    () => rng.pick([undefined, null, '', ' \n', 'null', '[]', '""', '{', '{}', '"', '0']),
    () => rng.pick([0, Number.NaN, -1.5, true, 5n, Symbol('s'), () => 1, new Date(0)]),
    () => [[], [1, 'a', { b: null }], ['x'.repeat(5_000)], [5n]][rng.int(0, 3)],
    () => sound.slice(0, rng.int(1, sound.length - 1)),
    () => sound,
    () => JSON.stringify(sound),
    () => `${sound}${sound}`,
    () => '\\"'.repeat(rng.int(1, 3_000)),
    () => '😀\ud83d'.repeat(rng.int(1, 2_000)),
    () => 'write the file, please',
    () => new String('{"a":1'),
    () => {
      const form = rng.pick(['text', null, [1]]);
      return { toJSON: () => form };
    },
    () => '['.repeat(20_000),
  ])();
}

/** Views of each step, and where one was written anew. */
async function play(dialect: string, history: Loose[], options: CompactorOptions) {
  const log = new EventLog();
  const chosen = { dialect, system: '', tools: {}, ...options } as CompactorOptions;
  using compactor = await createCompactor({ ...chosen, onEvent: log.onEvent });
  const session = compactor.session();
  const views: string[] = [];
  const messages: Loose[][] = [];
  let rewrites = 0;
  for (
    let end = 1;
    end <= history.length;
    end = Math.max(end + 1, Math.min(end + 2, history.length))
  ) {
    const view = (await session.prepare<Loose>(history.slice(0, end))).messages;
    const text = JSON.stringify(view);
    const before = views.at(-1)?.slice(0, -1);
    if (before !== undefined && log.rewrites.length === rewrites) {
      assert.ok(text.startsWith(before), `the view of ${end} messages changes what was sent`);
    }
    rewrites = log.rewrites.length;
    views.push(text);
    messages.push(view);
  }
  using other = await createCompactor(chosen);
  const again = await other
    .session(undefined, { state: session.snapshot() })
    .prepare<Loose>(history);
  assert.ok(JSON.stringify(again.messages) === views.at(-1), 'another process has the same bytes');
  return { view: messages.at(-1) as Loose[], log, rewrites };
}

const user = (text: string) => ({ role: 'user', content: text });

describe('a call whose input is no JSON object shows as one', () => {
  for (const [dialect, form] of Object.entries(forms)) {
    for (const contextWindow of [200_000, 8_000]) {
      const count = async (messages: Loose[]) =>
        (await countMessages(messages, { dialect } as Loose)).tokens;

      it(`${dialect}, a window of ${contextWindow}: whatever stands there`, async () => {
        for (let round = 0; round < scaled(3); round += 1) {
          const rng = createRng(`inputs ${dialect} ${contextWindow} ${round}`);
          const history: Loose[] = [user('Write the files.')];
          for (let i = 0; i < 24; i += 1) history.push(...form.step(`c${i}`, junk(rng)));
          deepFreeze(history);
          const { view, log, rewrites } = await play(dialect, history, { contextWindow });
          const calls = view.filter((message) => message.role === 'assistant');
          for (const call of calls) {
            const told = JSON.stringify(call)?.slice(0, 300);
            const sent = JSON.parse(JSON.stringify(call));
            assert.ok(isObject(form.input(sent)), `no object: ${told}`);
            assert.ok(JSON.stringify(call).length < 6_000, `too long: ${told}`);
          }
          assert.equal(rewrites > 0, contextWindow === 8_000);
          assert.deepEqual(log.of('error'), []);
          // Each host message whose input is not sent as it is has a repair of its own, and no other has.
          const told = log.of('repair').flatMap(({ repairs }) => repairs);
          for (const { repair } of told) assert.match(repair, /^(invalid-input|ill-formed-text)$/);
          if (rewrites > 0) continue;
          assert.equal(await count(view), await count(history));
          const changed = history.flatMap((message, at) => (view[at] === message ? [] : [at + 1]));
          const invalid = told.filter(({ repair }) => repair === 'invalid-input');
          assert.deepEqual(new Set(invalid.map(({ message }) => message)), new Set(changed));
        }
      });
    }
  }

  it('the view says what was there, or nothing where there was nothing', async () => {
    const told: [unknown, unknown][] = [
      [
        '{"path": "a.md", "content": "half',
        { 'invalid input': '{"path": "a.md", "content": "half' },
      ],
      ['{"path":"a.md"}', { path: 'a.md' }],
      ['"{\\"path\\":\\"a.md\\"}"', { path: 'a.md' }],
      ['', {}],
      ['null', {}],
      [null, {}],
      [undefined, {}],
      [[], {}],
      [['a'], { 'invalid input': '["a"]' }],
    ];
    for (const [dialect, form] of Object.entries(forms)) {
      for (const [input, expected] of told) {
        const history = deepFreeze([user('Go.'), ...form.step('c', input), user('On.')]);
        const { view } = await play(dialect, history, { contextWindow: 200_000 });
        assert.deepEqual(form.input(view[1]), expected, `${dialect} ${JSON.stringify(input)}`);
      }
    }
  });

  it('and what a provider takes today stays by reference', async () => {
    class Input {
      path = 'a';
    }
    const sound = [{}, { path: 'a' }, new Input(), { toJSON: () => ({ a: 1 }) }, new Map([[1, 2]])];
    const texts = ['{}', ' {"a": 1}\n', '{"a":"\\ud83d"}', '{"a":{"b":[]}}', { path: 'an object' }];
    for (const [dialect, form] of Object.entries(forms)) {
      const inputs = dialect === 'openai-chat' ? texts : sound;
      const history: Loose[] = [
        user('Go.'),
        ...inputs.flatMap((input, i) => form.step(`c${i}`, input)),
      ];
      const { view, log } = await play(dialect, history, { contextWindow: 200_000 });
      assert.deepEqual(log.of('repair'), []);
      for (const [index, message] of history.entries()) assert.equal(view[index], message);
    }
  });

  it('a custom tool of OpenAI has a text for its input', async () => {
    const [call, result] = forms['ai-sdk']?.step('c', 'SELECT 1') ?? [];
    call.content[0].providerOptions = { openai: { itemId: 'ctc_68' } };
    const history = [user('Go.'), call, result];
    const { view } = await play('ai-sdk', history, { contextWindow: 200_000 });
    assert.equal(view[1], call);
  });
});

const versions: Record<string, Loose> = { 'ai 5': ai5, 'ai 6': ai6, 'ai 7': ai7 };

/** What `useChat` has stored, as the SDK gives it to a model. */
function stored(version: Loose, ...parts: Loose[]): Promise<Loose[]> {
  return version.convertToModelMessages([
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Write.' }] },
    { id: '2', role: 'assistant', parts },
    { id: '3', role: 'user', parts: [{ type: 'text', text: 'Again.' }] },
  ]);
}

/** The first view of a history, through the hook of the loop. */
async function firstView(messages: Loose[]) {
  const log = new EventLog();
  using compactor = await createCompactor({
    contextWindow: 200_000,
    system: '',
    tools: {},
    onEvent: log.onEvent,
  });
  const model = { modelId: 'unknown-model', provider: 'test' };
  const step = { messages: deepFreeze(messages), steps: [], stepNumber: 0, model };
  const answer = await compactor.session().prepareStep(step as Loose);
  const repairs = log.of('repair').flatMap((event) => event.repairs);
  return { view: (answer?.messages ?? messages) as Loose[], repairs };
}

describe('what `useChat` has stored of a reply that went wrong', () => {
  for (const [name, version] of Object.entries(versions)) {
    it(`${name}: arguments that its tool did not take`, async () => {
      for (const rawInput of ['{"path": "a.md", "content": "half', null, [], '', 'text', 7]) {
        const call = { type: 'tool-write_file', toolCallId: 'b', state: 'output-error', rawInput };
        const messages = await stored(version, { ...call, errorText: 'bad input' });
        const { view, repairs } = await firstView(messages);
        const { input } = view[1].content[0];
        assert.ok(isObject(input), `${JSON.stringify(rawInput)} became ${JSON.stringify(input)}`);
        assert.deepEqual(repairs, [{ repair: 'invalid-input', message: 2 }]);
      }
    });

    it(`${name}: nothing but a thought that no provider takes alone`, async () => {
      const options = [
        { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } },
        { azure: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' } },
        { google: { thoughtSignature: 'signed' } },
      ];
      for (const providerMetadata of options) {
        const thought = { type: 'reasoning', text: '', state: 'done', providerMetadata };
        const messages = await stored(version, { type: 'step-start' }, thought);
        const { view, repairs } = await firstView(messages);
        assert.deepEqual(view, [messages[0], messages.at(-1)]);
        assert.deepEqual(repairs, [{ repair: 'empty-message', message: 2 }]);
      }
    });

    it(`${name}: a thought stays with what it led to, and one of Anthropic's in its chain`, async () => {
      const thought = (providerMetadata: Loose) => ({
        type: 'reasoning',
        text: 'So.',
        providerMetadata,
      });
      const start = { type: 'step-start' };
      const openai = thought({ openai: { itemId: 'rs_1' } });
      const text = { type: 'text', text: 'Done.' };
      for (const parts of [
        [start, thought({ anthropic: { signature: 'signed' } })],
        [start, openai, text],
        [start, openai, start, text],
      ]) {
        const messages = await stored(version, ...parts);
        const { view, repairs } = await firstView(messages);
        assert.deepEqual(view, messages);
        assert.deepEqual(repairs, []);
      }
    });
  }

  it('a thought that led to nothing is left out of every turn, beside a fold, too', async () => {
    const providerOptions = { openai: { itemId: 'rs_1' } };
    const thought = {
      role: 'assistant',
      content: [{ type: 'reasoning', text: '', providerOptions }],
    };
    for (const contextWindow of [200_000, 8_000]) {
      const history: Loose[] = [];
      for (let i = 0; i < 30; i += 1)
        history.push(user(`Go ${i}. ${prose(1_200, `${i}`)}`), thought);
      const { view } = await play('ai-sdk', deepFreeze(history.slice(0, -1)), { contextWindow });
      assert.ok(view.every((message) => message.role !== 'assistant'));
    }
  });
});
