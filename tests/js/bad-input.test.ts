// promise: 4 never breaks the agent
/**
 * Input that no host should send, and failures that no host can help. A step always resolves, keeps
 * every message, and an event says what was wrong.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorEvent, type CompactorOptions, createCompactor, type Session } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { loneSurrogates, stringsIn } from '../../js/testing/values.ts';
import { scaled } from './support/amount.ts';
import {
  assistant,
  callMessage,
  conversation,
  EventLog,
  isSegments,
  jsonClone,
  model,
  playRaw,
  prose,
  recordingSummarizer,
  resultMessage,
  segmentText,
  step,
  user,
} from './support/conversation.ts';
import { memoryOf } from './support/memory.ts';
import { validateView } from './support/validator.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const disposables: { dispose(): void }[] = [];
after(() => {
  for (const each of disposables) each.dispose();
});

async function open(options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const { summarize, requests } = recordingSummarizer();
  const settings = { contextWindow: 8_000, summarize, onEvent: log.onEvent, ...options };
  const compactor = await createCompactor(settings);
  disposables.push(compactor);
  return { compactor, session: compactor.session('chat'), log, requests };
}

async function once(
  session: Pick<Session, 'prepareStep'>,
  messages: Anything,
  steps: object[] = [],
) {
  const answer = await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
  return answer?.messages ?? messages;
}

/** Every message of the host is in the view as it is, or explain() says what became of it. */
function assertAccounted(
  session: Session,
  view: readonly unknown[],
  host: readonly unknown[],
): void {
  const { messages } = session.explain();
  assert.equal(messages.length, host.length);
  const shown = new Set(view);
  messages.forEach(({ fate }, i) => {
    if (fate === 'kept') assert.ok(shown.has(host[i]), `message ${i} is missing`);
  });
  const { viewTokens, budget } = session.usage();
  assert.ok(viewTokens <= budget, 'the view fits');
}

/** Plays a history with `bad` amid it in a large window, where all stays, and in one where it folds. */
async function survive(bad: readonly unknown[]): Promise<CompactorEvent[]> {
  const front = conversation(3, { name: 'front' });
  const rest = conversation(30, { name: 'rest' });
  const host = [...front, ...bad, ...rest] as Message[];
  const large = await open({ contextWindow: 400_000 });
  const kept = await once(large.session, host);
  const dropped = new Set(
    large.session
      .explain()
      .messages.flatMap(({ fate, message }) => (fate === 'kept' ? [] : [message - 1])),
  );
  host.forEach((message, i) => {
    if (!dropped.has(i)) assert.ok(kept.includes(message), `message ${i} was lost`);
  });
  assert.deepEqual(large.log.of('error'), []);

  const small = await open();
  const view = await once(small.session, host);
  assert.ok(small.log.rewrites.length > 0);
  assertAccounted(small.session, view, host);
  const steps: object[] = [{}];
  const grown = [...host, ...step('next'), ...(bad as Message[]), ...step('last')];
  const next = await once(small.session, grown, steps);
  assertAccounted(small.session, next, grown);
  assert.deepEqual(small.log.of('error'), []);
  for (const { prompt, system } of small.requests) {
    assert.deepEqual(loneSurrogates(prompt + system), []);
  }
  assert.deepEqual(loneSurrogates(segmentText(next)), []);
  // Engines that wait for the end are memory to sweep again and again.
  for (const { compactor } of [large, small]) compactor.dispose();
  return large.log.all;
}

const faultsOf = (events: readonly CompactorEvent[]) =>
  events.flatMap((event) => (event.type === 'fault' ? [[event.messageIndex, event.fault]] : []));

/** Index of the first bad message in what `survive` plays. */
const at = 7;

const call = (fields: object): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'bad', toolName: 'read', input: {}, ...fields }],
});
const result = (fields: object): Message => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'bad',
      toolName: 'read',
      output: { type: 'text', value: 'fine' },
      ...fields,
    },
  ],
});
const json = (value: unknown) => [call({}), result({ output: { type: 'json', value } })];

