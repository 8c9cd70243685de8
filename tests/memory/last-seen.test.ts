/** Where names were seen last: by one pass over the text, as a search through all of it finds them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { createRng } from '../js/support/random.ts';
import { nearest } from './measure/bands.ts';
import { LastSeen, lastSeen } from './measure/last-seen.ts';
import { holdsName } from './measure/occurrence.ts';
import { referencesOf } from './measure/references.ts';
import { textOfMessage } from './measure/texts.ts';

function readAll(names: readonly string[], texts: readonly string[]) {
  const seen = new LastSeen(names);
  for (const [at, text] of texts.entries()) seen.read(text, at);
  return seen;
}

/** Holds `lastSeen` against a search through all earlier messages, and says how much it found. */
function held(messages: readonly { role: string }[]) {
  const seen = lastSeen(messages);
  let count = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const expected = referencesOf(message).flatMap((one) => {
      const last = messages
        .slice(0, index)
        .findLastIndex((before) => holdsName(textOfMessage(before), one.text));
      return last >= 0 && index - last > nearest ? [{ ...one, last }] : [];
    });
    assert.deepEqual(seen(index), expected, `reply ${index}`);
    count += expected.length;
  }
  return count;
}

it('hostile names are seen where a naive search sees them', () => {
  const pieces = [
    ...['a', 'aa', 'ab', 'b', '_', '1', 'é', 'Я', 'ש', '航', '班', '\u{1f600}', '\ud83d'],
    ...['.', '/', ' ', '"', "'", '-', ':', '\n', 'a.b.c', 'src/a.ts', 'a a'],
  ];
  for (let seed = 0; seed < 400; seed += 1) {
    const rng = createRng(seed);
    const made = (most: number) =>
      Array.from({ length: rng.int(0, most) }, () => rng.pick(pieces)).join('');
    const texts = Array.from({ length: 12 }, () => made(20));
    const names = ['', ...Array.from({ length: 20 }, () => made(4))];
    for (const text of texts) {
      const at = rng.int(0, text.length);
      names.push(text.slice(at, at + rng.int(0, 9)));
    }
    const seen = readAll(names, texts);
    for (const name of names) {
      const expected = texts.findLastIndex((text) => holdsName(text, name));
      assert.equal(seen.of(name), expected, JSON.stringify({ seed, name, texts }));
    }
  }
});

it('long runs and names that share their words are seen, too', () => {
  const run = 'x'.repeat(1_000_000);
  const words = 'a '.repeat(1_000_000);
  const nested = Array.from({ length: 100 }, (_, i) => `${'a '.repeat(i)}a`);
  const long = `${'a '.repeat(100_000)}b`;
  const names = [run, run.slice(1), ...nested, long, `a ${long} b`];
  const seen = readAll(names, [words, run, 'a a', `a a ${long}`, words]);
  assert.equal(seen.of(run), 1);
  assert.equal(seen.of(run.slice(1)), -1);
  for (const name of nested) assert.equal(seen.of(name), 4);
  assert.equal(seen.of(long), 3);
  assert.equal(seen.of(`a ${long} b`), -1);
});

it('a reply is told of what was seen long before it, however far that was read ahead', () => {
  const rng = createRng('ahead');
  const messages = Array.from({ length: 1_200 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `see src/part${rng.int(0, i)}.ts and nameOf${rng.int(0, 40)}, as "it was ${rng.int(0, 90)} said"`,
  }));
  assert.ok(held(messages) > 100);
  const whole = lastSeen(messages);
  const last = whole(1_199);
  assert.deepEqual(lastSeen(messages)(1_199), last);
  assert.deepEqual(
    lastSeen(messages, 1)(1_199),
    last.slice(0, 1).filter(({ type }) => type === 'path'),
  );
  assert.deepEqual(whole(301), lastSeen(messages)(301));
  assert.deepEqual(whole(1_200), []);
});

it('a recorded session reads as a naive search reads it', () => {
  const file = new URL('../../demo/sessions/repo-tour.json', import.meta.url);
  assert.ok(held(JSON.parse(readFileSync(file, 'utf8')).messages) > 0);
});
