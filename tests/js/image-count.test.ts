// promise: budget
/**
 * A request has a number of images: no view has more than `requestImages`, or than the model's provider takes, while
 * any may give way. Runs with images of users and of tools in every form and dialect, counted in the view.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { presets } from '../../js/options/presets.ts';
import type { Message } from '../../js/testing/shapes.ts';
import type { PresetName } from '../../js/types.ts';
import { scaled } from './support/amount.ts';
import { opener } from './support/opener.ts';
import { validate } from './support/preset-views.ts';
import { createRng, type Rng } from './support/random.ts';
import { type Dialect, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 2_000_000, system: '', tools: {} });

/** Head of a PNG of that size; what follows differs by number. */
function png(number: number, width = 800, height = 600): string {
  const data = Buffer.alloc(64, 0xb5);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  data.writeUInt32BE(number, 40);
  return data.toString('base64');
}
const url = (number: number) => `https://example.com/pictures/${number}.png`;
const dataUrl = (data: string) => `data:image/png;base64,${data}`;

/** Of everything below a value what is an image. */
function imagesIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  const { type, mediaType } = value as Record<string, unknown>;
  const isFile = ['file', 'media', 'file-data', 'file-url'].includes(String(type));
  const isImage = ['image', 'image_url', 'image-data', 'image-url'].includes(String(type));
  if (isImage || (isFile && /^image\b/.test(String(mediaType)))) return [value];
  return Object.values(value).flatMap(imagesIn);
}
const countOf = (value: unknown) => imagesIn(value).length;

/** How a dialect has an image: as a user sends it, and in a result. */
interface Tongue {
  dialect: Dialect;
  sent(number: number): object;
  seen(number: number): object;
}

const message = (role: string, content: unknown): Message => ({ role, content }) as Message;

const sends = ({ dialect }: Tongue, text: string, images: object[]): Message =>
  talkIn(dialect).user(text, ...images)[0] as Message;

function looks({ dialect }: Tongue, id: string, images: object[]): Message[] {
  const items = [{ type: 'text', text: `Page ${id}.` }, ...images];
  return talkIn(dialect).calls([{ tool: 'look', input: { at: id }, result: '', items, id }]);
}

const sdk = (sent: Tongue['sent'], seen: Tongue['seen']): Tongue => ({
  dialect: 'ai-sdk',
  sent,
  seen,
});

const openAi = (image: (number: number) => string): Tongue => {
  const part = (number: number) => ({ type: 'image_url', image_url: { url: image(number) } });
  return { dialect: 'openai-chat', sent: part, seen: part };
};

const anthropic = (source: (number: number) => object): Tongue => {
  const block = (number: number) => ({ type: 'image', source: source(number) });
  return { dialect: 'anthropic', sent: block, seen: block };
};

const mediaType = 'image/png';
const tongues: Record<string, Tongue> = {
  'ai-sdk, bytes': sdk(
    (n) => ({ type: 'image', image: Buffer.from(png(n), 'base64') }),
    (n) => ({ type: 'media', mediaType, data: png(n) }),
  ),
  'ai-sdk, files': sdk(
    (n) => ({ type: 'file', mediaType, data: png(n) }),
    (n) => ({ type: 'file-data', mediaType, data: png(n) }),
  ),
  'ai-sdk, addresses': sdk(
    (n) => ({ type: 'image', image: new URL(url(n)) }),
    (n) => ({ type: 'image-url', url: url(n) }),
  ),
  'ai-sdk 7, kinds': sdk(
    (n) => ({ type: 'file', mediaType: 'image', data: { type: 'data', data: png(n) } }),
    (n) => ({ type: 'file', mediaType: 'image', data: { type: 'url', url: new URL(url(n)) } }),
  ),
  'openai-chat, data': openAi((n) => dataUrl(png(n))),
  'openai-chat, addresses': openAi(url),
  'anthropic, data': anthropic((n) => ({ type: 'base64', media_type: mediaType, data: png(n) })),
  'anthropic, addresses': anthropic((n) => ({ type: 'url', url: url(n) })),
};

