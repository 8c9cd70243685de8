// promise: api
/**
 * What a host may set: every wrong option fails at once and is named, and what is left out has its
 * documented default.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createCompactor, EpitomeError } from 'epitome';
import { countRequest } from 'epitome/tokens';
import { maker } from './support/compactors.ts';
import { user } from './support/conversation.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Wrong = any;

const amounts: unknown[] = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null, {}];
const wholes: unknown[] = [0, -5, 1.5, Number.NaN, 2 ** 40, '5', null, []];

const section = { heading: 'Leads', instruction: 'Every company.' };
const sections: unknown[] = [
  {},
  ['Leads'],
  [{ heading: 'Leads' }],
  [{ ...section, level: 2 }],
  [{ ...section, heading: '' }],
  [{ ...section, heading: 'h'.repeat(121) }],
  [{ ...section, instruction: 'x'.repeat(501) }],
  Array(17).fill(section),
];
const summaries: unknown[] = [
  ...[null, 'record', [], { form: 'record' }, { shape: 'Record' }, { shape: 1 }],
  ...[{ instructions: 5 }, { instructions: 'x'.repeat(2_001) }],
  ...sections.map((list) => ({ sections: list })),
];

/** Wrong values of each option that may be set for a session as well. */
const wrongValues: Record<string, unknown[]> = {
  quiet: [1, 'yes', null, {}],
  stateBytes: [0, 32_767, 1_048_577, 65_536.5, '64 KB', Number.NaN],
  summary: summaries,
  preset: summaries.map((summary) => ({ summary })),
  contextWindow: [...wholes, 255],
  model: ['', 5, null, {}, { modelId: '' }, { modelId: 7 }, () => {}],
  models: [
    null,
    [],
    'x',
    { a: 5 },
    { a: null },
    { a: {} },
    { a: { contextWindow: 1 } },
    { a: { contextWindow: 8_000, maxOutputTokens: 0 } },
  ],
  summarize: [null, {}, 'gpt', { summarize: () => '' }],
  summarizeTimeout: wholes,
  summarizeParallel: wholes,
  maxOutputTokens: wholes,
  system: [null, 5, {}, ['You help.']],
  tools: [null, 'read', 5, () => {}],
  trigger: amounts,
  target: amounts,
  keepRecent: [
    null,
    5,
    [],
    { token: 5 },
    { tokens: 0 },
    { tokens: -1 },
    { tokens: '5' },
    { messages: -1 },
    { messages: 1.5 },
    { messages: Number.NaN },
  ],
  userWords: amounts,
  dialect: ['', 'openai', 'ai-sdk-5', null, 5],
  onEvent: [null, {}, 'log'],
  abortSignal: [null, {}, new AbortController(), true],
};

function expectInvalid(name: string) {
  return (error: unknown): boolean => {
    assert.ok(EpitomeError.isInstance(error), `${error} is one of ours`);
    assert.equal(error.code, 'invalid-option');
    assert.match(error.message, new RegExp(`\`${name}[.[\`]`), `it names ${name}`);
    return true;
  };
}

const make = maker({});
const create = async (options: Wrong = { contextWindow: 8_000 }) => (await make(options)).compactor;

describe('a wrong option', () => {
  for (const [name, values] of Object.entries({ ...wrongValues, state: [5, []] })) {
    it(`is refused by compactors, sessions and hooks: ${name}`, async () => {
      const base = name === 'contextWindow' ? { model: 'gpt-4o' } : { contextWindow: 8_000 };
      const compactor = await create();
      for (const value of values) {
        const own = { [name]: value };
        await assert.rejects(create({ ...base, ...own }), expectInvalid(name));
        assert.throws(() => compactor.session('a', own as Wrong), expectInvalid(name));
        const shared = { sessionId: () => 'a', overrides: own };
        assert.throws(() => compactor.prepareStep(shared as Wrong), expectInvalid(name));
      }
      assert.ok(compactor.session('a', {}), 'a refused session was not opened');
    });
  }
});

