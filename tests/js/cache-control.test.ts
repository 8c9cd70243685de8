// promise: dialects

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mostBreakpoints, unmarked, withBreakpoints } from '../../js/dialects/cache-control.ts';
import { dialects } from '../../js/dialects/detect.ts';
import type { DialectName, HostMessage } from '../../js/dialects/dialect.ts';
import { scaled } from './support/amount.ts';
import { createRng, type Rng } from './support/random.ts';
import { deepFreeze } from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const ephemeral = { type: 'ephemeral' };
const hourly = { type: 'ephemeral', ttl: '1h' };
const sdkOptions = (value: Json = ephemeral) => ({ anthropic: { cacheControl: value } });
const words = (text: string) => ({ type: 'text', text });
const user = (text: string, fields: Json = {}): Json => ({
  role: 'user',
  content: text,
  ...fields,
});
const ids = { toolCallId: 'c', toolName: 't' };

/** Texts of the places that a message's breakpoints are at, in prompt order: the oracle's own walk. */
function breakpoints(message: HostMessage): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'cacheControl' || key === 'cache_control') found.push(path);
      else visit(inner, `${path}/${key}`);
    }
  };
  visit(message, '');
  return found;
}

const count = (view: readonly HostMessage[]) => view.flatMap(breakpoints).length;

