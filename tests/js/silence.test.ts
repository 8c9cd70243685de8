// promise: api
/**
 * What the console says while nobody listens: trouble in one line, once for each kind and compactor, without
 * secrets; and nothing where somebody listens or does not want to hear it.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  type CompactorOptions,
  compact,
  createCompactor,
  EpitomeError,
  fromFetch,
  safeCompact,
  shouldCompact,
} from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { conversation, goodSummary, prose, user } from './support/conversation.ts';

const dialects = ['ai-sdk', 'openai-chat', 'anthropic'] as const;
const windows = [8_000, 32_000];

/** Short exchanges, the same in every dialect. */
const chat = (tokens: number): Message[] =>
  Array.from({ length: Math.ceil(tokens / 250) }, (_, i) => [
    user(`Question ${i}: ${prose(100, `q${i}`)}`),
    { role: 'assistant', content: `Answer ${i}: ${prose(150, `a${i}`)}` } as Message,
  ])
    .flat()
    .concat(user('And now?'));

function warnings(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, 'warn', (...said: unknown[]) => lines.push(said.join(' ')));
  return lines;
}

/** Folds twice and more. */
async function play(options: Partial<CompactorOptions>, hook = false): Promise<void> {
  const { contextWindow = 32_000, dialect = 'ai-sdk' } = options;
  const compactor = await createCompactor({
    windowGuard: { warn: 0 },
    summarizeRetries: 0,
    ...options,
    // The window would be that of any model.
    contextWindow: options.model === undefined ? contextWindow : undefined,
  });
  try {
    const session = compactor.session('chat');
    const whole = chat(contextWindow * 2);
    for (let part = 1; part <= 4; part += 1) {
      const messages = whole.slice(0, (whole.length * part) / 4);
      if (hook && dialect === 'ai-sdk') {
        await session.prepareStep({ messages, steps: [], stepNumber: 0 });
      } else {
        await session.prepare(messages);
      }
    }
  } finally {
    compactor.dispose();
  }
}

const refusing = (status: number, body: string) =>
  fromFetch({
    url: 'https://robot:pa55word@llm.example/v1?api_key=hidden-in-the-query-0123456789',
    model: 'gpt-5.4-nano',
    headers: { authorization: 'Bearer sk-proj-abcdefghijklmnopqrstuvwx0123456789' },
    fetch: async () => ({ ok: false, status, text: async () => body }),
  });

const thrown = () => {
  throw new Error('cannot read x of undefined');
};

interface Trouble {
  options: Partial<CompactorOptions>;
  /** What the line has to name. */
  names: RegExp;
}

/** Each kind in several forms. */
const troubles: Record<string, Trouble[]> = {
  'a typo in the model id': [
    { options: { model: 'gpt-5.4-mni' }, names: /gpt-5\.4-mni/ },
    { options: { model: { modelId: 'claude-sonet-4-5' } }, names: /claude-sonet-4-5/ },
    { options: { model: 'gemini-25-pro-x', models: {} }, names: /gemini-25-pro-x/ },
    {
      options: { summarize: Object.assign(async () => '', { modelId: 'gpt-5.4-nanoo' }) },
      names: /gpt-5\.4-nanoo/,
    },
    { options: { model: 'house\u0007\n\u2028-model\u202e' }, names: /house/ },
  ],
  'a summarizer that fails for good': [
    { options: { summarize: refusing(401, 'Incorrect API key provided') }, names: /401/ },
    { options: { summarize: refusing(403, 'Forbidden') }, names: /403/ },
    {
      options: { summarize: refusing(404, '{"error":{"message":"no such model"}}') },
      names: /404/,
    },
    {
      options: {
        summarize: async () => {
          throw Object.assign(new Error('unauthorized'), { status: 401 });
        },
      },
      names: /unauthorized/,
    },
    {
      options: {
        summarize: async () => {
          const cause = Object.assign(new Error('key revoked'), { statusCode: 401 });
          throw new EpitomeError('summarizer-failed', 'it failed', { cause });
        },
        background: true,
      },
      names: /revoked/,
    },
  ],
  'what cannot fit': [
    { options: { system: prose(40_000, 'rules') }, names: /has \d+ tokens/ },
    { options: { tools: [{ name: 'read', description: prose(40_000) }] }, names: /has \d+ tokens/ },
    { options: { requestBytes: 500 }, names: /has \d+ bytes/ },
  ],
  'a rule or a callback that throws': [
    { options: { pin: thrown }, names: /cannot read x/ },
    { options: { priority: thrown }, names: /cannot read x/ },
    { options: { reinject: thrown }, names: /cannot read x/ },
    { options: { reinject: async () => [{ name: 'a' }] as never }, names: /reinject/ },
    { options: { reinject: () => Promise.reject(new Error('cannot read x')) }, names: /read x/ },
  ],
};