describe('options of createCompactor', () => {
  it('says which bound a number is beyond', async () => {
    const beyond = 1_000_000_000_000;
    for (const name of ['contextWindow', 'trigger', 'maxOutputTokens', 'stateBytes']) {
      const failed = await create({ contextWindow: 8_000, [name]: beyond }).catch((error) => error);
      const { message } = failed as Error;
      const bounds = [...message.matchAll(/\d+/g)].map(([digits]) => Number(digits));
      assert.ok(
        bounds.some((bound) => bound >= 1_048_576 && bound <= beyond),
        message,
      );
      assert.match(message, /at most|below/);
    }
  });

  it('refuses a wrong wasm', async () => {
    for (const value of ['', 5, null, {}, [], () => {}, true]) {
      await assert.rejects(create({ contextWindow: 8_000, wasm: value }), expectInvalid('wasm'));
    }
  });

  it('refuses names that it does not know, inherited ones too', async () => {
    for (const name of ['contextwindow', 'state', 'constructor', 'toString', 'maxTokens']) {
      const options = { contextWindow: 8_000, [name]: undefined };
      await assert.rejects(create(options), expectInvalid(name));
    }
  });

  it('refuses what is no object of options, or sizes no window', async () => {
    const none = { contextWindow: undefined };
    for (const options of [undefined, null, 8_000, 'gpt-4o', [], () => {}, {}, none]) {
      await assert.rejects(createCompactor(options as Wrong), { code: 'invalid-option' });
    }
    await assert.rejects(create({}), expectInvalid('contextWindow'));
    await assert.rejects(create({}), expectInvalid('model'));
  });

  it('says what it got', async () => {
    const cases: [unknown, RegExp][] = [
      ['x'.repeat(5_000), /got 'x{10,60}'$/],
      [Number.NaN, /got NaN$/],
      [null, /got null$/],
      [[], /got an array$/],
      [{}, /got an object$/],
    ];
    for (const [value, message] of cases) {
      await assert.rejects(create({ contextWindow: value }), { message });
    }
  });

  it('takes undefined for what is not set', async () => {
    const names = [...Object.keys(wrongValues), 'wasm'].filter((name) => name !== 'contextWindow');
    const unset = Object.fromEntries(names.map((name) => [name, undefined]));
    const compactor = await create({ contextWindow: 8_000, ...unset });
    assert.equal(compactor.session().usage().compactions, 0);
  });

  it('reports a module that is none, or another one, as load-failed', async () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const elsewhere = new URL('http://127.0.0.1:1/core.wasm');
    for (const wasm of [new Uint8Array([1, 2, 3]), empty.slice(0, 6), elsewhere, 'no url']) {
      await assert.rejects(create({ contextWindow: 8_000, wasm }), { code: 'load-failed' });
    }
  });

  it('takes a module, its bytes, or a URL', async () => {
    const bytes = await readFile(new URL('../../dist/core.wasm', import.meta.url));
    const data = `data:application/wasm;base64,${bytes.toString('base64')}`;
    const buffer = new Uint8Array(bytes).buffer;
    for (const wasm of [await WebAssembly.compile(bytes), bytes, buffer, data, new URL(data)]) {
      const compactor = await create({ contextWindow: 8_000, wasm });
      assert.equal(compactor.estimateTokens('four'), 1);
    }
  });

  it('leaves the given object alone, and copies it', async () => {
    const options = Object.freeze({ contextWindow: 8_000 });
    const compactor = await create(options);
    const changed = { contextWindow: 8_000 };
    const second = await create(changed);
    changed.contextWindow = 300;
    for (const each of [compactor, second]) {
      const session = each.session();
      await session.prepare([user('hi')]);
      assert.equal(session.explain().budget.contextWindow, 8_000);
    }
  });
});

describe('overrides of a session', () => {
  it('refuses wasm, unknown names and what is no object', async () => {
    const compactor = await create();
    const session = (overrides: Wrong) => () => compactor.session(undefined, overrides);
    assert.throws(session({ wasm: 'core.wasm' }), expectInvalid('wasm'));
    assert.throws(session({ window: 5 }), expectInvalid('window'));
    for (const overrides of [null, 5, 'x', []]) {
      assert.throws(session(overrides), { code: 'invalid-option' });
    }
  });

  it('take the place of the compactor’s options; undefined leaves them', async () => {
    const compactor = await create({ contextWindow: 8_000, maxOutputTokens: 500 });
    const own = { contextWindow: undefined, maxOutputTokens: 700 };
    const session = compactor.session('a', own as Wrong);
    await session.prepare([user('hi')]);
    const { contextWindow, outputReserve } = session.explain().budget;
    assert.deepEqual([contextWindow, outputReserve], [8_000, 700]);
  });

  it('count when a session is opened, and change nothing of one that is open', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const session = compactor.session('a', { contextWindow: 6_000 });
    await session.prepare([user('hi')]);
    const state = session.snapshot();
    for (const overrides of [undefined, {}, { state, contextWindow: 9_000 }, { state: null }]) {
      assert.equal(compactor.session('a', overrides), session);
    }
    assert.equal(session.explain().budget.contextWindow, 6_000);
    session.dispose();
    assert.notEqual(compactor.session('a', {}), session);
  });
});

