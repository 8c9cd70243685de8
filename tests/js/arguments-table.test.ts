// promise: api
/**
 * Every function, class and method that the package exports, each of its arguments in turn undefined, null, a number, a
 * text, an object with a misspelt key, and one that can't be read: a typed error that names the argument, or a value
 * that is written down here as a right one.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { MockLanguageModelV4 } from 'ai7/test';
import type * as main from 'epitome';
import { type Compactor, createCompactor, EpitomeError, type Session } from 'epitome';
import type * as ai from 'epitome/ai';
import type * as durable from 'epitome/stores/durable-object';
import { memoryStore } from 'epitome/stores/memory';
import type * as sqlite from 'epitome/stores/sqlite';
import type * as testing from 'epitome/testing';
import type * as tokens from 'epitome/tokens';
import { conversation } from './support/conversation.ts';

/** An argument of a function. */
interface Argument {
  /** As errors name it. */
  readonly name: string;
  /** A right value. Of an object, a copy of it is given the wrong keys. */
  readonly right: unknown;
  /** Which of the wrong values are right here. */
  readonly takes?: readonly (keyof typeof odd)[];
  /** An object whose names are fixed: one of them, spelt well. */
  readonly key?: string;
}

interface Row {
  readonly call: (...values: never[]) => unknown;
  readonly takes: readonly Argument[];
  /** It never throws, and tells what is wrong as an event, or not at all. */
  readonly neverThrows?: true;
}

/** The functions among the members of `T`. */
type Functions<T> = {
  [K in keyof T]: K extends symbol
    ? never
    : T[K] extends (...values: never[]) => unknown
      ? K
      : T[K] extends abstract new (
            ...values: never[]
          ) => unknown
        ? K
        : never;
}[keyof T];
/** A row for each: a new function without one does not compile. */
type Table<T> = Readonly<Record<Functions<T>, Row>>;

const odd = {
  undefined: undefined,
  null: null,
  number: 5.5,
  text: 'qqqqqqqq',
} as const;

const optional: readonly (keyof typeof odd)[] = ['undefined'];
const options = (key: string, right: object = {}): Argument => ({
  ...{ name: 'options', right, key },
  takes: Object.keys(right).length > 0 ? [] : optional,
});
const anything = (name: string): Argument => ({
  ...{ name, right: {} },
  takes: ['undefined', 'null', 'number', 'text'],
});
const text = (name: string, right = 'x', more: readonly (keyof typeof odd)[] = []): Argument => ({
  ...{ name, right },
  takes: ['text', ...more],
});
const row = (call: Row['call'], ...takes: Argument[]): Row => ({ call, takes });
const never = (call: Row['call'], ...takes: Argument[]): Row => ({
  call,
  takes,
  neverThrows: true,
});

const history = conversation(40);
const messages: Argument = { name: 'messages', right: history };
const noMessage = [Object.defineProperty({}, 'role', { get: () => assert.fail('read') })];
const model = new MockLanguageModelV4({});
const noText = ['undefined', 'null'] as const;

