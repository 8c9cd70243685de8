/** Names: what counts as one, where one ends, how long ago it was seen, what is left of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bandOf } from './measure/bands.ts';
import { holdsName } from './measure/occurrence.ts';
import { namesIn, referencesOf } from './measure/references.ts';
import { tornIn } from './measure/torn.ts';
import { holdsMeaning } from './measure/within.ts';

const typed = (text: string) => [...namesIn(text)].map(({ type, text: name }) => `${type} ${name}`);

describe('a name', () => {
  it('is typed by its form', () => {
    assert.deepEqual(
      typed(
        'Read ./src/a/b.ts:42 and https://x.org/p?q=1. See `parseAll()` or MAX_SIZE, TypeError, 2024-05-20,',
      ),
      [
        'url https://x.org/p?q=1',
        'path ./src/a/b.ts',
        'symbol parseAll',
        'symbol MAX_SIZE',
        'error TypeError',
        'number 2024-05-20',
      ],
    );
    assert.deepEqual(typed('flight HAT069 for mia_li_3668, $1,240 or 15300'), [
      'id HAT069',
      'id mia_li_3668',
      'number 15300',
    ]);
    assert.deepEqual(
      typed('session.prepareStep, epitome::wordsIn, a and/or b, the end. 12 of 90'),
      ['symbol prepareStep', 'symbol wordsIn'],
    );
  });

  it('is found in a text of a million marks, and that without a hang', () => {
    const address = `https://x.org/${'.'.repeat(1_000_000)}x`;
    assert.deepEqual(typed(`${address}, parseAll${'!'.repeat(1_000_000)}x`), [
      `url ${address}`,
      'symbol parseAll',
    ]);
  });

  it('ends where its own script goes on no further', () => {
    assert.ok(!holdsName('src/rewrite.cc', 'rite.cc'));
    assert.ok(!holdsName('total 31250', '3125'));
    assert.ok(holdsName('航班HAT001已取消', 'HAT001'));
    assert.ok(holdsName('packages/coding-agent/src', 'coding-agent'));
    assert.ok(!holdsName('', ''));
  });
});

it('a step refers to what its calls and its text name, each once', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'thinking of secretName' },
      { type: 'text', text: 'Now `lib/a.ts` again, and "no such table".' },
      {
        type: 'tool-call',
        toolCallId: 'call_12345',
        toolName: 'book_flight',
        input: { cabin: 'economy', flights: [{ number: 'HAT069' }], zip: 98765, path: 'lib/a.ts' },
      },
    ],
  };
  assert.deepEqual(
    referencesOf(message).map(({ type, text, place }) => `${place} ${type} ${text}`),
    [
      'call quoted economy',
      'call id HAT069',
      'call number 98765',
      'call path lib/a.ts',
      'text quoted no such table',
    ],
  );
});

it('distances fall into bands, and what is near into none', () => {
  assert.deepEqual([10, 11, 30, 31, 100, 101, 300, 301].map(bandOf), [
    undefined,
    '11–30',
    '11–30',
    '31–100',
    '31–100',
    '101–300',
    '101–300',
    '> 300',
  ]);
});

describe('a torn name', () => {
  const history = 'see packages/coding-agent/src/rewrite.cc and WP1500, then a preview';

  it('is a piece that stands nowhere for itself', () => {
    const { names } = tornIn('- rite.cc, WP150, WP1500\n- packages/coding-age/', history);
    assert.deepEqual(names, ['rite.cc', 'WP150', 'packages/coding-age']);
  });

  it('is no folder, no name of somebody else, and nothing whole', () => {
    const found = tornIn('packages/coding-agent/src, coding-agent, otherName', history);
    assert.deepEqual(found, { names: [], words: [] });
  });

  it('shows at a cut in the middle of a word, but not behind a whole one', () => {
    assert.deepEqual(tornIn('then a prev…', history).words, ['prev…']);
    assert.deepEqual(tornIn('packa…ent/src', history).words, ['packa…ent/src']);
    assert.deepEqual(tornIn('then a…', history).words, []);
  });
});

describe('a value means something', () => {
  const about = ['port', 'staging'];
  const near = 'Staging listens at 8443 now.';

  it('beside one of the words that it is about', () => {
    assert.ok(holdsMeaning(near, { value: '8443', about }));
    assert.ok(!holdsMeaning(near, { value: '844', about }));
    assert.ok(!holdsMeaning(near, { value: '8443', about: ['port'] }));
    assert.ok(holdsMeaning(near, { value: '8443', about: [] }));
  });

  it('wherever that is, but not far away', () => {
    const far = ` ${'x '.repeat(100)} `;
    assert.ok(!holdsMeaning(`8443${far}${near.replace('8443', '…')}`, { value: '8443', about }));
    assert.ok(holdsMeaning(`8443 alone;${far}${near}`, { value: '8443', about }));
  });

  it('in other spacing and capitals where these do not matter', () => {
    const value = 'No re-funds (ever)';
    assert.ok(holdsMeaning('so: no\nRE-FUNDS (ever).', { value, about: [], loose: true }));
    assert.ok(!holdsMeaning('so: no\nRE-FUNDS (ever).', { value, about: [] }));
    assert.ok(!holdsMeaning('so: casino re-funds (ever).', { value, about: [], loose: true }));
  });
});
