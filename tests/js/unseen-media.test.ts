// promise: 5 always ends, 8 keeps the user's word, 11 believes within bounds
/**
 * Images and files that lie elsewhere, of which nobody knows the size: what is assumed for them leaves room for
 * the conversation, in every dialect and window, and the first bill says more.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { assistant, prose, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({ maxOutputTokens: 500, system: '', tools: {} });

const pdf = 'https://example.org/report.pdf';
const image = 'https://example.org/photo.png';

/** Parts that only an address or an id stands for. */
const unseen: Record<string, Record<string, Anything>> = {
  'ai-sdk': {
    'a PDF by URL': { type: 'file', data: new URL(pdf), mediaType: 'application/pdf' },
    'a PDF by URL as text': { type: 'file', data: pdf, mediaType: 'application/pdf' },
    'an image by URL': { type: 'image', image: new URL(image) },
    'sound by URL': {
      type: 'file',
      data: new URL('https://example.org/a.mp3'),
      mediaType: 'audio/mpeg',
    },
    'film by URL': {
      type: 'file',
      data: new URL('https://example.org/a.mp4'),
      mediaType: 'video/mp4',
    },
    'a tagged URL': {
      type: 'file',
      data: { type: 'url', url: new URL(pdf) },
      mediaType: 'application/pdf',
    },
    'an unknown file': { type: 'file', data: { type: 'reference' }, mediaType: 'application/zip' },
    'an image that can’t be read': {
      type: 'image',
      image: new Uint8Array(9),
      mediaType: 'image/png',
    },
  },
  'ai-sdk-4': {
    'a PDF by URL': { type: 'file', data: new URL(pdf), mimeType: 'application/pdf' },
    'an image by URL': { type: 'image', image },
  },
  'openai-chat': {
    'an image by URL': { type: 'image_url', image_url: { url: image, detail: 'high' } },
    'a file by id': { type: 'file', file: { file_id: 'file-1' } },
  },
  anthropic: {
    'a PDF by URL': { type: 'document', source: { type: 'url', url: pdf } },
    'a PDF by id': { type: 'document', source: { type: 'file', file_id: 'file_1' } },
    'an image by URL': { type: 'image', source: { type: 'url', url: image } },
    'an image by id': { type: 'image', source: { type: 'file', file_id: 'file_2' } },
  },
};

describe('media that nobody can measure', () => {
  for (const [dialect, parts] of Object.entries(unseen)) {
    for (const contextWindow of [4_000, 8_000, 16_000, 64_000, 200_000]) {
      for (const model of ['gpt-5.6', 'claude-sonnet-4-5', 'gemini-3-pro', 'house-1']) {
        it(`${dialect}, ${contextWindow}, ${model}: a quarter of the budget at most`, async () => {
          for (const [name, part] of Object.entries(parts)) {
            for (const count of [1, 3]) {
              const options = { dialect, contextWindow, model } as CompactorOptions;
              const { session, log } = await open(options);
              const first = {
                role: 'user',
                content: [{ type: 'text', text: 'Read this.' }, ...Array(count).fill(part)],
              };
              const host: Anything[] = [first];
              for (let turn = 0; turn < 12; turn += 1) {
                const { messages } = await session.prepare([...host]);
                assert.equal(messages[0], first, name);
                const { budget } = session.usage();
                const tokens = session.explain().messages[0]?.tokens ?? Number.NaN;
                assert.ok(
                  tokens > 0 && tokens <= budget / 4 + 60,
                  `${name}: ${tokens} of ${budget}`,
                );
                host.push(assistant(prose(contextWindow / 20, `a${turn}`)), user(`Go on ${turn}.`));
              }
              assert.deepEqual(log.of('cannot-fit'), [], name);
              assert.deepEqual(log.of('error'), [], name);
            }
          }
        });
      }
    }
  }

  it('count what is billed from the first bill on', async () => {
    const { session, log } = await open({ contextWindow: 64_000 });
    const part = (unseen['ai-sdk'] as Record<string, Anything>)['a PDF by URL'];
    const host: Anything[] = [{ role: 'user', content: [{ type: 'text', text: 'Read.' }, part] }];
    await session.prepare([...host]);
    const assumed = session.usage().viewTokens;
    host.push(assistant('It says no.'), user('Why?'));
    await session.prepare([...host], { usage: { inputTokens: Math.floor(assumed * 1.5) } });
    const { viewTokens, hostOverhead } = session.usage();
    assert.ok(viewTokens + hostOverhead >= assumed * 1.5, `${viewTokens} and ${hostOverhead}`);
    assert.deepEqual(log.of('usage-ignored'), []);
  });
});