const tablesOf = (entry: Record<string, (...values: never[]) => unknown>) => {
  const call =
    (name: string) =>
    (...values: never[]) =>
      (entry[name] as (...values: never[]) => unknown)(...values);
  const constructed =
    (name: string) =>
    (...values: never[]) =>
      new (entry[name] as unknown as new (...values: never[]) => unknown)(...values);
  const index: Table<typeof main> = {
    createCompactor: row(
      call('createCompactor'),
      options('contextWindow', { contextWindow: 8_000 }),
    ),
    compact: row(call('compact'), messages, options('trigger')),
    safeCompact: never(call('safeCompact'), messages, options('trigger')),
    shouldCompact: row(call('shouldCompact'), messages, options('trigger')),
    selectMessagesToCompact: row(call('selectMessagesToCompact'), messages, options('trigger')),
    buildSummaryPrompt: row(call('buildSummaryPrompt'), messages, options('trigger')),
    // Hosts make none.
    EpitomeError: row(constructed('EpitomeError')),
    memoryFlush: row(
      call('memoryFlush'),
      options('maxSteps', { generateText: async () => ({ text: '' }), tools: {} }),
    ),
    modelProfile: row(call('modelProfile'), text('model')),
    optionsFromEnv: row(call('optionsFromEnv'), { name: 'env', right: {} }, options('prefix')),
    fromFetch: row(call('fromFetch'), options('headers', { url: 'https://x.test', model: 'm' })),
    fromModel: row(call('fromModel'), { name: 'model', right: model }, options('temperature')),
  };
  const counting: Table<typeof tokens> = {
    EpitomeError: index.EpitomeError,
    // Made by createTokenCounter.
    TokenCounter: row(constructed('TokenCounter')),
    createTokenCounter: row(call('createTokenCounter'), options('wasm')),
    estimateTokens: row(call('estimateTokens'), text('text', 'x', noText), options('family')),
    inspectTokens: row(call('inspectTokens'), text('text', 'x', noText), options('family')),
    countTokens: row(call('countTokens'), text('text'), options('encoding')),
    inspectExactTokens: row(call('inspectExactTokens'), text('text'), options('encoding')),
    loadExactCounter: row(call('loadExactCounter'), options('encoding')),
    countMessages: row(call('countMessages'), messages, options('dialect')),
    countRequest: row(call('countRequest'), options('dialect', { messages: history })),
  };
  const middleware: Table<typeof ai> = {
    chatParts: row(call('chatParts'), { name: 'write', right: () => {} }),
    compactionMiddleware: row(
      call('compactionMiddleware'),
      { name: 'source', right: { prepareStep: () => undefined } },
      options('only'),
    ),
  };
  const schema = (name: string) =>
    row(call(name), { ...text('prefix'), takes: ['undefined', 'text'] });
  const exec = () => ({ toArray: () => [] });
  const inSqlite: Table<typeof sqlite> = {
    sqliteSchema: schema('sqliteSchema'),
    // A database, because a path is opened by the first call.
    sqliteStore: row(
      call('sqliteStore'),
      { name: 'database', right: { exec, prepare: exec }, takes: ['text'] },
      options('migrate'),
    ),
  };
  const inObject: Table<typeof durable> = {
    sqliteSchema: inSqlite.sqliteSchema,
    durableObjectStore: row(
      call('durableObjectStore'),
      { name: 'storage', right: { sql: { exec }, transactionSync: () => {} } },
      options('migrate'),
    ),
  };
  const stores: Record<string, Row> = {
    ...{ ...inSqlite, ...inObject },
    memoryStore: row(call('memoryStore')),
    conformance: row(call('conformance')),
    postgresSchema: schema('postgresSchema'),
    postgresStore: row(
      call('postgresStore'),
      { name: 'client', right: { query: exec } },
      options('migrate'),
    ),
    redisStore: row(
      call('redisStore'),
      { name: 'client', right: { eval: exec, evalsha: exec, scan: exec } },
      options('prefix'),
    ),
    unstorageStore: row(
      call('unstorageStore'),
      { name: 'storage', right: { getItem: exec, setItem: exec, removeItem: exec, getKeys: exec } },
      options('prefix', { singleWriter: true }),
    ),
    encrypted: row(
      call('encrypted'),
      { name: 'store', right: memoryStore() },
      { name: 'key', right: { algorithm: { name: 'AES-GCM' }, usages: ['encrypt', 'decrypt'] } },
    ),
  };
  const view: Argument = { name: 'view', right: history };
  // That a view is invalid is what is asked for.
  const unlessInvalid =
    (expects: Row['call']) =>
    (...values: never[]) => {
      try {
        expects(...values);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'invalid-view') throw error;
      }
    };
  const provider: Argument = { name: 'provider', right: 'anthropic', takes: optional };
  const helpers: Table<typeof testing> = {
    expectValid: row(unlessInvalid(call('expectValid')), view, provider, options('history')),
    faultsOf: row(call('faultsOf'), view, provider, options('history')),
    InvalidView: row(constructed('InvalidView')),
    fakeClock: row(call('fakeClock'), {
      ...{ name: 'start', right: 0 },
      takes: ['undefined', 'number'],
    }),
    fakeStore: row(call('fakeStore')),
    scriptedSummarizer: row(call('scriptedSummarizer'), text('replies')),
  };
  return {
    ...{ '.': index, './tokens': counting, './ai': middleware },
    ...{ './stores': stores, './testing': helpers },
  };
};