/** What a line may never be. */
function sound(line: string): void {
  assert.ok(line.startsWith('epitome: '), line);
  assert.ok(line.length <= 300, `${line.length}: ${line}`);
  assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
}

const matching = (names: RegExp, lines: readonly string[]) =>
  lines.filter((line) => names.test(line));

describe('while nobody listens', () => {
  for (const [kind, forms] of Object.entries(troubles)) {
    for (const dialect of dialects) {
      it(`${kind} is one line (${dialect})`, async (t) => {
        for (const contextWindow of windows) {
          for (const { options, names } of forms) {
            const lines = warnings(t);
            await play({ contextWindow, dialect, ...options }, dialect === 'ai-sdk');
            assert.equal(matching(names, lines).length, 1, `${names}: ${lines.join('\n')}`);
            lines.forEach(sound);
            t.mock.restoreAll();
          }
        }
      });
    }
  }

  it('two models that are not known are two lines, one for each use', async (t) => {
    const summarize = Object.assign(async () => '', { modelId: 'house-summarizer' });
    for (const dialect of dialects) {
      const lines = warnings(t);
      await play({ model: 'house-agent', summarize, dialect });
      for (const names of [/house-agent/, /house-summarizer/]) {
        assert.equal(matching(names, lines).length, 1, `${names}: ${lines.join('\n')}`);
      }
      t.mock.restoreAll();
    }
  });

  it('a hook that fails at every step is one line', async (t) => {
    const lines = warnings(t);
    const compactor = await createCompactor({ contextWindow: 8_000, windowGuard: { warn: 0 } });
    const broken = new Proxy([], {
      get: () => {
        throw new Error('revoked');
      },
    });
    for (let step = 0; step < 20; step += 1) {
      const session = compactor.session(`chat ${step}`);
      await session.prepareStep({ messages: broken, steps: [], stepNumber: step });
    }
    assert.equal(lines.length, 1, lines.join('\n'));
    lines.forEach(sound);
    const other = await createCompactor({ contextWindow: 8_000 });
    await other.session().prepareStep({ messages: broken, steps: [], stepNumber: 0 });
    assert.equal(lines.length, 2);
    for (const each of [compactor, other]) each.dispose();
  });

  const said = prose(250, 'said');
  /** What hosts pass in the place of a model's messages. */
  const unread: Record<string, { message: (i: number) => unknown; names: RegExp }> = {
    'UI messages': {
      message: (i) => ({
        id: `m${i}`,
        role: i % 2 === 0 ? 'user' : 'assistant',
        parts: [{ type: 'text', text: said }],
      }),
      names: /messages\[0\].*convertToModelMessages/,
    },
    'one UI message behind others': {
      message: (i) =>
        i === 60 ? { id: 'm', role: 'user', parts: [{ type: 'text', text: said }] } : user(said),
      names: /messages\[60\].*convertToModelMessages/,
    },
    'messages without a role': {
      message: (i) => ({ type: i % 2 === 0 ? 'human' : 'ai', content: said }),
      names: /messages\[0\].*unknown-role/,
    },
    'no messages at all': { message: () => said, names: /messages\[0\].*not-an-object/ },
  };
  for (const [what, { message, names }] of Object.entries(unread)) {
    it(`${what} are one line, which says what to pass`, async (t) => {
      const messages = Array.from({ length: 80 }, (_, i) => message(i)) as Message[];
      const lines = warnings(t);
      const events: string[] = [];
      const onEvent = ({ type }: { type: string }) => events.push(type);
      for (const options of [{}, { quiet: true }, { onEvent }]) {
        using compactor = await createCompactor({ contextWindow: 16_000, ...options });
        for (const id of ['a', 'b']) {
          const session = compactor.session(id);
          await session.prepare(messages.slice(0, 70) as never);
          await session.prepareStep({ messages: messages as never, steps: [], stepNumber: 1 });
        }
      }
      assert.equal(matching(names, lines).length, 1, lines.join('\n'));
      assert.equal(matching(/messages\[\d+\]/, lines).length, 1, lines.join('\n'));
      lines.forEach(sound);
      assert.ok(events.includes('fault'));
    });
  }

  it('nothing is said of what is well', async (t) => {
    const lines = warnings(t);
    for (const dialect of dialects) {
      await play({ dialect });
    }
    using compactor = await createCompactor({
      contextWindow: 16_000,
      summarize: async (request) => goodSummary(request),
    });
    const session = compactor.session();
    for (const steps of [60, 120, 180]) await session.prepare(conversation(steps));
    assert.ok(session.usage().summariesAccepted > 0);
    assert.deepEqual(lines, []);
  });
});

