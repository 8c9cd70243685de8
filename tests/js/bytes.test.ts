// promise: budget
/**
 * A request has bytes: no view is larger than `requestBytes` while anything may give way. Long runs
 * with images and files in every form and dialect, under every preset, measured on the view as JSON
 * text with files in base64.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { presets } from '../../js/options/presets.ts';
import type { Message } from '../../js/testing/shapes.ts';
import type { PresetName } from '../../js/types.ts';
import { scaled } from './support/amount.ts';
import { deepFreeze } from './support/compare.ts';
import { opener } from './support/opener.ts';
import { validate } from './support/preset-views.ts';
import { createRng, type Rng } from './support/random.ts';
import { type AnyDialect, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 1_000_000 });

const sizes = new WeakMap<object, number>();

/** As it is sent; an array by its members, each of which is measured once. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + sizeOf(one) + 1, 1);
  const known = typeof value === 'object' && value !== null ? sizes.get(value) : undefined;
  const size = known ?? measured(value);
  if (typeof value === 'object' && value !== null) sizes.set(value, size);
  return size;
}

function measured(value: unknown): number {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, inner) {
    const own = this[key];
    return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : inner;
  });
  return Buffer.byteLength(text);
}

/** A file that differs by its number: its head, then bytes that no text has. */
function file(number: number, bytes: number): Uint8Array {
  const data = new Uint8Array(bytes).fill(0xb5);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  data.set([number >> 8, number & 0xff], 40);
  return data;
}

const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');
const dataUrl = (data: Uint8Array, type = 'image/png') => `data:${type};base64,${base64(data)}`;

/** How a dialect has a file: as the user sends it, and in a result. */
interface Tongue {
  dialect: AnyDialect;
  sent(data: Uint8Array): object;
  seen(data: Uint8Array): object;
}

const message = (role: string, content: unknown): Message => ({ role, content }) as Message;

const [mediaType, pdf] = ['image/png', 'application/pdf'];
const image = { type: 'image', mediaType };
const media = (data: Uint8Array) => ({ type: 'media', mediaType, data: base64(data) });
const imageUrl = (data: Uint8Array) => ({ type: 'image_url', image_url: { url: dataUrl(data) } });
const block = (data: Uint8Array) => {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: base64(data) } };
};

const dialect = 'ai-sdk';
const tongues: Record<string, Tongue> = {
  'ai-sdk, bytes': { dialect, sent: (data) => ({ ...image, image: data }), seen: media },
  'ai-sdk, base64': { dialect, sent: (data) => ({ ...image, image: base64(data) }), seen: media },
  'ai-sdk, data URLs': {
    dialect,
    sent: (data) => ({ type: 'file', mediaType, data: dataUrl(data) }),
    seen: media,
  },
  'ai-sdk, files': {
    dialect,
    sent: (data) => ({ type: 'file', mediaType: pdf, data }),
    seen: (data) => ({ type: 'file-data', mediaType: pdf, data: base64(data) }),
  },
  'ai-sdk, URL objects': {
    dialect,
    sent: (data) => ({ ...image, image: new URL(dataUrl(data)) }),
    seen: (data) => ({ type: 'image-data', mediaType, data: base64(data) }),
  },
  'ai-sdk-4': {
    dialect: 'ai-sdk-4',
    sent: (data) => ({ type: 'image', image: data, mimeType: mediaType }),
    seen: (data) => ({ type: 'image', data: base64(data), mimeType: mediaType }),
  },
  'openai-chat': { dialect: 'openai-chat', sent: imageUrl, seen: imageUrl },
  anthropic: { dialect: 'anthropic', sent: block, seen: block },
};

/** The one of tests that need no other. */
const base = tongues['ai-sdk, base64'] as Tongue;

/** A user message with a file. */
function sends(tongue: Tongue, text: string, data: Uint8Array): Message {
  return talkIn(tongue.dialect).user(text, tongue.sent(data))[0] as Message;
}

/** A call of a tool and a result that holds a file, or nothing but text. */
function looks(tongue: Tongue, id: string, data: Uint8Array | undefined, text: string): Message[] {
  const items = data && [{ type: 'text', text }, tongue.seen(data)];
  const call = { tool: 'look', input: { at: id }, result: text, items, id };
  return talkIn(tongue.dialect).calls([call]);
}

/** A run of steps that look at things; now and then the user comes with a picture. */
function history(tongue: Tongue, rng: Rng, steps: number, largest: number): Message[] {
  let made = 0;
  const next = () => {
    made += 1;
    return file(made, rng.int(2_000, largest));
  };
  const messages = [sends(tongue, 'Look after the page.', next())];
  for (let i = 0; i < steps; i += 1) {
    const seen = rng.chance(0.7) ? next() : undefined;
    messages.push(...looks(tongue, `look-${i}`, seen, `What there is at ${i}. `.repeat(10)));
    if (!rng.chance(0.15)) continue;
    messages.push(message('assistant', [{ type: 'text', text: `Done with ${i}.` }]));
    messages.push(sends(tongue, `Like this, at ${i}.`, next()));
  }
  return deepFreeze(messages);
}

