// promise: 2 never mutates, 3 never larger, dialects
/**
 * What tools take and return, as values of JavaScript: counted, cut and measured as `JSON.stringify` would
 * send them, in every dialect.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { deepFreeze } from './support/compare.ts';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { type AnyDialect, talkIn } from './support/talk.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({ maxOutputTokens: 500, system: '', tools: {} });

class Decimal {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON() {
    return this.#text;
  }
}

class Account {
  name = 'main';
  readonly #secret = 'hidden';
  get balance() {
    return this.#secret.length;
  }
}

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i * 7);
const numbers = Array.from({ length: 300 }, (_, i) => i / 8);
const linked = (length: number): object =>
  Array.from({ length }).reduce<object>((next, _, i) => ({ name: `node ${i}`, next }), {});

/** What `JSON.stringify` has a form for: of each way in which a dialect may come by it; json-text.test.ts has all. */
const values: Record<string, () => unknown> = {
  Dates: () => numbers.map((i) => new Date(i * 1e9)),
  'a class with toJSON': () => numbers.map((i) => ({ price: new Decimal(`${i}.00`) })),
  'a class with a getter': () => [new Account(), { account: new Account() }],
  Buffers: () => ({ rows: [{ blob: Buffer.from(bytes(2_000)) }] }),
  'a Uint8Array alone': () => bytes(500),
  'a Map and a Set': () => ({ map: new Map([['key', prose(100)]]), set: new Set([prose(100)]) }),
  'undefined, functions and symbols': () => ({
    none: undefined,
    run: () => 1,
    list: [undefined, () => 1, Symbol('x'), 2],
  }),
  holes: () => Object.assign([], { 900: 'end' }),
  'toJSON that returns bytes': () => ({ toJSON: () => bytes(700) }),
  'a list of 900 links': () => linked(900),
};

/** A call and its result. */
const step = (dialect: AnyDialect, input: unknown, result: unknown): Anything[] =>
  talkIn(dialect).calls([{ tool: 'query', input, result, id: 'c' }]);

/** Where each dialect carries a value. */
const carriers: Record<string, { dialect: AnyDialect; of: (value: unknown) => Anything[] }> = {
  'ai-sdk result': { dialect: 'ai-sdk', of: (result) => step('ai-sdk', {}, result) },
  'ai-sdk input': { dialect: 'ai-sdk', of: (input) => step('ai-sdk', input, 'done') },
  'ai-sdk-4 result': { dialect: 'ai-sdk-4', of: (result) => step('ai-sdk-4', {}, result) },
  'openai-chat input': {
    dialect: 'openai-chat',
    of: (value) => {
      const [call, result] = step('openai-chat', {}, 'done');
      call.tool_calls[0].function.arguments = value;
      return [call, result];
    },
  },
  'anthropic input': { dialect: 'anthropic', of: (input) => step('anthropic', input, 'done') },
};

const question = { role: 'user', content: 'What do the books say?' };

async function counted(dialect: AnyDialect, messages: Anything[]): Promise<number> {
  const { session, log } = await open({ dialect, contextWindow: 900_000 } as CompactorOptions);
  await session.prepare([question, ...messages]);
  assert.deepEqual(log.of('error'), []);
  return session.usage().viewTokens;
}

describe('a value counts as what JSON.stringify writes for it', () => {
  for (const [carrier, { dialect, of }] of Object.entries(carriers)) {
    it(carrier, async () => {
      for (const [name, make] of Object.entries(values)) {
        const sent = JSON.parse(JSON.stringify(make()));
        const [as, plain] = [await counted(dialect, of(make())), await counted(dialect, of(sent))];
        assert.equal(as, plain, name);
      }
    });
  }

  it('and what it can’t write counts as far as it can be told', async () => {
    const circle: Record<string, unknown> = { text: prose(400) };
    circle.self = circle;
    const odd: Record<string, unknown> = {
      bigints: numbers.map((i) => BigInt(i * 8) ** 20n),
      'big integers in an array': BigInt64Array.from(numbers, (i) => BigInt(i * 8) ** 5n),
      circle,
      'a getter that throws': {
        text: prose(400),
        get no() {
          throw new Error('no');
        },
      },
    };
    for (const [name, value] of Object.entries(odd)) {
      for (const { dialect, of } of Object.values(carriers)) {
        const { session, log } = await open({
          dialect,
          contextWindow: 900_000,
        } as CompactorOptions);
        await session.prepare([question, ...of(value)]);
        assert.ok(session.usage().viewTokens > 300, `${dialect}, ${name}`);
        assert.equal(log.of('fault')[0]?.fault, 'not-serializable', `${dialect}, ${name}`);
      }
    }
  });
});

describe('a large value is cut to what fits', () => {
  const large: Record<string, () => unknown> = {
    'rows with a Uint8Array': () => ({ rows: [{ id: 1, blob: bytes(50_000) }] }),
    'a Uint8Array alone': () => bytes(50_000),
    'rows with a Buffer': () => [{ id: 1, blob: Buffer.from(bytes(50_000)) }],
    'a Float64Array': () => Float64Array.from({ length: 20_000 }, (_, i) => i / 7),
    'rows of a class with toJSON': () =>
      Array.from({ length: 9_000 }, (_, i) => ({ price: new Decimal(`${i}.99`) })),
    bigints: () => Array.from({ length: 9_000 }, (_, i) => BigInt(i) ** 9n),
    'a list of 1,500 links': () => linked(1_500),
    holes: () => Object.assign([], { 90000: 'end' }),
    'bytes of 3 million': () => bytes(3_000_000),
  };
  const limits = {
    'a window of 8,000': { contextWindow: 8_000 },
    'a window of 64,000': { contextWindow: 64_000 },
    '40,000 bytes in a request': { contextWindow: 4_000_000, requestBytes: 40_000 },
  };
  for (const [limit, options] of Object.entries(limits)) {
    it(limit, async () => {
      for (const [name, make] of Object.entries(large)) {
        for (const carrier of ['ai-sdk result', 'ai-sdk-4 result'] as const) {
          const { dialect, of } = carriers[carrier] as (typeof carriers)[string];
          const { session, log } = await open({ dialect, ...options } as CompactorOptions);
          const host = [question, ...of(make())];
          const before = host.slice(1).map((message) => message.content[0]);
          const { messages } = await session.prepare(host);
          const what = `${name}, ${carrier}`;
          assert.deepEqual(log.of('error'), [], what);
          assert.deepEqual(log.of('cannot-fit'), [], what);
          const sent = JSON.stringify(messages);
          const most = 'requestBytes' in options ? options.requestBytes : options.contextWindow * 4;
          assert.ok(sent.length <= most, `${what}: ${sent.length} characters`);
          assert.deepEqual(
            host.slice(1).map((message) => message.content[0]),
            before,
          );
        }
      }
    });
  }

  it('and frozen ones stay what they are', async () => {
    const { session, log } = await open({ contextWindow: 8_000 });
    const { of } = carriers['ai-sdk result'] as (typeof carriers)[string];
    const host = deepFreeze([
      question,
      ...of({ rows: numbers.map((i) => [new Decimal(`${i}`), prose(90)]) }),
    ]);
    await session.prepare(host);
    assert.deepEqual(log.of('error'), []);
  });
});
