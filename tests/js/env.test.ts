// promise: api
/**
 * Options from environment variables: every option has one name, that name sets it, and whatever is
 * wrong is told by the variable's name.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, EpitomeError, optionsFromEnv } from 'epitome';
import { compactorChecks } from '../../js/options/options.ts';
import { presets } from '../../js/options/presets.ts';

function refused(env: object, pattern: RegExp, options?: { prefix?: string }): void {
  assert.throws(
    () => optionsFromEnv(env, options),
    (error) => {
      assert.ok(EpitomeError.isInstance(error));
      assert.equal(error.code, 'invalid-option');
      assert.match(error.message, pattern);
      return true;
    },
  );
}

/** The variables of an object of options, named by the rule as a reader would apply it. */
function variablesOf(options: object, above = 'EPITOME'): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(options)) {
    const own = `${above}_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
    if (typeof value !== 'object') variables[own] = String(value);
    else if (Array.isArray(value)) variables[own] = value.join(', ');
    else Object.assign(variables, variablesOf(value, own));
  }
  return variables;
}

const everything = {
  preset: 'checkpoint',
  contextWindow: 64_000,
  model: 'gpt-4o',
  enabled: false,
  maxMessages: 40,
  trigger: 0.7,
  target: 12_000,
  ofPrompt: true,
  flushAt: 0.65,
  warn: 0.6,
  keepRecent: { tokens: 0.2, messages: 6, combine: 'least' },
  userWords: 0.05,
  windowGuard: { refuse: 16_000, warn: 32_000 },
  budgets: { system: 0, summary: 2_000, blocks: 0.1, output: 4_000, margin: 0.02 },
  results: {
    arrival: 40_000,
    repeats: false,
    outdated: true,
    trim: { over: 4_000, head: 1_500, tail: 1_500, protect: { results: 2, tokens: 0.1 } },
    clear: { protect: { assistants: 3 } },
    batch: 0.05,
    media: false,
  },
  reasoning: 'drop',
  media: { protect: { results: 1 } },
  pace: { minimumGain: 0.1, leastFold: 2 },
  placement: 'pair',
  oneSummary: true,
  summary: { shape: 'record', instructions: 'Keep 7, and no more.' },
  redact: false,
  calibration: 'off',
  summarizeTimeout: 60_000,
  summarizeRetries: 1,
  summarizerWindow: 32_000,
  memoryFlushTimeout: 9_000,
  summarizeParallel: 2,
  background: { at: 0.6 },
  maxOutputTokens: 2_000,
  system: 'true',
  family: 'claude',
  dialect: 'openai-chat',
  pin: { roles: ['user', 'developer'], metadata: 'keep' },
  priority: { roles: ['assistant'] },
  prices: { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
  cacheLifetime: 300_000,
  cacheControl: 'auto',
  maxSteps: 50,
  questionTools: ['ask_user', 'consult'],
  requestBytes: 5_000_000,
  requestImages: 50,
  stateBytes: 65_536,
  strict: false,
  debug: false,
  quiet: true,
  openSessions: 500,
  wasm: 'https://example.com/core.wasm',
};

describe('optionsFromEnv', () => {
  it('reads every option that text can stand for', async () => {
    assert.deepEqual(optionsFromEnv(variablesOf(everything)), everything);
    const inCode = [
      ...['summarize', 'onEvent', 'now', 'abortSignal', 'reinject', 'memoryFlush'],
      ...['beforeCompaction', 'afterCompaction'],
      ...['store', 'waitUntil'],
    ];
    const asJson = ['models', 'tools', 'resources', 'agents'];
    const known = [...Object.keys(everything), ...inCode, ...asJson];
    assert.deepEqual(Object.keys(compactorChecks).sort(), known.sort(), 'no option is left out');
    const { wasm: _, ...usable } = everything;
    (await createCompactor(optionsFromEnv(variablesOf(usable)))).dispose();
  });

  it('reads what every preset says, member by member', () => {
    for (const preset of Object.values(presets)) {
      assert.deepEqual(optionsFromEnv(variablesOf(preset)), preset);
    }
  });

  it('reads objects as JSON, and members beside them', () => {
    const agents = { coder: { preset: 'checkpoint' }, researcher: { trigger: 60_000 } };
    const env = {
      EPITOME_AGENTS: JSON.stringify(agents),
      EPITOME_MODELS: '{"mine":{"contextWindow":32000}}',
      EPITOME_RESULTS_ARRIVAL: '4000',
      EPITOME_RESULTS: '{"repeats":false}',
      EPITOME_SYSTEM: '{"You": "help."}',
    };
    const expected = {
      agents,
      models: { mine: { contextWindow: 32_000 } },
      results: { arrival: 4_000, repeats: false },
      system: '{"You": "help."}',
    };
    assert.deepEqual(optionsFromEnv(env), expected);
    assert.deepEqual(optionsFromEnv(Object.fromEntries(Object.entries(env).reverse())), expected);
  });

  it('reads switches in the usual words', () => {
    for (const [text, value] of Object.entries({ true: true, ON: true, 1: true, yes: true })) {
      assert.deepEqual(optionsFromEnv({ EPITOME_ENABLED: text }), { enabled: value });
    }
    for (const text of ['false', 'Off', '0', 'no', ' false ']) {
      assert.deepEqual(optionsFromEnv({ EPITOME_ENABLED: text }), { enabled: false });
      assert.deepEqual(optionsFromEnv({ EPITOME_RESULTS_TRIM: text }), {
        results: { trim: false },
      });
    }
    assert.deepEqual(optionsFromEnv({ EPITOME_CACHE_CONTROL: 'off' }), { cacheControl: 'off' });
    assert.deepEqual(optionsFromEnv({ EPITOME_MODEL: '7' }), { model: '7' });
  });

  it('takes other prefixes, and leaves what has none alone', () => {
    const env = { EPITOME_TRIGGER: 'x', CODER_TRIGGER: '9000', PATH: '/bin', TRIGGER: '5' };
    assert.deepEqual(optionsFromEnv(env, { prefix: 'CODER_' }), { trigger: 9_000 });
    assert.deepEqual(optionsFromEnv({}), {});
    assert.deepEqual(optionsFromEnv({ EPITOME_TRIGGER: ' ', EPITOME_WARN: undefined }), {});
  });

  it('takes values that are no text as they are, and never changes them', () => {
    const results = Object.freeze({ repeats: false });
    const env = Object.freeze({
      EPITOME_TRIGGER: 9_000,
      EPITOME_ENABLED: false,
      EPITOME_RESULTS: results,
      EPITOME_RESULTS_ARRIVAL: '4000',
    });
    const expected = {
      trigger: 9_000,
      enabled: false,
      results: { repeats: false, arrival: 4_000 },
    };
    assert.deepEqual(optionsFromEnv(env), expected);
    assert.deepEqual(results, { repeats: false });
  });

  it('names a variable that is no option, and the one that was probably meant', () => {
    const unknown = ['TRIGER', 'KEEP_RECENT_MESSAGE', 'keepRecent', 'STATE', 'AGENT', '_PROTO__'];
    for (const name of [...unknown, 'CONSTRUCTOR', 'PRESET_TRIGGER', '']) {
      refused({ [`EPITOME_${name}`]: '5' }, new RegExp(`^EPITOME_${name} `));
    }
    refused({ EPITOME_KEEP_RECENT_MESSAGE: '5' }, /`KEEP_RECENT_MESSAGES`/);
    refused({ X_TRIGER: '5' }, /^X_TRIGER .*`TRIGGER`/, { prefix: 'X_' });
    for (const name of ['SUMMARISE', 'ON_EVENTS', 'ABORT_SIGNALS']) {
      assert.throws(
        () => optionsFromEnv({ [`EPITOME_${name}`]: '5' }),
        (error: Error) => !/SUMMARIZE`|ON_EVENT`|ABORT_SIGNAL`/.test(error.message),
        'what only code can set is not offered',
      );
    }
  });

  it('names the variable of a wrong value', () => {
    const wrong: [string, unknown, RegExp][] = [
      ['EPITOME_TRIGGER', 'much', /whole number.*fraction.*got 'much'$/],
      ['EPITOME_TRIGGER', '0', /got 0$/],
      ['EPITOME_TRIGGER', 'Infinity', /got 'Infinity'$/],
      ['EPITOME_PRESET', 'epitom', /'checkpoint'/],
      ['EPITOME_ENABLED', '2', /true or false/],
      ['EPITOME_KEEP_RECENT', '5', /object/],
      ['EPITOME_KEEP_RECENT', '{"tokens":', /object/],
      ['EPITOME_KEEP_RECENT_COMBINE', 'larger', /'most', 'least'/],
      ['EPITOME_MODELS', '{"__proto__":{"contextWindow":1}}', /__proto__/],
      ['EPITOME_SUMMARIZE', '() => 1', /a function/],
      ['EPITOME_AGENTS', '{"a":{"state":"x"}}', /agents\.a.*no member `state`/],
      ['EPITOME_WARN', Symbol('5'), /got a symbol$/],
      ['EPITOME_SYSTEM', null, /a string/],
    ];
    for (const [name, value, pattern] of wrong) {
      refused({ [name]: value }, new RegExp(`^${name}: `));
      refused({ [name]: value }, pattern);
    }
  });

  it('names the variables of an object that is not whole', () => {
    const env = { EPITOME_PRICES_OUTPUT: '5', EPITOME_PRICES_CACHE_READ: '1', EPITOME_WARN: '5' };
    refused(env, /^EPITOME_PRICES_CACHE_READ, EPITOME_PRICES_OUTPUT: `prices` .* input/);
  });

  it('refuses two variables that set one option', () => {
    const off = { EPITOME_RESULTS_TRIM: 'false', EPITOME_RESULTS_TRIM_OVER: '500' };
    refused(off, /^EPITOME_RESULTS_TRIM_OVER sets `results.trim.over`/);
    const both = { EPITOME_RESULTS: '{"media":true}', EPITOME_RESULTS_MEDIA: 'false' };
    refused(both, /^EPITOME_RESULTS_MEDIA sets `results.media`/);
  });

  it('refuses what is no object of variables, and a prefix that is none', () => {
    for (const env of [undefined, null, 'EPITOME_TRIGGER=5'])
      assert.throws(() => optionsFromEnv(env as never), { code: 'invalid-argument' });
    for (const prefix of ['', 5, null]) refused({}, /`prefix`/, { prefix } as never);
  });
});