describe('breakpoints', () => {
  it('stand on messages of AI SDK 5 to 7', () => {
    const view = deepFreeze([
      user('a', { providerOptions: { openai: { keep: 1 } } }),
      { role: 'assistant', content: [words('b')] },
      { role: 'tool', content: [{ type: 'tool-result', ...ids, output: { type: 'json' } }] },
    ]);
    const marked = withBreakpoints(view, 'ai-sdk', [0, 2]);
    // On the last part: a provider may copy what stands on the message to each of them.
    const [result] = (view[2]?.content ?? []) as Json[];
    assert.deepEqual(marked, [
      user('a', { providerOptions: { openai: { keep: 1 }, ...sdkOptions() } }),
      view[1],
      { ...view[2], content: [{ ...result, providerOptions: sdkOptions() }] },
    ]);
    assert.equal(marked[1], view[1]);
  });

  it('stand where AI SDK 4 looks for them', () => {
    const bare = user('a');
    const [first] = withBreakpoints([bare], 'ai-sdk-4', [0]);
    assert.deepEqual(first, { ...bare, experimental_providerMetadata: sdkOptions() });
    for (const field of ['providerOptions', 'providerMetadata', 'experimental_providerMetadata']) {
      for (const present of [undefined, { some: { x: 1 } }]) {
        const message = deepFreeze({ ...bare, [field]: present });
        const [marked] = withBreakpoints([message], 'ai-sdk-4', [0]);
        assert.deepEqual(marked, { ...bare, [field]: { ...present, ...sdkOptions() } });
      }
    }
  });

  it("stand in blocks of Anthropic's messages", () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'x' };
    const view = deepFreeze([user('a'), { role: 'user', content: [words('b'), result] }]);
    const cache_control = ephemeral;
    assert.deepEqual(withBreakpoints(view, 'anthropic', [0, 1]), [
      { role: 'user', content: [{ ...words('a'), cache_control }] },
      { role: 'user', content: [words('b'), { ...result, cache_control }] },
    ]);
  });

  it('are nothing to others', () => {
    const view = [user('a')];
    assert.equal(withBreakpoints(view, 'openai-chat', [0]), view);
  });

  it('pass over what can not be cached', () => {
    const thinking = { type: 'thinking', thinking: 'x', signature: 's' };
    const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
    const blocks = deepFreeze([
      user('a'),
      assistant(words('b'), thinking),
      assistant(thinking),
      user(' '),
      assistant(words('')),
      null,
    ]);
    const [, second, ...rest] = withBreakpoints(blocks, 'anthropic', [5]);
    const cache_control = ephemeral;
    assert.deepEqual(second, assistant({ ...words('b'), cache_control }, thinking));
    assert.deepEqual(rest, blocks.slice(2));

    const reasoning = { type: 'reasoning', text: 'x' };
    const approval = { type: 'tool-approval-response', approvalId: 'a', approved: true };
    const output = { type: 'tool-result', ...ids, output: { type: 'text', value: 'x' } };
    const parts = deepFreeze([
      assistant(words('b'), reasoning),
      { role: 'tool', content: [output, approval] },
      assistant(reasoning),
      user(''),
    ]);
    assert.deepEqual(withBreakpoints(parts, 'ai-sdk', [0, 3]), [
      assistant({ ...words('b'), providerOptions: sdkOptions() }, reasoning),
      { role: 'tool', content: [{ ...output, providerOptions: sdkOptions() }, approval] },
      parts[2],
      parts[3],
    ]);
    const nothing = deepFreeze([user(''), null, 5]);
    assert.equal(withBreakpoints(nothing, 'ai-sdk', [2]), nothing);
  });

  it("leave the host's own where there is room, the system's and the newest first", () => {
    const marked = (text: string) => user(text, { providerOptions: sdkOptions() });
    const system = { role: 'system', content: 's', providerOptions: sdkOptions() };
    const view = deepFreeze([system, marked('a'), marked('b'), marked('c'), user('d')]);
    const result = withBreakpoints(view, 'ai-sdk', [4]);
    const bare = user('a', { providerOptions: { anthropic: {} } });
    const last = user('d', { providerOptions: sdkOptions() });
    assert.deepEqual(result, [system, bare, marked('b'), marked('c'), last]);
    for (const at of [0, 2, 3]) assert.equal(result[at], view[at]);
    // Those of the system prompt and of tools, which no view shows, count as well.
    const two = withBreakpoints(view, 'ai-sdk', [4], 2);
    assert.deepEqual(two.flatMap(breakpoints).length, 2);
    assert.equal(two[0], view[0]);
    const none = withBreakpoints(view, 'ai-sdk', [], 0);
    assert.equal(count(none), 0);
  });

  it('leave one of the host that stands where one is wanted, and other copies of it go', () => {
    const own = deepFreeze([user('a', { providerOptions: sdkOptions(hourly) })]);
    assert.equal(withBreakpoints(own, 'ai-sdk', [0]), own);
    const part = deepFreeze([
      { role: 'user', content: [{ ...words('a'), providerOptions: sdkOptions() }] },
    ]);
    assert.equal(withBreakpoints(part, 'ai-sdk', [0]), part);
    const twice = deepFreeze([{ ...part[0], providerOptions: sdkOptions() }]);
    assert.equal(count(withBreakpoints(twice, 'ai-sdk', [0])), 1);
  });

  it('last for an hour before one of the host that does', () => {
    const view = deepFreeze([
      user('a'),
      user('b', { providerOptions: sdkOptions(hourly) }),
      user('c'),
    ]);
    const [first, second, third] = withBreakpoints(view, 'ai-sdk', [0, 2]);
    assert.deepEqual(first, user('a', { providerOptions: sdkOptions(hourly) }));
    assert.equal(second, view[1]);
    assert.deepEqual(third, user('c', { providerOptions: sdkOptions() }));
  });

  it('are found inside results', () => {
    const inner = { ...words('x'), cache_control: ephemeral };
    const result = { type: 'tool_result', tool_use_id: 't', content: [inner] };
    const blocks = deepFreeze([{ role: 'user', content: [result] }, user('b')]);
    const [bare] = withBreakpoints(blocks, 'anthropic', [1], 1);
    assert.deepEqual(bare, { role: 'user', content: [{ ...result, content: [words('x')] }] });

    const value = [{ ...words('x'), providerOptions: sdkOptions() }];
    const output = { type: 'content', value, providerOptions: sdkOptions() };
    const tool = { role: 'tool', content: [{ type: 'tool-result', ...ids, output }] };
    const view = deepFreeze([tool, user('b')]);
    assert.equal(count(view), 2);
    assert.equal(count(withBreakpoints(view, 'ai-sdk', [1], 1)), 1);
  });

  it("move on: a view of ours that comes back is the host's again", () => {
    const view = deepFreeze([user('a'), user('b')]);
    const first = withBreakpoints(view, 'ai-sdk', [1]);
    assert.deepEqual(first.map(unmarked), view);
    const longer = [...first, user('c')];
    const second = withBreakpoints(longer, 'ai-sdk', [2]);
    assert.equal(second[0], view[0]);
    assert.equal(second[1], view[1]);
    assert.equal(count(second), 1);
    assert.equal(withBreakpoints(second, 'ai-sdk', [1])[1], first[1], 'the same copy again');
    assert.equal(withBreakpoints(second, 'ai-sdk', [2])[2], second[2]);
  });

  it('take no harm from what can not be read', () => {
    const throwing = Object.freeze({
      role: 'user',
      get content(): never {
        throw new Error('no');
      },
    });
    const item = Object.defineProperty({ type: 'text' }, 'text', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    });
    const odd = [throwing, { role: 'user', content: [item] }, { role: 'user', content: {} }];
    const endless = { role: 'user', content: new Array(4e9) };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const view = [...odd, endless, null, 'x', revoked.proxy, undefined, () => {}];
    for (const name of Object.keys(dialects) as DialectName[]) {
      const marks = [...view.keys(), -1, 99, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
      const result = withBreakpoints(view, name, marks);
      assert.deepEqual([...result.keys()], [...view.keys()]);
      for (const at of result.keys()) assert.ok(result[at] === view[at], `${name} ${at}`);
    }
  });
});

