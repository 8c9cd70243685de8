/** Reading transcripts, by property: what any format says comes out alike, and no file can do harm. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parseTranscript,
  readTranscript,
  TranscriptError,
  transcriptFormats,
} from 'epitome/formats';
import { conversationOf, dice, expected, writers } from './support/format-files.ts';

/** A user's message may be one text or a list with one. */
function plain(messages: readonly { role: string; content: unknown }[]): unknown[] {
  return messages.map((message) => {
    const { role, content } = message;
    const first = Array.isArray(content) && content.length === 1 ? content[0] : undefined;
    return role === 'user' && first?.type === 'text' ? { role, content: first.text } : message;
  });
}

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

describe('reading transcripts, by property', () => {
  for (const format of transcriptFormats) {
    it(`${format}: generated conversations come back whole`, () => {
      for (const seed of seeds) {
        const turns = conversationOf(seed, 1 + (seed % 12));
        const text = writers[format](turns);
        const read = parseTranscript(text, { format });
        assert.deepEqual(plain(read.messages), expected(turns), `seed ${seed}`);
        assert.deepEqual(read.notes, [], `seed ${seed}`);
        assert.equal(read.details.length, read.messages.length);
      }
    });

    it(`${format} is detected`, () => {
      for (const seed of seeds) {
        const turns = conversationOf(seed, 6);
        if (!turns.some((turn) => 'calls' in turn && turn.calls.length > 0)) continue;
        assert.equal(parseTranscript(writers[format](turns)).format, format, `seed ${seed}`);
      }
    });

    it(`${format}: cut anywhere, it is read in part or refused with a type`, () => {
      const text = writers[format](conversationOf(7, 10));
      const roll = dice(11);
      for (let i = 0; i < 200; i++) {
        const cut = text.slice(0, roll(text.length));
        try {
          assert.ok(parseTranscript(cut).messages.length > 0);
        } catch (error) {
          assert.ok(error instanceof TranscriptError, String(error));
          assert.equal(error.code, 'invalid-transcript');
        }
      }
    });

    it(`${format}: whatever a field holds, only typed errors leave`, () => {
      const text = writers[format](conversationOf(5, 6));
      const roll = dice(23);
      const strange = ['null', '[]', '{}', '7', 'true', '"x"', '[null]', '{"type":null}', '[[]]'];
      const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])/g)];
      for (let i = 0; i < 300; i++) {
        const hit = values[roll(values.length)];
        if (hit === undefined) continue;
        const by = strange[roll(strange.length)] ?? 'null';
        const broken = text.slice(0, hit.index) + by + text.slice(hit.index + hit[0].length);
        try {
          parseTranscript(broken);
          parseTranscript(broken, { format });
        } catch (error) {
          assert.ok(error instanceof TranscriptError, `${(error as Error).stack}\n${by}`);
        }
      }
    });
  }

  it('leaves out a last line that breaks off, and says so', () => {
    for (const format of ['claude-code', 'codex'] as const) {
      const whole = writers[format](conversationOf(3, 8));
      const kept = whole.slice(0, whole.lastIndexOf('\n'));
      const { messages, notes } = parseTranscript(`${kept}\n{"type":"resp`);
      assert.deepEqual(messages, parseTranscript(kept).messages);
      assert.equal(notes[0]?.kind === 'truncated' || notes.at(-1)?.kind === 'truncated', true);
      assert.equal(notes.find(({ kind }) => kind === 'truncated')?.line, whole.split('\n').length);
    }
  });

  it('reads text, bytes, Blobs and streams alike', async () => {
    const text = writers.codex(conversationOf(9, 20));
    const bytes = new TextEncoder().encode(text);
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    async function* pieces() {
      for (let i = 0; i < bytes.length; i += 7) yield bytes.slice(i, i + 7);
    }
    const wanted = parseTranscript(text);
    const marked = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    const inputs = [
      text,
      marked,
      bytes,
      utf16,
      new Blob([bytes]),
      new Blob([bytes]).stream(),
      pieces(),
    ];
    for (const input of inputs) assert.deepEqual(await readTranscript(input), wanted);
  });

  it('tells progress that only grows, up to 1', async () => {
    const text = writers['claude-code'](conversationOf(2, 20_000));
    const told: number[] = [];
    await readTranscript(new Blob([text]), { onProgress: ({ fraction }) => told.push(fraction) });
    assert.ok(told.length > 3);
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
    assert.equal(told.at(-1), 1);
  });

  it('is linear: eight times the messages take no thirty times as long', () => {
    const time = (text: string) => {
      const { user } = process.cpuUsage();
      parseTranscript(text);
      return process.cpuUsage().user - user;
    };
    for (const format of transcriptFormats) {
      const small = writers[format](conversationOf(4, 4_000));
      const large = writers[format](conversationOf(4, 32_000));
      // A busy machine spoils a try; what is quadratic takes sixty times as long in each.
      const isLinear = () => time(large) < 30 * Math.max(2_000, time(small));
      assert.ok(isLinear() || isLinear() || isLinear() || isLinear(), format);
    }
  });

  it('reads one line of 30 MB', () => {
    const content = 'x'.repeat(30_000_000);
    const text = JSON.stringify([{ role: 'user', content }]);
    assert.equal(parseTranscript(text).messages[0]?.content, content);
  });

  it('refuses what nests too deep', () => {
    const depth = 200_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    for (const text of [
      nested,
      `{"messages":[{"role":"user","content":${nested}}]}`,
      '['.repeat(depth),
    ]) {
      assert.throws(() => parseTranscript(text), TranscriptError);
    }
  });

  it('lets no key reach a prototype', () => {
    const key = '"__proto__":{"polluted":true,"role":"x","type":"y"}';
    const text = `[{"role":"user","content":"a",${key}},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"__proto__","toolName":"constructor","input":{${key}},${key}}]}]`;
    const { messages } = parseTranscript(text);
    assert.equal(messages.length, 2);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal(messages[0]?.role, 'user');
  });
});