async function methodsOf(t: TestContext) {
  const compactor = await createCompactor({ contextWindow: 8_000, quiet: true });
  t.after(() => compactor.dispose());
  const stored = await createCompactor({ contextWindow: 8_000, store: memoryStore(), quiet: true });
  t.after(() => stored.dispose());
  const session = compactor.session('chat');
  await session.prepare(history);
  await session.compact();
  const [record] = session.records();
  assert.ok(record !== undefined);
  let names = 0;
  const freeId = () => `id-${names++}`;
  const of =
    <T>(owner: T, name: keyof T) =>
    (...values: never[]) =>
      (owner[name] as (...values: never[]) => unknown)(...values);
  const place = { ...options('scope'), name: 'at' };
  /** It takes no argument. */
  const none = row(() => undefined);
  const ofCompactor: Table<Compactor> = {
    open: row(
      (given: never, ...rest: never[]) => stored.open(given, ...rest),
      text('id', 'a'),
      options('trigger'),
    ),
    delete: row(of(stored, 'delete'), text('id'), place),
    export: row(of(stored, 'export'), text('id'), place),
    list: row(of(stored, 'list'), place),
    session: row(
      of(compactor, 'session'),
      { ...text('id', 'chat'), takes: ['text', 'undefined'] },
      options('trigger'),
    ),
    prepareStep: row(of(compactor, 'prepareStep'), options('overrides', { sessionId: 'a' })),
    estimateTokens: row(of(compactor, 'estimateTokens'), text('text')),
    estimateMessagesTokens: row(of(compactor, 'estimateMessagesTokens'), messages),
    close: none,
    dispose: none,
  };
  const whole: Argument = { name: 'messages', right: history };
  const ofSession: Table<Session> = {
    prepareStep: never(
      of(session, 'prepareStep'),
      options('messages', { messages: history, steps: [] }),
    ),
    prepare: never(of(session, 'prepare'), whole, options('usage')),
    recover: never(of(session, 'recover'), anything('error'), options('messages')),
    compact: row(of(session, 'compact'), options('messages')),
    compactAbove: row(
      of(session, 'compactAbove'),
      { name: 'message', right: 2 },
      options('messages'),
    ),
    plan: row(of(session, 'plan'), whole, { ...options('usage'), name: 'step' }),
    explain: row(of(session, 'explain')),
    records: row(of(session, 'records')),
    rewind: row(of(session, 'rewind')),
    editRecord: row(
      (...values: never[]) => session.editRecord(...(values as unknown as [string, string])),
      { name: 'id', right: record.id, takes: ['text'] },
      { name: 'text', right: 'It is done.', takes: ['text'] },
    ),
    pin: row(of(session, 'pin'), text('text')),
    unpin: row(of(session, 'unpin'), text('text')),
    transcriptText: row(of(session, 'transcriptText'), options('maxLength')),
    recall: row(of(session, 'recall'), text('query'), options('limit')),
    tools: row(of(session, 'tools'), options('names')),
    runTool: row(of(session, 'runTool'), text('name'), anything('input')),
    rounds: none,
    usage: row(of(session, 'usage'), options('children')),
    child: row(of(session, 'child'), text('name', 'a'), options('trigger')),
    // An id that is free, each time.
    fork: row(
      (id: never, ...rest: never[]) => session.fork(id === 'x' ? (freeId() as never) : id, ...rest),
      text('id'),
      options('trigger'),
    ),
    snapshot: row(of(session, 'snapshot')),
    pending: row(of(session, 'pending'), { ...messages, takes: optional }),
    deliver: row(of(session, 'deliver'), text('id'), text('reply')),
    dispose: none,
    close: none,
  };
  return { Compactor: ofCompactor, Session: ofSession };
}

/** What a call throws or rejects with. */
async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error ?? 'nothing was thrown';
  }
}

const misspelt = (key: string) => key.slice(0, -2) + key.slice(-1);
const typed = /^invalid-(argument|option|message)$/;

function assertNames(error: unknown, name: string, what: string): asserts error is EpitomeError {
  assert.ok(EpitomeError.isInstance(error), `${what}: ${String((error as Error)?.stack ?? error)}`);
  assert.match(error.code, typed, what);
  // The object of options itself may go without a name.
  const isNamed = error.message.includes(`\`${name}`) || /options/.test(error.message);
  assert.ok(isNamed, `${what}: ${error.message}`);
}

/** Values with which `row` is called: the right ones, and `value` in the place of one. */
const valuesOf = ({ takes }: Row, at: number, value: unknown) =>
  takes.map(({ right }, place) => (place === at ? value : right)) as never[];