const isResult = ({ role, content }: Message) =>
  role === 'tool' ||
  (Array.isArray(content) && (content[0] as { type?: string })?.type === 'tool_result');
const asks = (one: Message) => one.role === 'user' && !isResult(one);

/** The initial messages and the newest ones of the user. */
function words(host: readonly Message[]): Message[] {
  const first = host.findIndex(({ role }) => role === 'assistant');
  const end = host.findLastIndex(asks);
  return [...new Set([...host.slice(0, first < 0 ? host.length : first), host[end] as Message])];
}

interface Played {
  largest: number;
  rewrites: number;
  last: unknown[];
}

/** Plays a history step by step, and holds every view against what is promised. */
async function play(
  host: readonly Message[],
  limit: number,
  options: Partial<CompactorOptions>,
): Promise<Played> {
  const settings = { ...options, requestBytes: limit };
  let { session, log } = await open(settings);
  const played: Played = { largest: 0, rewrites: 0, last: [] };
  for (let end = 1; end <= host.length; end += 1) {
    const known = host.slice(0, end);
    if (known.at(-1)?.role === 'assistant') continue;
    const before = log.rewrites.length;
    const { messages } = await session.prepare(known);
    const size = sizeOf(messages);
    played.largest = Math.max(played.largest, size);
    assert.ok(size <= limit, `${size} of ${limit} bytes at ${end}`);
    const told = log.rewrites.slice(before);
    for (const { bytesBefore, bytesAfter } of told) assert.ok(bytesAfter <= bytesBefore);
    if (options.dialect === 'ai-sdk') validate(messages, known);
    // What the user wants now stays as long as it fits without all other files.
    const own = words(known);
    const textSize = sizeOf(known.map((one) => (own.includes(one) ? one : textOf(one))));
    if (textSize < limit / 2) for (const one of own) assert.ok(shows(messages, one), `at ${end}`);
    if (told.length === 0) {
      assert.deepEqual(messages.slice(0, played.last.length), played.last, `prefix at ${end}`);
    }
    played.rewrites += told.length;
    played.last = messages;
    if (end % 7 !== 0) continue;
    // Another machine goes on from the state, and shows the same.
    ({ session, log } = await open(settings, session.snapshot()));
    const again = await session.prepare(known);
    assert.deepEqual(again.messages, messages);
    assert.equal(log.rewrites.length, 0);
  }
  return played;
}

const texts = new WeakMap<Message, unknown>();

/** The message without its files. */
function textOf(one: Message): unknown {
  const known = texts.get(one);
  if (known !== undefined) return known;
  const text = JSON.parse(JSON.stringify(one).replace(/[A-Za-z0-9+/=]{1000,}/g, ''));
  texts.set(one, text);
  return text;
}

/** A message itself, or all its parts in one: records may stand beside them. */
function shows(view: readonly unknown[], one: Message): boolean {
  return view.some((shown) => {
    const parts = (shown as Message).content;
    if (shown === one) return true;
    return (
      Array.isArray(parts) &&
      Array.isArray(one.content) &&
      one.content.every((part) => (parts as unknown[]).includes(part))
    );
  });
}