describe('options that the engine could not take', () => {
  const many = <T>(count: number, value: (i: number) => T, name = 'tool'): Record<string, T> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, value(i)]));
  const keep = () => ({ keep: true });
  const long = (i: number) => ({
    tools: `tool_with_a_name_of_its_own_${i}`,
    does: 'read' as const,
    of: 'path file_path filename',
  });
  const resources = Array.from({ length: 3_000 }, (_, i) => long(i));
  const wrong: [string, Wrong][] = [
    ['results', { results: { tools: many(201, keep) } }],
    ['results', { results: { tools: { 'lone \ud800': { keep: true } } } }],
    ['redact', { redact: { patterns: many(65, (i) => `acme${i}_[a-z]{9}`, 'p') } }],
    ['resources', { resources }],
    ['resources', { trigger: 0.5, resources, results: { tools: many(200, keep) } }],
  ];

  it('fail by name where they are given: compactor, agent, session, hook, child', async () => {
    const sound = await create();
    const parent = sound.session('parent');
    for (const [name, options] of wrong) {
      const agents = { coder: options };
      await assert.rejects(create({ contextWindow: 8_000, ...options }), expectInvalid(name));
      await assert.rejects(create({ contextWindow: 8_000, agents }), (error: Error) => {
        assert.match(error.message, /coder/);
        return expectInvalid(error.message.includes('`agents.coder') ? 'agents' : name)(error);
      });
      const shared = { sessionId: () => 'a', overrides: options };
      assert.throws(() => sound.session('a', options), expectInvalid(name));
      assert.throws(() => sound.prepareStep(shared), expectInvalid(name));
      assert.throws(() => parent.child('c', options), expectInvalid(name));
    }
    assert.ok(sound.session('a', {}), 'a refused session was not opened');
  });

  it('fail, too, where only layers together are too many', async () => {
    const results = { tools: many(200, keep) };
    const compactor = await create({ contextWindow: 8_000, results });
    const more = { results: { tools: many(200, keep, 'other') } };
    assert.throws(() => compactor.session('a', more), expectInvalid('results'));
  });

  it('work up to there', async () => {
    const compactor = await create({
      contextWindow: 8_000,
      results: { tools: many(200, keep) },
      redact: { patterns: many(64, (i) => `acme${i}_[a-z]{9}`, 'p') },
      resources: resources.slice(0, 300),
    });
    assert.equal(compactor.session().usage().compactions, 0);
  });
});

