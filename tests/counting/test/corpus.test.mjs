/**
 * Cutting, reading and generating the training text: the same on every machine, and well-formed.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataKinds } from '../corpus/agent/data.mjs';
import { drawsOf, materialOf } from '../corpus/agent/material.mjs';
import { talkKinds } from '../corpus/agent/talk.mjs';
import { terminalKinds } from '../corpus/agent/terminal.mjs';
import { cut } from '../corpus/cut.mjs';
import { addresses, base64, hexadecimal, numbers } from '../corpus/generate/encoded.mjs';
import { spacedJson } from '../corpus/json.mjs';
import { dice } from '../corpus/random.mjs';
import { readTexts, zipEntries } from '../corpus/readers.mjs';
import { holdsUnseen, lettersOf, scriptOf, unseen } from '../corpus/scripts.mjs';
import { readTranscripts } from '../corpus/transcripts.mjs';

const lines = (count) =>
  Array.from({ length: count }, (_, index) => `line ${index} with \u{1f600} and caf\u00e9`).join(
    '\n',
  );

test('pieces of a text follow on each other, at most a line end apart, and split no character', () => {
  const text = lines(3000);
  const pieces = cut(text, dice('cut'));
  let at = 0;
  for (const piece of pieces) {
    assert.equal(piece, piece.toWellFormed());
    assert.ok(piece.length <= 8000);
    const found = text.indexOf(piece, at);
    assert.ok(found >= at && found <= at + 1, `${found} after ${at}`);
    at = found + piece.length;
  }
  assert.ok(text.length - at < 60);
  const sizes = pieces.map(({ length }) => length);
  assert.ok(Math.min(...sizes) < 200 && Math.max(...sizes) > 4000, 'lengths of every magnitude');
});

test('one seed gives one sequence, evenly spread', () => {
  const one = dice('seed');
  const same = dice('seed');
  const other = dice('seed 2');
  const draws = Array.from({ length: 20_000 }, () => one.next());
  assert.deepEqual(
    draws.slice(0, 50),
    Array.from({ length: 50 }, () => same.next()),
  );
  assert.notEqual(draws[0], other.next());
  const tenths = new Array(10).fill(0);
  for (const value of draws) tenths[Math.floor(value * 10)] += 1;
  for (const count of tenths) assert.ok(count > 1800 && count < 2200, String(tenths));
});

test('generated encodings repeat from their seed and have the length asked for', () => {
  for (const make of [base64, hexadecimal, addresses, numbers]) {
    for (let index = 0; index < 20; index += 1) {
      const text = make(dice(`${index}`), 700);
      assert.equal(text, make(dice(`${index}`), 700));
      assert.ok(text.length >= 640 && text.length < 800, `${make.name}: ${text.length}`);
    }
  }
});

/** People and things as Faker has them, in so far as the kinds ask for them. */
const inventor = (path = []) =>
  new Proxy(() => '', {
    get: (_, name) => inventor([...path, String(name)]),
    apply: () => (path.at(-1) === 'airport' ? { iataCode: 'XYZ' } : path.at(-1)),
  });

test('every kind of agent text is made, and made again alike', () => {
  const material = materialOf([
    {
      category: 'ts',
      file: 'src/a.ts',
      text: 'export const someValue = otherName_2(1);\n'.repeat(20),
    },
    {
      category: 'prose',
      file: 'b.md',
      text: 'This sentence is long enough to be found here. '.repeat(9),
    },
  ]);
  for (const kinds of [terminalKinds, dataKinds, talkKinds]) {
    for (const [kind, [make, share]] of Object.entries(kinds)) {
      assert.ok(share > 0);
      for (let index = 0; index < 12; index += 1) {
        const draws = () => ({ ...drawsOf(material, dice(`${kind} ${index}`)), faker: inventor() });
        const text = make(draws());
        assert.equal(text, make(draws()), kind);
        assert.ok(text.length > 0 && !text.includes('undefined,'), `${kind}: ${text}`);
      }
    }
  }
});

test('JSON with spaces reads back as what it was', () => {
  const value = { a: [1, 'two', null, { b: true }], 'c d': { e: '"' }, f: [] };
  assert.deepEqual(JSON.parse(spacedJson(value)), value);
  assert.equal(spacedJson({ a: [1, 2] }), '{"a": [1, 2]}');
});

/** A zip archive of stored files. */
function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of files) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), content);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

test('language packs, catalogues, pages and manuals give their text without markup', () => {
  const strings = 'greeting = Ein Satz, der lang genug f\u00fcr diesen Zweck ist.\n# Kommentar\n';
  const archive = zipOf([
    ['a/b.ftl', Buffer.from(strings)],
    ['c.png', Buffer.from('nothing')],
  ]);
  assert.deepEqual(
    zipEntries(archive, /\.ftl$/).map(([name, content]) => [name, content.toString()]),
    [['a/b.ftl', strings]],
  );
  assert.deepEqual(readTexts(archive, 'addon'), [
    'Ein Satz, der lang genug f\u00fcr diesen Zweck ist.',
  ]);
  const page =
    '<html><head><title>x</title></head><body><p>One &amp; two &#228;</p><pre>code</pre><p>A third paragraph.</p>';
  assert.deepEqual(readTexts(Buffer.from(page.repeat(2)), 'prose'), [
    'One & two \u00e4\nA third paragraph.\nOne & two \u00e4\nA third paragraph.',
  ]);
  const manual =
    '.TH LS 1\n.SH NAME\nls \\- list \\fBdirectory\\fR contents of a folder\n.\\" hidden\n';
  assert.deepEqual(readTexts(Buffer.from(manual), 'man'), [
    'NAME\nls - list directory contents of a folder',
  ]);
});

test('scripts are told apart, and those that the fit must not see are found', () => {
  assert.equal(
    scriptOf('\u0417\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439 world'),
    'Cyrillic',
  );
  assert.equal(holdsUnseen('plain text \u4e2d\u6587'), false);
  for (const script of unseen) {
    const [letter] = lettersOf(script);
    if (letter !== undefined) assert.ok(holdsUnseen(`text ${letter}`), script);
  }
});

test('transcripts give one record a text, tool input and tool result', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counting-'));
  try {
    const messages = [
      { role: 'user', content: 'look' },
      {
        role: 'assistant',
        content: null,
        reasoning: 'think',
        tool_calls: [{ function: { name: 'read', arguments: '{"a":1}' } }],
      },
      { role: 'tool', content: [{ type: 'text', text: 'found' }] },
    ];
    writeFileSync(join(folder, 'x.jsonl'), `${JSON.stringify({ id: '7', messages })}\n`);
    const records = readTranscripts(folder);
    assert.deepEqual(
      records.map(({ kind, text, index }) => [kind, text, index]),
      [
        ['text', 'look', 0],
        ['reasoning', 'think', 1],
        ['tool-input', '{"a":1}', 1],
        ['tool-result', 'found', 2],
      ],
    );
    assert.ok(records.every(({ conversation }) => conversation === 'x/7'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