describe('a request of many bytes', () => {
  for (const [name, tongue] of Object.entries(tongues)) {
    it(`goes out below the limit: ${name}`, async () => {
      for (let seed = 0; seed < scaled(2); seed += 1) {
        const rng = createRng(`${name} ${seed}`);
        const host = history(tongue, rng, 40, 24_000);
        const limit = rng.pick([120_000, 200_000, 300_000]);
        const { rewrites } = await play(host, limit, { dialect: tongue.dialect });
        // In batches: each makes room for about half of the limit.
        const most = Math.ceil(sizeOf(host) / (limit / 4));
        assert.ok(rewrites > 0 && rewrites <= most, `${rewrites} rewrites of at most ${most}`);
      }
    });
  }

  for (const preset of Object.keys(presets) as PresetName[]) {
    it(`goes out below the limit: preset ${preset}`, async () => {
      const host = history(base, createRng(preset), 30, 24_000);
      const { session, log } = await open({ preset, requestBytes: 150_000 });
      for (let end = 1; end <= host.length; end += 1) {
        const known = host.slice(0, end);
        if (known.at(-1)?.role === 'assistant') continue;
        const { messages } = await session.prepare(known);
        assert.ok(sizeOf(messages) <= 150_000);
        validate(messages, known);
      }
      assert.ok(log.rewrites.length > 0);
      assert.equal(log.of('cannot-fit').length, 0);
    });
  }

  it('holds by default for screenshots that a large window has room for', async () => {
    const host = [message('user', 'Go through the shop.')];
    const { session, log } = await open();
    const seen: number[] = [];
    for (let i = 0; i < 48; i += 1) {
      host.push(...looks(base, `shot-${i}`, file(i, 640_000), `Page ${i}.`));
      const { messages } = await session.prepare(host);
      seen.push(sizeOf(messages));
      assert.ok(sizeOf(messages.at(-1)) > 800_000, 'the newest is seen');
    }
    assert.ok(Math.max(...seen) <= 20_000_000, `${Math.max(...seen)}`);
    assert.ok(log.rewrites.every(({ reason }) => reason === 'bytes'));
    assert.ok(log.rewrites.length > 0 && log.rewrites.length <= 5);
    const { viewBytes, requestBytes } = session.explain();
    assert.equal(requestBytes, 20_000_000);
    assert.ok(Math.abs(viewBytes - (seen.at(-1) as number)) < viewBytes / 10);
  });

  it('gives way oldest first, and says what went', async () => {
    const host = [message('user', 'Go through the shop.')];
    for (let i = 0; i < 20; i += 1) host.push(...looks(base, `shot-${i}`, file(i, 9_000), 'Page.'));
    const { session, log } = await open({ requestBytes: 100_000 });
    const { messages } = await session.prepare(host);
    const heavy = messages.filter(isResult).map((one) => sizeOf(one) > 9_000);
    assert.deepEqual(heavy, heavy.toSorted());
    const went = log.rewrites.flatMap(({ edits }) => edits).filter(({ kind }) => kind === 'media');
    assert.equal(went.length, heavy.filter((is) => !is).length);
  });
});

describe('what gives way last', () => {
  it('is what the user sent, and of that the current request', async () => {
    const first = sends(base, 'Like this.', file(1, 45_000));
    const newest = sends(base, 'No, like that.', file(2, 45_000));
    const host = [first, ...looks(base, 'a', file(3, 20_000), 'It.'), message('assistant', 'So?')];
    const { session } = await open({ requestBytes: 100_000 });
    const before = (await session.prepare([...host, message('user', 'Hm.')])).messages;
    assert.ok(before.includes(first));
    const { messages } = await session.prepare([...host, newest]);
    assert.ok(sizeOf(messages) <= 100_000);
    assert.ok(messages.includes(newest));
  });

  it('is a current request that alone is too much; what is left of it stays the same', async () => {
    const files = [1, 2, 3].map((n) => ({ ...image, image: file(n, 45_000) }));
    const request = message('user', [{ type: 'text', text: 'Compare these.' }, ...files]);
    const { session, log } = await open({ requestBytes: 100_000 });
    const host = [request];
    const { messages } = await session.prepare(host);
    assert.ok(sizeOf(messages) <= 100_000);
    const left = messages.map(({ content }) => content as unknown[]);
    assert.deepEqual(left[0]?.at(-1), files[2]);
    assert.equal(log.rewrites.length, 1);
    const { session: other } = await open({ requestBytes: 100_000 }, session.snapshot());
    host.push(...looks(base, 'a', undefined, 'Nothing.'));
    for (const one of [session, other]) {
      const view = (await one.prepare(host)).messages;
      assert.deepEqual(view[0], messages[0]);
    }
  });

  it('is nothing of it while older texts are large', async () => {
    const host = [message('user', 'Read all of it.')];
    for (let i = 0; i < 40; i += 1) {
      host.push(
        ...looks(base, `t${i}`, undefined, `Line ${i} of “it” – with \n ends. `.repeat(60)),
      );
    }
    const request = sends(base, 'And now this.', file(1, 40_000));
    host.push(message('assistant', 'Read.'), request);
    const { session, log } = await open({ requestBytes: 90_000 });
    const { messages } = await session.prepare(host);
    assert.ok(sizeOf(messages) <= 90_000);
    assert.ok(messages.includes(request));
    assert.ok(log.rewrites.some(({ reason }) => reason === 'bytes'));
    validate(messages, host);
  });

  it('is a file that the host pins: where nothing else is left, an event says what does not fit', async () => {
    const pinned = sends(base, 'Keep this.', file(1, 90_000));
    const host = [message('user', 'Hello.'), message('assistant', 'Hello.'), pinned];
    host.push(message('assistant', 'Kept.'), message('user', 'Go on.'));
    const { session, log } = await open({
      requestBytes: 100_000,
      pin: (one) => sizeOf(one) > 90_000,
    });
    const { messages } = await session.prepare(host);
    assert.ok(messages.includes(pinned));
    const told = log.of('cannot-fit').map(({ breakdown }) => breakdown);
    assert.deepEqual(
      told.map(({ viewBytes, requestBytes }) => viewBytes > requestBytes),
      [true],
    );
  });
});