describe('instead of messages', () => {
  it('anything that is no array is left alone, with an error event', async () => {
    const { session, log } = await open();
    const things = [undefined, null, 5, 'hello', {}, { length: 2 }, new Map(), () => [], new Set()];
    for (const messages of things) {
      const given = { messages, steps: [], stepNumber: 0 } as Anything;
      assert.equal(await session.prepareStep(given), undefined);
      assert.deepEqual(await session.prepare(messages as Anything), { messages });
    }
    const errors = log.of('error').map(({ error }) => error);
    assert.equal(errors.length, 2 * things.length);
    for (const error of errors) assert.equal(error.code, 'invalid-argument');
  });

  it('no step at all is survived too', async () => {
    const { session, log, compactor } = await open();
    const hook = compactor.prepareStep({ sessionId: () => 'chat' });
    for (const given of [undefined, null, 5, {}]) {
      assert.equal(await session.prepareStep(given as Anything), undefined);
      assert.equal(await hook(given as Anything), undefined);
    }
    assert.equal(log.of('error').length, 8);
    for (const { error } of log.of('error')) assert.ok(error.code);
  });

  it('a step whose other fields can’t be read keeps its messages', async () => {
    const { session, log } = await open();
    const throwing = {
      get modelId(): never {
        throw new Error('no model');
      },
    };
    const messages = conversation(60);
    for (const given of [
      { messages, steps: [], stepNumber: 0, model: throwing },
      { messages, steps: null, stepNumber: 0 },
      { messages, steps: 'none', stepNumber: 'x' },
      { messages, steps: new Proxy([], { get: () => assert.fail('trap') }), stepNumber: 0 },
    ]) {
      const answer = await session.prepareStep(given as Anything);
      assert.ok(answer === undefined || answer.messages.some(isSegments));
    }
    assert.ok(log.of('error').length <= 1);
  });
});