describe('defaults', () => {
  const budgetOf = async (options: object, step: object = {}) => {
    const session = (await create(options)).session();
    await session.prepare([user('hi')], step);
    return session.explain().budget;
  };

  it('reserve an eighth of the window for the output, at most 8,192, and assume an overhead', async () => {
    assert.deepEqual(await budgetOf({ contextWindow: 16_000 }), {
      contextWindow: 16_000,
      outputReserve: 2_000,
      hostOverhead: 4_000,
      margin: 0,
      total: 10_000,
      trigger: 8_000,
      target: 4_000,
    });
    const large = await budgetOf({ contextWindow: 1_000_000 });
    assert.equal(large.outputReserve, 8_192);
    assert.equal(large.hostOverhead, 8_000);
  });

  it('C14: take fractions of the budget and tokens alike', async () => {
    const options = { contextWindow: 16_000, trigger: 0.5, target: 1_000 };
    const { trigger, target } = await budgetOf(options);
    assert.deepEqual({ trigger, target }, { trigger: 5_000, target: 1_000 });
  });

  it('size the window by the model: given, by an object, by the step, from `models`', async () => {
    const window = async (options: object, step?: object) =>
      (await budgetOf(options, step)).contextWindow;
    assert.equal(await window({ model: 'gpt-4o' }), 128_000);
    assert.equal(await window({ model: { modelId: 'gpt-4o', provider: 'openai' } }), 128_000);
    assert.equal(await window({ model: 'openai/gpt-4o' }), 128_000);
    const models = { mine: { contextWindow: 9_000, maxOutputTokens: 400 } };
    assert.equal(await window({ model: 'mine', models }), 9_000);
    assert.equal((await budgetOf({ model: 'mine', models })).outputReserve, 400);
    assert.equal(await window({ model: 'gpt-4o', models }, { model: { modelId: 'mine' } }), 9_000);
    assert.equal(await window({ contextWindow: 5_000, models }, { model: 'mine' }), 5_000);
  });

  it('C16: count the host’s system prompt and tools when they are given', async () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } } };
    const tools = { read: { description: 'Reads a file.', inputSchema: { jsonSchema: schema } } };
    const system = 'Be brief. '.repeat(40);
    for (const family of ['o200k', 'claude'] as const) {
      const shared = { contextWindow: 16_000, family };
      const { hostOverhead } = await budgetOf({ ...shared, system, tools });
      assert.equal(hostOverhead, (await countRequest({ system, tools, family })).tokens);
      const bare = await budgetOf({ ...shared, system: '' });
      assert.equal(bare.hostOverhead, (await countRequest({ family })).tokens);
    }
  });

  it('survive tools that can’t be read', async () => {
    const throwing = {
      proxy: new Proxy({}, { get: () => assert.fail('trap'), has: () => assert.fail('trap') }),
    };
    const { hostOverhead } = await budgetOf({ contextWindow: 16_000, tools: throwing });
    assert.ok(hostOverhead > 0 && hostOverhead < 100);
  });
});

describe('sessions by id', () => {
  it('are one per id, and a new one without an id', async () => {
    const compactor = await create();
    assert.equal(compactor.session('a'), compactor.session('a'));
    assert.notEqual(compactor.session('a'), compactor.session('b'));
    assert.notEqual(compactor.session(), compactor.session());
    assert.equal(compactor.session('a').id, 'a');
    assert.match(compactor.session().id, /^session-\d+$/);
    const odd = compactor.session('__proto__');
    assert.equal(compactor.session('__proto__'), odd);
  });

  it('refuse a wrong id', async () => {
    const compactor = await create();
    for (const id of ['', 5, null, {}, Symbol('x')]) {
      assert.throws(() => compactor.session(id as Wrong), { code: 'invalid-argument' });
    }
  });

  it('of a shared hook need an id, or a function that names them', async () => {
    const compactor = await create();
    for (const options of [undefined, null, {}, { sessionId: '' }, { sessionId: 5 }, () => 'a']) {
      const name = expectInvalid('sessionId');
      assert.throws(() => compactor.prepareStep(options as Wrong), name);
    }
    const extra = { sessionId: () => 'a', override: {} };
    assert.throws(() => compactor.prepareStep(extra as Wrong), expectInvalid('override'));
    for (const [name, value] of Object.entries({ overrides: 5, abortSignal: {}, onEvent: 'log' })) {
      const wrong = { sessionId: 'a', [name]: value } as Wrong;
      assert.throws(() => compactor.prepareStep(wrong), expectInvalid(name));
    }
  });

  it('of a shared hook whose function names none are told of', async () => {
    const { compactor, log } = await make({ contextWindow: 8_000 });
    const ids = ['', undefined, Promise.resolve('a')].map((id) => () => id as Wrong);
    ids.push(() => assert.fail('no id'));
    for (const sessionId of ids) {
      const hook = compactor.prepareStep({ sessionId });
      const answer = await hook({ messages: [user('hi')], steps: [], stepNumber: 0 });
      assert.equal(answer, undefined);
    }
    assert.equal(log.of('error').length, ids.length);
  });
});

describe('estimates of a compactor', () => {
  it('refuse what they can’t count', async () => {
    const compactor = await create();
    for (const wrong of [undefined, null, 5, {}]) {
      assert.throws(() => compactor.estimateTokens(wrong as Wrong), { code: 'invalid-argument' });
      const messages = () => compactor.estimateMessagesTokens(wrong as Wrong);
      assert.throws(messages, { code: 'invalid-argument' });
    }
    compactor.dispose();
    assert.throws(() => compactor.estimateTokens('x'), { code: 'disposed' });
    assert.throws(() => compactor.session('x'), { code: 'disposed' });
  });
});