describe('any limit', () => {
  it('holds, or an event says that it does not', async () => {
    for (const limit of [1, 1_000, 5_000, 12_000, 30_000]) {
      const host = history(base, createRng(limit), scaled(20), 9_000);
      const { session, log } = await open({ requestBytes: limit });
      for (let end = 1; end <= host.length; end += 1) {
        const { messages } = await session.prepare(host.slice(0, end));
        const told = log.of('cannot-fit').length > 0;
        assert.ok(told || sizeOf(messages) <= limit, `${sizeOf(messages)} of ${limit} at ${end}`);
        assert.equal(told && limit > 10_000, false);
        log.all.splice(0, log.all.length, ...log.of('error'));
      }
      assert.equal(log.all.length, 0);
    }
  });
});

describe('files that nothing may stand for', () => {
  it('go with their units', async () => {
    const host = [message('user', 'Draw all of them.')];
    const { session } = await open({ requestBytes: 200_000 });
    for (let i = 0; i < 30; i += 1) {
      const id = `p${i}`;
      const output = { type: 'content', value: [media(file(i, 15_000))] };
      const call = { type: 'tool-call', toolCallId: id, toolName: 'draw', input: {} };
      const result = { type: 'tool-result', toolCallId: id, toolName: 'draw', output };
      host.push(
        message('assistant', [
          { ...call, providerExecuted: true },
          { ...result, providerExecuted: true },
          { type: 'text', text: `Drawing ${i} is there.` },
        ]),
        message('user', `Now number ${i}.`),
      );
      const { messages } = await session.prepare(host);
      assert.ok(sizeOf(messages) <= 200_000, `${sizeOf(messages)} at ${i}`);
      validate(messages, host);
    }
  });

  it('and those that a model drew give way like others', async () => {
    const host = [message('user', 'Draw all of them.')];
    const { session } = await open({ requestBytes: 200_000 });
    for (let i = 0; i < 30; i += 1) {
      const drawn = { type: 'file', mediaType, data: base64(file(i, 15_000)) };
      const text = { type: 'text', text: `Drawing ${i}.` };
      host.push(message('assistant', [text, drawn]), message('user', `Now number ${i}.`));
      const { messages } = await session.prepare(host);
      assert.ok(sizeOf(messages) <= 200_000, `${sizeOf(messages)} at ${i}`);
      validate(messages, host);
    }
  });
});

describe('texts that are too many bytes', () => {
  it('fold as they do for want of tokens, whatever writes the summary', async () => {
    const summarize = async () => '## Done\n- The lines were read.';
    const ways = [{}, { summarize }, { summarize, background: true }, { enabled: false }];
    for (const way of ways) {
      const host = [message('user', 'Read all of it.')];
      const { session, log } = await open({ requestBytes: 60_000, ...way });
      for (let i = 0; i < 60; i += 1) {
        host.push(...looks(base, `t${i}`, undefined, `Line ${i} of “it”. `.repeat(120)));
        const { messages } = await session.prepare(host);
        assert.ok(sizeOf(messages) <= 60_000, `${sizeOf(messages)} at ${i}`);
        validate(messages, host);
      }
      assert.ok(log.rewrites.length < 20, `${log.rewrites.length}`);
    }
  });
});

describe('compact()', () => {
  it('works on what only weighs bytes', async () => {
    const host = [message('user', 'Go through the shop.')];
    for (let i = 0; i < 10; i += 1) host.push(...looks(base, `s${i}`, file(i, 90_000), 'Page.'));
    const { session } = await open();
    await session.prepare(host);
    const { compacted, messages, event } = await session.compact();
    assert.ok(compacted);
    assert.equal(event?.reason, 'manual');
    assert.ok(sizeOf(messages) < sizeOf(host) / 2);
    assert.equal((await session.compact()).compacted, false);
  });
});

describe('what lies elsewhere', () => {
  it('weighs no more than its address, and stays', async () => {
    const host = [message('user', 'Look.')];
    for (let i = 0; i < 30; i += 1) {
      const url = `https://example.com/${'p'.repeat(80)}/${i}.png`;
      host.push(
        message('user', [
          { type: 'text', text: 'Here.' },
          { type: 'image', image: new URL(url) },
        ]),
        message('assistant', 'Seen.'),
      );
    }
    host.push(message('user', 'So?'));
    const { session, log } = await open({ requestBytes: 100_000 });
    assert.equal((await session.prepare(host)).messages.length, host.length);
    assert.equal(log.rewrites.length, 0);
  });
});