describe('secrets', () => {
  const secrets = [
    'sk-proj-abcdefghijklmnopqrstuvwx0123456789',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'AKIAQ4KDSMZ7RTWXVBN2',
    'pa55word',
    'hidden-in-the-query-0123456789',
    'acme_internal_0123456789abcdef',
  ];
  const texts = [
    `the key ${secrets[0]} is not valid`,
    `401 for https://robot:${secrets[3]}@llm.example/v1?api_key=${secrets[4]}`,
    `wss://llm.example/live?token=${secrets[4]}#${secrets[4]}`,
    `Authorization: Bearer ${secrets[1]}`,
    `aws ${secrets[2]}\u0000\u001b[31m${secrets[0]}`,
    `postgres://app:${secrets[3]}@db.internal/main, ${secrets[5]}`,
  ];
  it('never reach the console, whatever `redact` says', async (t) => {
    const lines = warnings(t);
    const redacts = [
      undefined,
      { patterns: { acme: 'acme_internal_[a-z0-9]{16}' } },
      false as const,
    ];
    for (const redact of redacts) {
      for (const text of texts) {
        const without =
          redact === undefined || redact === false ? text.replace(secrets[5] ?? '', '') : text;
        const error = Object.assign(new Error(without), { status: 401 });
        const fails = async () => {
          throw error;
        };
        const own = redact === undefined ? {} : { redact };
        await play({ ...own, contextWindow: 8_000, summarize: fails });
        await play({
          ...own,
          contextWindow: 8_000,
          pin: () => {
            throw error;
          },
        });
        await play({ ...own, contextWindow: 8_000, model: without });
      }
    }
    assert.ok(lines.length >= redacts.length * texts.length * 3);
    for (const line of lines) {
      sound(line);
      for (const secret of secrets) assert.ok(!line.includes(secret), line);
    }
  });
});

describe('who listens, or does not want to hear', () => {
  const typo = { model: 'gpt-5.4-mni' };
  const messages = conversation(3);

  it('gets no line', async (t) => {
    const lines = warnings(t);
    t.mock.method(console, 'debug', () => {});
    const hears = () => {};
    const given = { messages, steps: [], stepNumber: 0 };
    for (const own of [{ onEvent: hears }, { debug: true }, { quiet: true }]) {
      await (await createCompactor({ ...typo, ...own })).session().prepare(messages);
      await (await createCompactor(typo)).session('chat', own).prepare(messages);
    }
    await (await createCompactor(typo)).session().prepare(messages, { onEvent: hears });
    await (await createCompactor(typo)).session().prepareStep({ ...given, onEvent: hears });
    const shared = await createCompactor(typo);
    await shared.prepareStep({ sessionId: 'a', onEvent: hears })(given);
    await shared.prepareStep({ sessionId: () => '', onEvent: hears })(given);
    await shared.prepareStep({ sessionId: () => '', overrides: { onEvent: hears } })(given);
    await shared.prepareStep({ sessionId: () => '', overrides: { quiet: true } })(given);
    assert.deepEqual(lines, []);
    await shared.prepareStep({ sessionId: () => '' })(given);
    assert.ok(lines.length > 0);
  });

  it('needs no console', async (t) => {
    const { console: real } = globalThis;
    t.after(() => {
      globalThis.console = real;
    });
    const broken = new Proxy({}, { get: thrown });
    for (const none of [undefined, {}, { warn: 5 }, { warn: thrown }, broken]) {
      const compactor = await createCompactor({ ...typo, pin: thrown });
      globalThis.console = none as unknown as Console;
      const prepared = await compactor.session().prepare(messages);
      globalThis.console = real;
      assert.equal(prepared.messages.length, messages.length);
      compactor.dispose();
    }
  });
});

describe('functions without a session', () => {
  it('say it once, too, unless somebody listens', async (t) => {
    const lines = warnings(t);
    const messages = chat(20_000);
    const typo = { model: 'gpt-5.4-mni' };
    await shouldCompact(messages, { ...typo, onEvent: () => {} });
    await shouldCompact(messages, { ...typo, quiet: true });
    assert.deepEqual(lines, []);
    await shouldCompact(messages, typo);
    await safeCompact(messages, typo);
    await compact(messages, typo);
    assert.equal(lines.length, 1);
    const summarize = refusing(401, 'Incorrect API key provided');
    await safeCompact(messages, { contextWindow: 8_000, summarize });
    await assert.rejects(compact(messages, { contextWindow: 8_000, summarize }));
    assert.equal(matching(/401/, lines).length, 1);
    lines.forEach(sound);
  });
});