async function check(name: string, given: Row): Promise<void> {
  for (const [at, { name: argument, right, takes = [], key }] of given.takes.entries()) {
    const failure = (value: unknown) => failureOf(() => given.call(...valuesOf(given, at, value)));
    for (const [kind, value] of Object.entries(odd)) {
      const what = `${name}, \`${argument}\` is ${kind}`;
      const error = await failure(value);
      if (given.neverThrows) assert.equal(error, undefined, what);
      else if (!takes.includes(kind as keyof typeof odd)) assertNames(error, argument, what);
      else assert.ok(error === undefined || EpitomeError.isInstance(error), `${what}: ${error}`);
    }
    const unreadable = new Proxy(
      {},
      {
        ownKeys: () => assert.fail('read'),
        // A promise asks whatever it resolves to.
        get: (_, member) => (member === 'then' ? undefined : assert.fail('read')),
      },
    );
    for (const each of [unreadable, noMessage]) {
      const hidden = await failure(each);
      const isTyped = hidden === undefined || EpitomeError.isInstance(hidden);
      assert.ok(isTyped, `${name}, \`${argument}\` can't be read: ${String(hidden)}`);
      if (given.neverThrows) assert.equal(hidden, undefined, name);
    }
    if (key === undefined) continue;
    const wrong = misspelt(key);
    const asMeant = await failure({ ...(right as object), [wrong]: 5 });
    const unknown = await failure({ ...(right as object), qqqqqqqq: 5 });
    const getter = { ...(right as object) };
    Object.defineProperty(getter, key, { enumerable: true, get: () => assert.fail('read') });
    const thrown = await failure(getter);
    if (given.neverThrows) {
      assert.deepEqual([asMeant, unknown, thrown], [undefined, undefined, undefined], name);
      continue;
    }
    assertNames(asMeant, wrong, `${name}, ${wrong}`);
    assert.match(asMeant.message, new RegExp(`did you mean \`${key}\``), name);
    assertNames(unknown, 'qqqqqqqq', `${name}, an unknown key`);
    assert.doesNotMatch(unknown.message, /did you mean/, name);
    assert.ok(asMeant.message.length < 200, `${name}: a line of ${asMeant.message.length}`);
    assert.ok(EpitomeError.isInstance(thrown), `${name}, a getter throws: ${String(thrown)}`);
  }
}

const root = new URL('../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const entries = Object.keys(exports).filter((name) => !/\.(wasm|bin|json)$/.test(name));

describe('every argument of', () => {
  for (const entry of entries) {
    it(`what epitome${entry.slice(1)} exports`, async () => {
      const module = await import(`epitome${entry.slice(1)}`);
      const tables: Record<string, Readonly<Record<string, Row>>> = tablesOf(module);
      const table = tables[entry] ?? tables['./stores'] ?? {};
      const functions = Object.keys(module).filter((name) => typeof module[name] === 'function');
      for (const name of functions) {
        const given = table[name];
        assert.ok(given !== undefined, `${name} has no row`);
        await check(name, given);
      }
    });
  }

  for (const owner of ['Compactor', 'Session'] as const) {
    it(`the methods of a ${owner}`, async (t) => {
      const { [owner]: table } = await methodsOf(t);
      for (const [name, given] of Object.entries(table)) await check(`${owner}.${name}`, given);
    });
  }

  it('what counters that were loaded have', async () => {
    const { createTokenCounter, loadExactCounter } = await import('epitome/tokens');
    const counter = await createTokenCounter();
    const exact = await loadExactCounter();
    const rows: Table<typeof counter> & Table<typeof exact> = {
      estimateTokens: row(
        counter.estimateTokens.bind(counter),
        text('text', 'x', noText),
        options('family'),
      ),
      inspectTokens: row(
        counter.inspectTokens.bind(counter),
        text('text', 'x', noText),
        options('family'),
      ),
      countMessages: row(counter.countMessages.bind(counter), messages, options('dialect')),
      countRequest: row(
        counter.countRequest.bind(counter),
        options('dialect', { messages: history }),
      ),
      count: row(exact.count.bind(exact), text('text')),
      truncate: row(exact.truncate.bind(exact), text('text'), { name: 'maxTokens', right: 5 }),
    };
    for (const [name, given] of Object.entries(rows)) await check(name, given);
  });
});