describe('instead of a message', () => {
  for (const [name, bad] of Object.entries<unknown>({
    null: null,
    undefined,
    'a number': 5,
    'a text': 'hello',
    'a function': () => {},
    'a symbol': Symbol('message'),
    'a bigint': 10n,
  })) {
    it(`${name} keeps its place, with a fault`, async () => {
      const events = await survive([bad]);
      assert.deepEqual(faultsOf(events), [[at, 'not-an-object']]);
    });
  }

  it('an array, a Map or an object without role or content keeps its place, with faults', async () => {
    for (const bad of [
      [],
      new Map(),
      {},
      { role: 'user' },
      { content: 'hi' },
      Object.create(null),
    ]) {
      const faults = faultsOf(await survive([bad]));
      assert.ok(faults.length > 0, JSON.stringify(bad));
      for (const [index] of faults) assert.equal(index, at);
    }
  });

  it('a hole keeps its place', async () => {
    const { session, log } = await open();
    const history = conversation(10);
    const sparse: Message[] = [];
    history.forEach((message, i) => {
      sparse[i * 3] = message;
    });
    const answer = await once(session, sparse);
    for (const message of history) assert.ok(answer.includes(message));
    assert.deepEqual(log.of('error'), []);
    assert.equal(log.of('fault').length, sparse.length - history.length);
    const long: Message[] = [];
    long[5_000] = user('at the far end');
    await once(session, long);
    assert.deepEqual(log.of('error'), []);
  });

  it('a role that nobody knows keeps its place, with a fault', async () => {
    for (const role of ['developer', 'function', '', 5, null, {}, '__proto__', 'constructor']) {
      const faults = faultsOf(await survive([{ role, content: 'hi' }]));
      if (role !== 'developer') assert.deepEqual(faults, [[at, 'unknown-role']]);
    }
  });

  it('a getter that throws, or a proxy that fails, is a fault', async () => {
    const refuse = (): never => {
      throw new Error('not yours');
    };
    const traps = { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse };
    const bad: object[] = [
      Object.defineProperty({ content: 'hi' }, 'role', { get: refuse, enumerable: true }),
      Object.defineProperty({ role: 'user' }, 'content', { get: refuse, enumerable: true }),
      new Proxy({ role: 'user', content: 'hi' }, traps),
      { role: 'user', content: new Proxy([{ type: 'text', text: 'hi' }], traps) },
      { role: 'user', content: [new Proxy({ type: 'text', text: 'hi' }, traps)] },
      { role: 'user', content: [Object.defineProperty({ type: 'text' }, 'text', { get: refuse })] },
    ];
    for (const message of bad) {
      const faults = faultsOf(await survive([message]));
      assert.ok(faults.length > 0);
      for (const [index] of faults) assert.equal(index, at);
    }
    const { proxy, revoke } = Proxy.revocable({ role: 'user', content: 'hi' }, {});
    revoke();
    assert.ok(faultsOf(await survive([proxy])).length > 0);
  });

  it('an honest proxy is as good as its target', async () => {
    const wrap = (message: Message): Message => new Proxy(message, {});
    const host = conversation(60).map(wrap);
    const { session, log } = await open();
    const view = await once(session, host);
    assert.ok(view.some(isSegments));
    assertAccounted(session, view, host);
    assert.deepEqual(log.of('fault'), []);
    const whole = new Proxy(conversation(60), {});
    assert.ok((await once((await open()).session, whole)).some(isSegments));
  });

  it('an array that fails when it is read is left alone, with an error event', async () => {
    const { session, log } = await open();
    const history = conversation(60);
    let reads = 0;
    const failing = new Proxy(history, {
      get(target, key, receiver) {
        reads += 1;
        if (reads > 20) throw new Error('the array is gone');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const given = { messages: failing, steps: [], stepNumber: 0 };
    assert.equal(await session.prepareStep(given), undefined);
    assert.ok(log.of('error').length > 0);
    for (const { error } of log.of('error')) assert.match(error.message, /the array is gone/);
    assert.ok((await once(session, history)).some(isSegments), 'the session is none the worse');
  });
});

describe('instead of a part', () => {
  it('anything keeps its place, with a fault', async () => {
    const bad = [null, undefined, 5, 'text', [], {}, { type: 5 }, { type: null }, () => {}];
    for (const part of bad) {
      for (const role of ['user', 'assistant', 'tool']) {
        const faults = faultsOf(await survive([{ role, content: [part] }]));
        assert.deepEqual(faults[0], [at, 'unknown-part'], `${role} ${JSON.stringify(part)}`);
      }
    }
  });

  it('types that nobody knows are carried, and are no fault', async () => {
    for (const type of ['hologram', 'custom', '__proto__', 'toString', '']) {
      const part = { type, kind: 'x.y', payload: prose(50) };
      assert.deepEqual(faultsOf(await survive([{ role: 'assistant', content: [part] }])), []);
    }
  });

  it('a text that is none is a fault', async () => {
    for (const text of [undefined, null, 5, {}, [], 10n]) {
      const message = { role: 'user', content: [{ type: 'text', text }] };
      assert.deepEqual(faultsOf(await survive([message])), [[at, 'unreadable-part']]);
    }
    for (const content of [undefined, null, 5, {}, 10n]) {
      const faults = faultsOf(await survive([{ role: 'user', content }]));
      assert.deepEqual(faults, [[at, 'unreadable-content']]);
    }
  });
});

describe('call ids', () => {
  it('that are missing are faults; the message stays', async () => {
    for (const toolCallId of [undefined, null, 5, '', {}]) {
      const faults = faultsOf(await survive([call({ toolCallId }), result({ toolCallId })]));
      assert.deepEqual(faults, [
        [at, 'missing-call-id'],
        [at + 1, 'missing-call-id'],
      ]);
    }
    const nameless = faultsOf(await survive([call({ toolName: undefined }), result({})]));
    assert.deepEqual(nameless, [[at, 'missing-tool-name']]);
  });

  it('that are used again and again still pair each result with its call', async () => {
    const messages: Message[] = [user('Go on.')];
    for (let i = 0; i < 80; i += 1)
      messages.push(callMessage('same'), resultMessage('same', prose(120, `${i}`)));
    const { session, log } = await open();
    const { views } = await playRaw(session, messages);
    for (const view of views) {
      const calls = view.filter((m) => (m as Message).role === 'assistant').length;
      const results = view.filter((m) => (m as Message).role === 'tool').length;
      assert.equal(calls, results);
    }
    assert.deepEqual(log.of('error'), []);
    assert.ok(log.rewrites.length > 0);
  });

  it('of any length and script pair', async () => {
    for (const toolCallId of ['x'.repeat(300_000), '呼叫\n"1"', '\ud83d', '\u0000', '__proto__']) {
      const events = await survive([call({ toolCallId }), result({ toolCallId })]);
      const mended = [8, 9].map((message) => ({ repair: 'ill-formed-text', message }));
      assert.deepEqual(
        events.flatMap((event) => (event.type === 'repair' ? event.repairs : [])),
        toolCallId.isWellFormed() ? [] : mended,
      );
    }
  });
});

describe('what tools take and return', () => {
  const circular: Record<string, unknown> = { name: 'ring' };
  circular.self = circular;
  const fails = {
    toJSON: () => {
      throw new Error('no JSON');
    },
  };
  const throwing = {
    get secret(): never {
      throw new Error('no');
    },
    open: 'sesame',
  };

  for (const [name, [value, faulty]] of Object.entries<[unknown, boolean | string]>({
    undefined: [undefined, false],
    'a bigint': [{ size: 10n ** 30n }, true],
    'a Date': [{ at: new Date(0) }, false],
    'an invalid Date': [{ at: new Date(Number.NaN) }, false],
    'a Map and a Set': [{ map: new Map([['a', 1]]), set: new Set([1, 2]) }, true],
    'a circle': [circular, true],
    'a function and a symbol': [{ run: () => {}, tag: Symbol('x') }, false],
    'NaN and infinity': [[Number.NaN, Number.POSITIVE_INFINITY], false],
    'a toJSON that throws': [fails, true],
    'a getter that throws': [throwing, true],
    'an Error': [new Error('failed'), false],
    'a URL': [new URL('https://example.org/a?b=c'), false],
    'a sparse array': [Object.assign([], { 1000: 'end' }), false],
    'an array of holes': [Object.assign([], { 5000000: 'end' }), true],
    'lone surrogates': [{ text: 'a\ud83d b\udc00' }, 'lone-surrogate'],
    'a null prototype': [Object.assign(Object.create(null), { a: 1 }), false],
    'a proxy': [new Proxy({ a: 1 }, {}), false],
  })) {
    it(`${name} stays where it is`, async () => {
      for (const bad of [json(value), [call({ input: value }), result({})]]) {
        const faults = faultsOf(await survive(bad));
        const expected = faulty === true ? 'not-serializable' : faulty;
        if (expected) assert.equal(faults[0]?.[1], expected);
        else assert.deepEqual(faults, []);
      }
    });
  }

  it('an output that is none is a fault, and still answers its call', async () => {
    for (const output of [
      undefined,
      null,
      5,
      'text',
      [],
      {},
      { type: 'hologram' },
      { type: 'text' },
    ]) {
      const events = await survive([call({}), result({ output })]);
      assert.deepEqual(faultsOf(events), [[at + 1, 'unreadable-part']]);
      assert.deepEqual(
        events.filter(({ type }) => type === 'repair'),
        [],
      );
    }
  });

  it('JSON a hundred thousand levels deep is cut short, not followed', async () => {
    let deep: unknown = 'bottom';
    for (let i = 0; i < 100_000; i += 1) deep = i % 2 === 0 ? [deep] : { deep };
    const faults = faultsOf(await survive(json(deep)));
    assert.deepEqual(faults, [[at + 1, 'not-serializable']]);
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.deepEqual(faultsOf(await survive([call({}), resultMessage('bad', text)])), []);
  });

  it('a graph that is a tree of any size to JSON ends', async () => {
    let value: unknown = { leaf: 'x'.repeat(100) };
    for (let i = 0; i < 60; i += 1) value = [value, value];
    const { session, log } = await open();
    await once(session, [user('hi'), ...json(value)]);
    assert.deepEqual(log.of('error'), []);
    assert.equal(log.of('fault')[0]?.fault, 'not-serializable');
  });
});

describe('binary content', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 17);
  const base64 = Buffer.from(bytes).toString('base64');
  const dataUrl = `data:image/png;base64,${base64}`;
  const asNumbers = bytes.slice(300, 320).join(',');
  /** Fails without printing what may be megabytes. */
  const assertNoBytes = (text: string): void => {
    assert.ok(!text.includes(base64.slice(400, 440)), 'base64 was sent');
    assert.ok(!text.includes(base64.slice(4_000, 4_040)), 'base64 was sent');
    assert.ok(!text.includes(asNumbers), 'bytes were sent as numbers');
  };

  /** Has the messages folded: the tokens that are counted for each of them, and all that was sent or kept of them. */
  async function folded(given: readonly Message[]) {
    const { session, requests, log } = await open({
      contextWindow: 4_000_000,
      keepRecent: { messages: 2 },
    });
    const host = [user('Look.'), assistant('Yes.'), ...given, ...conversation(30).slice(1)];
    await session.prepare(host);
    const tokens = session.explain().messages.slice(2, 2 + given.length);
    const { messages } = await session.compact<Message>({ messages: host });
    assert.ok(messages.some(isSegments) && requests.length > 0);
    assert.deepEqual(log.of('error'), []);
    const sent = stringsIn([...requests, segmentText(messages), session.snapshot()]);
    return { cost: Math.max(...tokens.map((one) => one.tokens)), sent, requests };
  }

  /** Tokens of one message of which no byte is sent. */
  async function costOf(...messages: Message[]): Promise<number> {
    const { cost, sent } = await folded(messages);
    for (const text of sent) assertNoBytes(text);
    return cost;
  }

  const media: Record<string, unknown> = {
    'a Uint8Array': bytes,
    'an ArrayBuffer': bytes.buffer,
    'a Buffer': Buffer.from(bytes),
    'a DataView': new DataView(bytes.buffer),
    base64,
    'a data URL': dataUrl,
    'a URL': new URL('https://example.org/photo.png'),
    'a data URL as URL': new URL(dataUrl),
    'tagged data': { type: 'data', data: bytes },
    'a tagged URL': { type: 'url', url: new URL(dataUrl) },
  };
  for (const [name, data] of Object.entries(media)) {
    it(`${name} in an image or file is never counted or sent as text`, async () => {
      const image = { type: 'image', image: data, mediaType: 'image/png' };
      const file = { type: 'file', data, mediaType: 'application/pdf', filename: 'a.pdf' };
      // Its text would cost 100,000. What is no PDF counts by the pages that so many bytes may be.
      for (const [part, most] of [
        [image, 3_000],
        [file, 25_000],
      ] as const) {
        const cost = await costOf({ role: 'user', content: [part] });
        assert.ok(cost > 0 && cost < most, `${cost} tokens`);
        const said = await costOf({
          role: 'assistant',
          content: [part, { type: 'text', text: 'See.' }],
        });
        assert.ok(said < most, `${said} tokens`);
      }
    });
  }

  it('in the content of a tool’s result is never counted or sent as text', async () => {
    for (const item of [
      { type: 'media', data: base64, mediaType: 'image/png' },
      { type: 'image-data', data: base64, mediaType: 'image/png' },
      { type: 'file-data', data: base64, mediaType: 'application/pdf' },
      { type: 'file', data: bytes, mediaType: 'application/pdf' },
      { type: 'image-url', url: dataUrl },
    ]) {
      const value = [{ type: 'text', text: 'A picture:' }, item];
      assert.ok((await costOf(call({}), result({ output: { type: 'content', value } }))) < 25_000);
    }
  });

  it('inside JSON that a tool takes or returns counts as the numbers that are sent', async () => {
    for (const value of [bytes, { file: bytes }, [new Float64Array(50_000)]]) {
      for (const [message, output] of [
        json(value),
        // An input is an object.
        [call({ input: Array.isArray(value) ? { value } : value }), result({})],
      ] as const) {
        const { cost, requests } = await folded([message, output] as Message[]);
        assert.ok(cost > JSON.stringify(value).length / 8, `${cost} tokens`);
        const sent = requests.reduce((sum, { prompt }) => sum + prompt.length, 0);
        assert.ok(sent > 0 && sent < 150_000, `${sent} characters of prompts`);
      }
    }
  });

  it('as base64 in text is never sent to the summariser', async () => {
    const texts = [
      dataUrl,
      `Here: ${dataUrl} and more.`,
      JSON.stringify({ image: base64 }),
      base64,
    ];
    for (const text of texts) {
      for (const messages of [[user(text)], [call({}), resultMessage('bad', text)]]) {
        const { sent, requests } = await folded(messages);
        for (const each of sent) assertNoBytes(each);
        for (const { prompt } of requests) assert.ok(prompt.length < 60_000);
      }
    }
  });
});

describe('text that is no Unicode', () => {
  it('is counted, folded and cut without making or sending a lone surrogate', async () => {
    const texts = ['\ud83d', 'a\udc00b', '\ud83d\ud83d\ude00', `${'😀'.repeat(20_000)}\ud83d`];
    for (const text of texts) {
      await survive([user(text)]);
      await survive([assistant(text)]);
      await survive([call({ input: { text } }), resultMessage('bad', text)]);
    }
    const { session } = await open();
    const host = [
      user('Go.'),
      ...step('a'),
      callMessage('big'),
      resultMessage('big', '😀'.repeat(60_001)),
    ];
    const view = await once(session, host);
    assert.ok(session.usage().viewTokens <= session.usage().budget);
    for (const text of stringsIn(view)) assert.deepEqual(loneSurrogates(text), []);
  });
});

describe('size', () => {
  /** Bytes: as many as all the memory that an engine may have, so that a text can't be in there whole. */
  const megabytes = scaled(4e6);
  const mostMemory = 4e6;

  it('one string of many megabytes passes in pieces: the engine’s memory stays small', async () => {
    const line = 'The quick brown fox jumps over the lazy dog; 狐狸。\n';
    const huge = line.repeat(Math.ceil(megabytes / Buffer.byteLength(line)));
    const bytes = await memoryOf(async () => {
      const { session, log } = await open();
      const host = [...conversation(5), callMessage('big'), resultMessage('big', huge)];
      const view = await once(session, host);
      assert.ok(session.usage().viewTokens <= session.usage().budget);
      assert.deepEqual(validateView(view, host), []);
      const more = [...host, assistant('Done.'), user('Thanks.'), ...conversation(30).slice(1)];
      const next = await once(session, more, [{}]);
      assertAccounted(session, next, more);
      assert.deepEqual(log.of('error'), []);
      assert.ok(session.snapshot().length <= 65_536);
    });
    assert.ok(bytes <= mostMemory, `${bytes} bytes of WebAssembly memory`);
  });

  it('megabytes in a user’s message, an assistant’s, an id or JSON can’t end the run', async () => {
    const huge = 'x'.repeat(megabytes);
    const bytes = await memoryOf(async () => {
      for (const bad of [
        [assistant(huge)],
        [call({ input: { huge } }), result({})],
        json({ huge }),
        [call({ toolCallId: huge }), result({ toolCallId: huge })],
        [call({ toolName: huge }), result({})],
      ]) {
        const { session, log } = await open();
        const host = [...conversation(3), ...bad, ...conversation(40, { name: 'd' }).slice(1)];
        const view = await once(session, host);
        assertAccounted(session, view, host);
        assert.deepEqual(log.of('error'), []);
        const opening = await once(session, [user(huge)]);
        assert.equal(opening.length, 1);
        assert.ok(log.of('cannot-fit').length > 0);
      }
    });
    assert.ok(bytes <= mostMemory, `${bytes} bytes of WebAssembly memory`);
  });

  it('tens of thousands of messages are folded, and more come', async () => {
    const host = conversation(scaled(6_000), { tokens: 10 });
    const { session, log, requests } = await open();
    const view = await once(session, host);
    assert.deepEqual(log.of('error'), []);
    // They are read in sixteen parts at the most, whose records become one.
    assert.ok(view.length < 300 && requests.length <= 16 + 1);
    assert.ok(session.usage().viewTokens <= session.usage().budget);
    const more = [...host, ...step('more')];
    const next = await once(session, more);
    assert.deepEqual(next.slice(-2), more.slice(-2));
    assert.deepEqual(await once(session, jsonClone(more)), next);
  });

  it('a message of 100,000 parts, and one of more, are carried', async () => {
    for (const count of [50_000, 100_000, 100_001]) {
      const part = { type: 'text', text: 'x' };
      const message = { role: 'user', content: new Array(count).fill(part) } as Message;
      const { session, log } = await open({ contextWindow: 1_000_000 });
      const host = [message, ...conversation(2).slice(1)];
      assert.equal((await once(session, host))[0], message);
      assert.deepEqual(log.of('error'), []);
    }
  });
});

describe('a rule of the host that throws', () => {
  it('marks nothing, is told once, and leaves the other rule alone', async () => {
    const log = new EventLog();
    const rule = (message: unknown) => {
      const { content } = message as { content: string };
      return content.startsWith('PIN');
    };
    using compactor = await createCompactor({
      contextWindow: 16_000,
      onEvent: log.onEvent,
      pin: rule,
      priority: () => false,
    });
    const session = compactor.session('a');
    await session.prepare([...conversation(60), user('PIN this'), ...step('last')]);
    const errors = log.of('error').map(({ error }) => error);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['invalid-argument'],
    );
    assert.match(errors[0]?.message ?? '', /`pin`.*\[1\].*startsWith/);
    const fates = session.explain().messages;
    assert.ok(fates.some(({ fate }) => fate === 'kept'));
  });

  it('can not be one that means nobody', async () => {
    await assert.rejects(createCompactor({ contextWindow: 16_000, pin: { roles: ['usr'] } }), {
      code: 'invalid-option',
    });
  });

  it('takes no text that is none', async () => {
    using compactor = await createCompactor({ contextWindow: 16_000 });
    const session = compactor.session('a');
    assert.throws(() => session.unpin(4 as unknown as string), { code: 'invalid-argument' });
  });
});