function randomView(rng: Rng, name: DialectName): Json[] {
  const isSdk = name.startsWith('ai-sdk');
  const cache = (): Json => {
    if (rng.chance(0.6)) return {};
    return isSdk ? { providerOptions: sdkOptions() } : { cache_control: ephemeral };
  };
  const part = (role: string): Json => {
    const text = { ...words(rng.pick(['a', 'b c', '', ' '])), ...cache() };
    if (role === 'assistant' && rng.chance(0.3)) {
      return isSdk ? { type: 'reasoning', text: 'x' } : { type: 'thinking', thinking: 'x' };
    }
    return text;
  };
  return Array.from({ length: rng.int(0, 9) }, (_, index) => {
    const role = index === 0 && rng.chance(0.5) ? 'system' : rng.pick(['user', 'assistant']);
    const own = isSdk ? cache() : {};
    if (role === 'system' || rng.chance(0.3)) return { role, content: rng.pick(['x', '']), ...own };
    return { role, content: Array.from({ length: rng.int(0, 3) }, () => part(role)), ...own };
  });
}

describe('breakpoints of random views', () => {
  for (const name of ['ai-sdk', 'ai-sdk-4', 'anthropic'] as const) {
    it(`are at most four, well placed, and change nothing else: ${name}`, () => {
      const rng = createRng(`breakpoints: ${name}`);
      const rounds = scaled(1_500);
      let moved = 0;
      let view = deepFreeze(randomView(rng, name)) as HostMessage[];
      let last: readonly HostMessage[] = view;
      for (let round = 0; round < rounds; round++) {
        if (rng.chance(0.5)) {
          view = deepFreeze(randomView(rng, name));
          last = view;
        }
        const marks = Array.from({ length: rng.int(0, 5) }, () => rng.int(0, 9));
        const given = rng.chance(0.5) ? last : view;
        const result = withBreakpoints(given, name, marks);
        assert.deepEqual(result.map(unmarked), view.map(unmarked));
        assert.ok(count(result) <= mostBreakpoints);
        // Without breakpoints, a marked view says what the view says.
        assert.deepEqual(result.map(said), view.map(said));
        for (const [at, message] of result.entries()) {
          const own = breakpoints(message).join();
          if (message === view[at]) continue;
          assert.notEqual(own, breakpoints(view[at]).join(), 'a copy has another set');
        }
        const again = withBreakpoints(result, name, marks);
        assert.equal(again, result, 'the same marks change nothing');
        if (result !== given) moved++;
        last = result;
      }
      assert.ok(moved > rounds / 10, `${moved} views changed`);
    });
  }
});

/** How long the breakpoints of a view live, in prompt order. */
function lifetimes(view: readonly HostMessage[]): string[] {
  const found: string[] = [];
  JSON.stringify(view, (key, value) => {
    if (key === 'cacheControl' || key === 'cache_control') found.push(value.ttl ?? '5m');
    return value;
  });
  return found;
}

describe('an hour’s breakpoint of the host', () => {
  for (const name of ['ai-sdk', 'ai-sdk-4', 'anthropic'] as const) {
    it(`never stands behind a shorter one, whenever it comes and goes: ${name}`, () => {
      const rng = createRng(`hours: ${name}`);
      let both = 0;
      for (let round = 0; round < scaled(300); round++) {
        const length = rng.int(2, 8);
        const view = deepFreeze(
          Array.from({ length }, (_, at) => ({ role: 'user', content: [words(`words ${at}`)] })),
        ) as HostMessage[];
        for (let step = 0; step < 4; step++) {
          const [first] = view;
          const at = rng.int(0, length - 1);
          const place = name === 'anthropic' ? { cache_control: hourly } : undefined;
          const part = {
            ...words(`words ${at}`),
            ...(place ?? { providerOptions: sdkOptions(hourly) }),
          };
          const hour =
            name === 'ai-sdk-4'
              ? { ...first, content: [words(`words ${at}`)], providerMetadata: sdkOptions(hourly) }
              : { ...first, content: [part] };
          const given = rng.chance(0.5) ? view.with(at, hour) : view;
          const marks = Array.from({ length: rng.int(1, 3) }, () => rng.int(0, length - 1));
          const lives = lifetimes(withBreakpoints(given, name, marks));
          const [shorter, hours] = [lives.indexOf('5m'), lives.lastIndexOf('1h')];
          assert.ok(shorter < 0 || shorter > hours, lives.join());
          if (shorter >= 0 && hours >= 0) both++;
        }
      }
      assert.ok(both > 0);
    });
  }
});

/** What a message says to the model, without breakpoints. */
function said({ role, content }: HostMessage): unknown {
  if (typeof content === 'string') return [role, words(content)];
  return [
    role,
    ...content.map(({ type, text, thinking }: Json) => ({ type, text: text ?? thinking })),
  ];
}