/** Steps of a tool and turns of a user, with none to `most` images each. */
function history(tongue: Tongue, rng: Rng, length: number, most: number): Message[] {
  let number = 0;
  const some = (kind: 'sent' | 'seen') =>
    Array.from({ length: rng.int(0, most) }, () => {
      number += 1;
      return tongue[kind](number);
    });
  const host = [sends(tongue, 'Look at the pages.', some('sent'))];
  for (let i = 0; i < length; i += 1) {
    const turn = rng.int(0, 3) === 0;
    if (turn)
      host.push(message('assistant', `Seen ${i}.`), sends(tongue, `Go on, ${i}.`, some('sent')));
    else host.push(...looks(tongue, `call-${i}`, some('seen')));
  }
  return host;
}

describe('a request of many images', () => {
  for (const [name, tongue] of Object.entries(tongues)) {
    it(`goes out within the number: ${name}`, async () => {
      for (let seed = 0; seed < scaled(2); seed += 1) {
        const rng = createRng(`${name} ${seed}`);
        const host = history(tongue, rng, 40, 3);
        const requestImages = rng.pick([12, 20]);
        const settings = { dialect: tongue.dialect, requestImages };
        let { session, log } = await open(settings);
        let last: unknown[] = [];
        let rewrites = 0;
        for (let end = 1; end <= host.length; end += 1) {
          const known = host.slice(0, end);
          if (known.at(-1)?.role === 'assistant') continue;
          const before = log.rewrites.length;
          const { messages } = await session.prepare(known);
          assert.ok(countOf(messages) <= requestImages, `${countOf(messages)} at ${end}`);
          assert.equal(countOf(messages.at(-1)), countOf(known.at(-1)), `the newest at ${end}`);
          if (tongue.dialect === 'ai-sdk') validate(messages, known);
          const told = log.rewrites.slice(before);
          assert.ok(told.every(({ reason }) => reason === 'images'));
          // A prompt cache finds all that it knows again, but for a few steps.
          if (told.length === 0) {
            assert.deepEqual(messages.slice(0, last.length), last, `prefix at ${end}`);
          }
          rewrites += told.length;
          last = messages;
          if (end % 7 !== 0) continue;
          ({ session, log } = await open(settings, session.snapshot()));
          assert.deepEqual((await session.prepare(known)).messages, messages);
          assert.equal(log.rewrites.length, 0);
        }
        assert.ok(
          rewrites > 0 && rewrites <= countOf(host) / (requestImages / 4 - 2),
          `${rewrites}`,
        );
      }
    });
  }

  for (const preset of Object.keys(presets) as PresetName[]) {
    it(`goes out within what Claude takes: preset ${preset}`, async () => {
      const tongue = tongues['ai-sdk, bytes'] as Tongue;
      const { session } = await open({
        preset,
        model: 'claude-sonnet-4-5',
        contextWindow: 200_000,
      });
      const host = [message('user', 'Go through the shop.')];
      for (let i = 0; i < 130; i += 1) {
        host.push(...looks(tongue, `shot-${i}`, [tongue.seen(i)]));
        const { messages } = await session.prepare(host);
        assert.ok(countOf(messages) <= 100, `${countOf(messages)} at ${i}`);
        validate(messages, host);
      }
    });
  }

  it('takes older ones first, the current request next, pinned messages last', async () => {
    const tongue = tongues['anthropic, data'] as Tongue;
    const images = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => tongue.sent(from + i));
    const pinned = sends(tongue, 'The design.', images(100, 2));
    const host = [
      sends(tongue, 'Hello.', []),
      message('assistant', 'Hi.'),
      pinned,
      message('assistant', 'Noted.'),
      sends(tongue, 'Old.', images(200, 3)),
      message('assistant', 'Seen.'),
      sends(tongue, 'Now these.', images(300, 6)),
    ];
    const shown = async (requestImages: number) => {
      const pin = (one: unknown) => one === pinned;
      const { session, log } = await open({ dialect: 'anthropic', requestImages, pin });
      const { messages } = await session.prepare(host);
      assert.equal(log.of('cannot-fit').length, 0);
      return ['design', 'Old', 'Now'].map((word) =>
        countOf(messages.filter((one) => JSON.stringify(one).includes(word))),
      );
    };
    assert.deepEqual(await shown(11), [2, 3, 6]);
    assert.deepEqual(await shown(8), [2, 0, 6]);
    assert.deepEqual(await shown(5), [2, 0, 3]);
    assert.deepEqual(await shown(1), [1, 0, 0]);
  });

  it('has what providers document for a model, and the option goes before', async () => {
    const limitOf = async (options: Partial<CompactorOptions>) => {
      const { session } = await open({ contextWindow: undefined as never, ...options });
      await session.prepare([message('user', 'Hi.')]);
      return session.explain().requestImages;
    };
    assert.equal(await limitOf({ model: 'claude-sonnet-4-5' }), 100);
    assert.equal(await limitOf({ model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0' }), 100);
    assert.equal(await limitOf({ model: 'claude-opus-5' }), 600);
    assert.equal(await limitOf({ model: 'claude-sonnet-4-5', contextWindow: 150_000 }), 100);
    assert.equal(await limitOf({ model: 'claude-opus-5', requestImages: 40 }), 40);
    assert.equal(await limitOf({ model: 'openai/gpt-5.4' }), 1_500);
    assert.equal(await limitOf({ model: 'gemini-2.5-pro' }), 3_000);
    assert.equal(await limitOf({ model: 'gemini-3-pro' }), 900);
    assert.equal(await limitOf({ model: 'mistral-large-3' }), 8);
    assert.equal(await limitOf({ model: 'grok-4' }), undefined);
    assert.equal(await limitOf({ contextWindow: 100_000 }), undefined);
  });

  it('has at most 20 for Claude while one is longer than 2,000 pixels', async () => {
    const tongue = tongues['ai-sdk, files'] as Tongue;
    const shot = (i: number, width: number) => ({ type: 'media', mediaType, data: png(i, width) });
    for (const widths of [
      [2_560],
      [1_000],
      [2_000],
      [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 2_001],
    ]) {
      const { session, log } = await open({ model: 'claude-sonnet-4-5', contextWindow: 200_000 });
      const host = [message('user', 'Go through the shop.')];
      let most = 0;
      for (let i = 0; i < 70; i += 1) {
        host.push(...looks(tongue, `shot-${i}`, [shot(i, widths[i % widths.length] as number)]));
        const { messages } = await session.prepare(host);
        const large = imagesIn(messages).some((one) =>
          widths.some(
            (width) => width > 2_000 && JSON.stringify(one).includes(png(0, width).slice(0, 40)),
          ),
        );
        most = Math.max(most, countOf(messages));
        if (large) assert.ok(countOf(messages) <= 20, `${countOf(messages)} at ${i}`);
      }
      if (Math.max(...widths) <= 2_000) assert.equal(most, 70);
      else
        assert.ok(log.rewrites.length > 0 && log.rewrites.length <= 14, `${log.rewrites.length}`);
    }
  });
});

describe('media with a batch', () => {
  for (const contextWindow of [32_000, 128_000, 200_000]) {
    it(`lets small screenshots go as well: window ${contextWindow}`, async () => {
      const settings = {
        contextWindow,
        media: { protect: { results: 3 } },
        results: { batch: 0.05 },
      };
      const tongue = tongues['ai-sdk, bytes'] as Tongue;
      for (const model of [undefined, 'claude-sonnet-4-5', 'claude-opus-5', 'gpt-4o']) {
        const { session, log } = await open({ ...settings, ...(model ? { model } : {}) });
        const host = [message('user', 'Go through the shop.')];
        let least = 120;
        for (let i = 0; i < 120; i += 1) {
          const data = png(i, 320, 240);
          host.push(...looks(tongue, `shot-${i}`, [{ type: 'media', mediaType, data }]));
          const { messages } = await session.prepare(host);
          if (log.rewrites.length > 0) least = Math.min(least, countOf(messages));
        }
        assert.equal(least, 3);
      }
    });
  }

  it('lets pictures of the user go', async () => {
    const settings = { media: { protect: { results: 3 } }, results: { batch: 0.05 } };
    const tongue = tongues['ai-sdk, bytes'] as Tongue;
    const { session } = await open({ ...settings, contextWindow: 200_000 });
    const host = [message('user', 'Hi.'), message('assistant', 'Hello.')];
    let least = 120;
    for (let i = 0; i < 120; i += 1) {
      host.push(sends(tongue, `Picture ${i}.`, [tongue.sent(i)]));
      const { messages } = await session.prepare(host);
      if (i > 60) least = Math.min(least, countOf(messages));
      host.push(message('assistant', `I see ${i}.`));
    }
    assert.equal(least, 3);
  });
});
