// promise: counting, dialects
/**
 * Facts of images and files, read from the first bytes of whatever form a host keeps them in: sizes
 * of every format, hostile headers, and how much of a long string is looked at.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ImageDetail, MediaShape } from '../../js/media/facts.ts';
import { mediaSource } from '../../js/media/source.ts';
import { scaled } from './support/amount.ts';
import {
  bytesOf,
  gif,
  jpeg,
  pdf,
  png,
  wav,
  webpExtended,
  webpLossless,
  webpLossy,
} from './support/media-bytes.ts';
import { createRng } from './support/random.ts';

const sizes = [
  [1, 1],
  [640, 480],
  [1092, 1092],
  [16_383, 3],
] as const;

const formats = {
  png,
  gif,
  jpeg,
  'webp lossy': webpLossy,
  'webp lossless': webpLossless,
  'webp extended': webpExtended,
  'progressive jpeg': (width: number, height: number) => jpeg(width, height, { frame: 0xc2 }),
  'jpeg behind 300 kB of metadata': (width: number, height: number) =>
    jpeg(width, height, { before: 5, segmentBytes: 65_533 }),
};

/** Every form in which a host may hold bytes. */
function formsOf(bytes: Uint8Array): Record<string, unknown> {
  const base64 = Buffer.from(bytes).toString('base64');
  const shifted = new Uint8Array(bytes.length + 7);
  shifted.set(bytes, 7);
  return {
    Uint8Array: bytes,
    Buffer: Buffer.from(bytes),
    ArrayBuffer: bytes.slice().buffer,
    SharedArrayBuffer: shared(bytes),
    DataView: new DataView(shifted.buffer, 7),
    base64,
    'URL-safe base64': base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    'data URL': `data:image/x-any;charset=utf-8;base64,${base64}`,
    'tagged data': { type: 'data', data: bytes },
    'tagged URL': { type: 'url', url: new URL(`data:;base64,${base64}`) },
  };
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

describe('the size of an image', () => {
  for (const [name, make] of Object.entries(formats)) {
    it(`is read from ${name} in every form of bytes`, () => {
      for (const [width, height] of sizes) {
        const bytes = make(width, height);
        for (const [form, data] of Object.entries(formsOf(bytes))) {
          const { facts } = mediaSource(data, 'image/*');
          assert.deepEqual([facts.width, facts.height], [width, height], form);
          assert.equal(facts.shape, MediaShape.image);
        }
      }
    });
  }

  it('is read from base64 that is broken into lines', () => {
    const base64 = Buffer.from(jpeg(300, 200, { before: 1, segmentBytes: 1_000 })).toString(
      'base64',
    );
    for (const end of ['\n', '\r\n']) {
      const lines = base64.match(/.{1,76}/g)?.join(end);
      const { facts } = mediaSource(lines, 'image/jpeg');
      assert.deepEqual([facts.width, facts.height], [300, 200]);
    }
  });

  it('tells an image whose type nobody states, and no other file', () => {
    assert.equal(mediaSource(png(3, 4)).facts.shape, MediaShape.image);
    assert.equal(mediaSource(pdf(3)).facts.shape, MediaShape.document);
    assert.equal(mediaSource(bytesOf('hello')).facts.shape, MediaShape.other);
    // A stated type is believed.
    assert.equal(mediaSource(png(3, 4), 'text/plain').facts.shape, MediaShape.text);
  });

  it('is unknown where the image is not sent along, or not one of these formats', () => {
    for (const data of [
      'https://example.com/picture.png',
      new URL('https://example.com/picture.png'),
      'file_abc123',
      { openai: 'file-1' },
      null,
      undefined,
      17,
      '',
      'data:image/png',
      'data:image/png;base64,',
      'data:image/svg+xml,<svg width="10" height="10"/>',
      bytesOf('BM', new Array(100).fill(7)),
      png(0, 10),
      gif(10, 0),
    ]) {
      const { facts } = mediaSource(data, 'image/png');
      assert.deepEqual([facts.width, facts.height], [0, 0]);
      assert.equal(facts.shape, MediaShape.image);
    }
  });

  it('is unknown where the header is cut off', () => {
    for (const make of Object.values(formats)) {
      const bytes = make(640, 480);
      const last = Math.min(bytes.length, 400);
      for (let length = 0; length < last; length++) {
        const { facts } = mediaSource(bytes.slice(0, length), 'image/*');
        const read = [facts.width, facts.height];
        assert.ok(read.join() === '0,0' || read.join() === '640,480', `${length}: ${read}`);
      }
    }
  });

  it('never throws, loops or tells nonsense for damaged headers', () => {
    const rng = createRng('headers');
    const makers = [...Object.values(formats).slice(0, 7), (pages: number) => pdf(pages % 20), wav];
    for (let i = 0; i < scaled(2_000); i++) {
      const bytes = rng.pick(makers)(rng.int(1, 300), rng.int(1, 300)).slice();
      const damages = rng.int(1, 6);
      for (let d = 0; d < damages; d++) {
        const at = rng.int(0, Math.min(bytes.length, 64) - 1);
        bytes[at] = rng.pick([0, 1, 0x7f, 0x80, 0xff, rng.int(0, 255)]);
      }
      const cut = rng.chance(0.2) ? bytes.slice(0, rng.int(0, bytes.length)) : bytes;
      const data = rng.chance(0.5) ? cut : Buffer.from(cut).toString('base64');
      const stated = rng.pick(['', 'image/*', 'application/pdf', 'audio/wav']);
      const { facts } = mediaSource(data, stated);
      for (const value of Object.values(facts)) {
        assert.ok(Number.isInteger(value) && value >= 0 && value < 2 ** 32, `${value}`);
      }
    }
  });

  it('survives headers made to loop and buffers that were given away', () => {
    const fill = new Uint8Array(1_000_000).fill(0xff);
    fill[1] = 0xd8;
    const empty = bytesOf([0xff, 0xd8], ...new Array(20_000).fill([0xff, 0xe1, 0, 2]));
    const zero = bytesOf([0xff, 0xd8], new Array(1_000).fill([0xff, 0xe1, 0, 0]).flat());
    const given = new Uint8Array(100);
    structuredClone(given.buffer, { transfer: [given.buffer] });
    for (const data of [fill, empty, zero, given, given.buffer]) {
      const { facts } = mediaSource(data, 'image/jpeg');
      assert.deepEqual([facts.width, facts.height], [0, 0]);
    }
    const pretender = { [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 5 };
    assert.equal(mediaSource(pretender, 'image/png').facts.byteLength, 5);
  });
});

describe('the pages of a document', () => {
  it('are counted from the page tree, not from bookmarks', () => {
    for (const pages of [1, 2, 17, 300]) {
      for (const [form, data] of Object.entries(formsOf(pdf(pages)))) {
        const { facts } = mediaSource(data, 'application/pdf');
        assert.equal(facts.length, pages, form);
        assert.equal(facts.shape, MediaShape.document);
      }
    }
  });

  it('are counted one by one where the tree says nothing', () => {
    const text = Buffer.from(pdf(5)).toString('latin1').replace('/Count 5', '/Kount 5');
    assert.equal(mediaSource(Buffer.from(text), 'application/pdf').facts.length, 5);
  });

  it('are read from the head of a file made for the web', () => {
    const text = '%PDF-1.5\n1 0 obj\n<< /Linearized 1 /L 9999 /O 5 /N 42 /T 1 >>\nendobj\n';
    const bytes = bytesOf(text, new Array(9_000).fill(0x20));
    assert.equal(mediaSource(bytes, 'application/pdf').facts.length, 42);
  });

  it('are unknown where objects are compressed beside pictures, or it is no PDF', () => {
    const head = '%PDF-1.5\n1 0 obj\n<< /Type /ObjStm >> stream';
    const scan = bytesOf(`${head}\n<< /Filter /DCTDecode >>`, new Array(50_000).fill(7));
    assert.equal(mediaSource(scan, 'application/pdf').facts.length, 0);
    // Packed text has some 3,000 to 8,000 bytes a page.
    const { length } = mediaSource(
      bytesOf(head, new Array(50_000).fill(7)),
      'application/pdf',
    ).facts;
    assert.ok(length >= 5 && length <= 20, `${length}`);
    assert.equal(mediaSource(bytesOf('PK\x03\x04'), 'application/pdf').facts.length, 0);
  });

  it('are no more than the file has room for', () => {
    const liar = pdf(3, { count: 999_999_999 });
    const { facts } = mediaSource(liar, 'application/pdf');
    assert.ok(facts.length <= liar.length / 32 + 1, `${facts.length}`);
  });
});

describe('the seconds of sound', () => {
  it('are read from the header of a WAV file', () => {
    for (const seconds of [1, 60]) {
      const { facts } = mediaSource(wav(seconds), 'audio/wav');
      assert.equal(facts.length, seconds);
      assert.equal(facts.shape, MediaShape.audio);
    }
    assert.equal(mediaSource(bytesOf('ID3', new Array(50).fill(1)), 'audio/mpeg').facts.length, 0);
  });
});

describe('long strings', () => {
  it('of 50 MB are read at their start and end', () => {
    const half = 'A'.repeat(25_000_000);
    const picture =
      Buffer.from(png(4_000, 3_000)).toString('base64').replace(/=+$/, '') + half + half;
    const document = Buffer.from(pdf(9)).toString('base64').replace(/=+$/, '') + half + half;
    const facts = mediaSource(`data:image/png;base64,${picture}`, undefined).facts;
    assert.deepEqual([facts.width, facts.height], [4_000, 3_000]);
    assert.equal(mediaSource(document, 'application/pdf').facts.length, 9);
    assert.ok(Math.abs(facts.byteLength - 37_500_000) < 1_000);
  });
});

describe('the detail of an image', () => {
  it('is what the host says, where it says something known', () => {
    for (const [said, meant] of [
      ['low', ImageDetail.low],
      ['high', ImageDetail.high],
      ['original', ImageDetail.original],
      ['auto', ImageDetail.auto],
      ['utmost', ImageDetail.auto],
      [undefined, ImageDetail.auto],
      [3, ImageDetail.auto],
    ] as const) {
      assert.equal(mediaSource(png(1, 1), 'image/png', '', said).facts.detail, meant);
    }
  });
});
