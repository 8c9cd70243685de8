/** Records: what of a view is one, its sections, what it claims, and what could stand in its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countText } from '../js/support/tokens.ts';
import { claimsOf, fileStatements, spellings } from './measure/claims.ts';
import { firstTokens } from './measure/exact.ts';
import { splitView } from './measure/record.ts';
import { listOf, NameIndex, randomText, rankedList } from './measure/rivals.ts';
import { sectionsOf } from './measure/sections.ts';
import { shellActs } from './measure/shell.ts';
import { deedsOf, falsehoodsOf } from './measure/truths.ts';

const call = (id: string, toolName: string, input: object) => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName, input }],
});
const result = (id: string, value: string) => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: id, toolName: 't', output: { type: 'text', value } },
  ],
});

it('a view is split by identity and metadata', () => {
  const host = ['one', 'two', 'three'].map((content) => ({ role: 'user', content }));
  const record = {
    role: 'user',
    content: [{ type: 'text', text: 'about two' }],
    providerOptions: { epitome: {} },
  };
  const copy = { role: 'user', content: 'tw…' };
  const split = splitView([host[0] as object, record, copy, host[2] as object], host);
  assert.equal(split.record, 'about two');
  assert.equal(split.rest, 'one\ntw…\nthree');
  assert.deepEqual([...split.verbatim], [0, 2]);
});

it('sections begin at headings, tags, bracketed lines and labels, and not within quotations', () => {
  const record =
    '[Record of 2 to 9, for]\nplain\n## Work done (3)\n- a\nUser, verbatim (limits; requests):\n' +
    '- [7] between two lines "== 55":\n== 55\nTo do: all\n# of it\n== 55\n- [8] words\n' +
    'Done:\nRead: x.ts, y.ts\n<files>\n- z';
  assert.deepEqual(
    sectionsOf(record).map(({ name }) => name),
    ['Record of to', 'Work done', 'User', 'Done', 'Read', 'files'],
  );
});

describe('claims', () => {
  it('are made by a label, a heading or the item itself', () => {
    const record = 'Read: src/a.ts, src/b.ts\n## Deleted\n- old/c.ts\n\nThen src/d.ts was removed.';
    assert.deepEqual(claimsOf(record, 'src/b.ts', 'read'), ['src/b.ts']);
    assert.equal(claimsOf(record, 'old/c.ts', 'deleted').length, 1);
    assert.equal(claimsOf(record, 'old/c.ts', 'read').length, 0);
    assert.equal(claimsOf(record, 'src/d.ts', 'deleted').length, 1);
  });

  it('are not made where the same item says that it failed', () => {
    const record = 'Read: src/a.ts (no such file), src/b.ts\nMoved or deleted: c.ts → d/c.ts';
    assert.deepEqual(claimsOf(record, 'src/a.ts', 'read'), []);
    assert.deepEqual(claimsOf(record, 'c.ts', 'deleted'), []);
  });

  it('of something done need a word that says so', () => {
    const record =
      '- moved AB12 to Friday\n- can CD34 be cancelled? not possible\n- please move EF56';
    assert.equal(claimsOf(record, 'AB12', 'done').length, 1);
    assert.equal(claimsOf(record, 'CD34', 'done').length, 0);
    assert.equal(claimsOf(record, 'EF56', 'done').length, 0);
  });
});

it('what is said of files stands under their verbs, not where the user is quoted', () => {
  const files = 'Read: src/a.ts\n## Changed files\n- src/b.ts';
  const words = '- [7] between two lines "== 55":\n== 55\n/home/u/src/a.ts fails\nRead: it\n== 55';
  assert.equal(fileStatements(`User, verbatim:\n${words}\n${files}\nSaid:\n- src/c.ts`), files);
});

it('spellings are those of one file alone', () => {
  const files = ['/home/u/p/src/a.ts', 'src/a.ts', 'x/index.ts', 'y/index.ts', 'index.ts'];
  assert.deepEqual(spellings(['/home/u/p/src/a.ts', './src/a.ts', 'src/a.ts'], files), [
    ['/home/u/p/src/a.ts', './src/a.ts', 'src/a.ts'],
  ]);
  assert.deepEqual(spellings(['x/index.ts', 'y/index.ts', 'index.ts'], files), []);
});

it('plain commands of a shell tell what they do to files', () => {
  assert.deepEqual(shellActs('cd x && git mv a.ts "b c.ts" dir/ && rm -rf out; ls > rm.txt'), [
    { verb: 'move', target: 'a.ts' },
    { verb: 'delete', target: 'out' },
  ]);
});

describe('a recorded session', () => {
  it('tells what its calls changed, failed ones aside', () => {
    const messages = [
      call('1', 'edit', { path: '/w/p/src/a/b.ts' }),
      result('1', 'done'),
      call('2', 'cancel_reservation', { user_id: 'mia_li_3668', reservation_id: 'EHGLP3' }),
      result('2', '{"status": "cancelled"}'),
      call('3', 'book_reservation', { user_id: 'mia_li_3668' }),
      result('3', 'Error: payment method not found'),
      call('4', 'get_user', { user_id: 'mia_li_3668' }),
      result('4', '{}'),
    ];
    assert.deepEqual(
      deedsOf(messages).map(({ kind, target }) => `${kind} ${target}`),
      ['known-file src/a/b.ts', 'domain EHGLP3'],
    );
  });

  it('tells which statements would be wrong, and from when to when', () => {
    const messages = [
      call('1', 'read', { path: 'src/a.ts' }),
      result('1', "ENOENT: no such file or directory, open 'src/a.ts'"),
      call('2', 'bash', { command: 'mv old.ts new/' }),
      result('2', ''),
      call('3', 'bash', { command: 'rm -rf out' }),
      result('3', ''),
      call('4', 'bash', { command: 'mkdir out' }),
      result('4', ''),
      call('5', 'write', { path: 'src/a.ts' }),
      result('5', 'ok'),
    ];
    assert.deepEqual(
      falsehoodsOf(messages).map(({ at, until, subject, because }) => ({
        at,
        until,
        subject,
        because,
      })),
      [
        { at: 0, until: 8, subject: 'src/a.ts', because: 'not-found' },
        { at: 2, until: undefined, subject: 'old.ts', because: 'moved' },
        { at: 6, until: undefined, subject: 'out', because: 'recreated' },
      ],
    );
  });
});

describe('what stands in the place of a record', () => {
  const messages = [
    'parseAll in src/parse.ts',
    'src/parse.ts again, and x',
    'lastWords of 12345',
  ].map((content) => ({ role: 'user', content }));

  it('has exactly as many tokens, where there is so much', () => {
    for (const tokens of [1, 3, 8]) {
      assert.equal(countText(randomText(messages, tokens, 'seed')), tokens);
      assert.equal(
        countText(firstTokens('one two three four five six seven eight', tokens)),
        tokens,
      );
    }
    assert.equal(firstTokens('one', 8), 'one');
  });

  it('ranks names by use and age for each token', () => {
    const uses = new NameIndex(messages).uses([0, 1, 2]);
    assert.deepEqual(uses.get('src/parse.ts'), { count: 2, first: 0, last: 1 });
    const list = rankedList(uses, 3, 100).split(', ');
    assert.equal(list[0], 'src/parse.ts');
    assert.equal(list.at(-1), '12345');
  });

  it('takes the oracle at its word', () => {
    const worths = new Map([
      ['rarely', 1],
      ['often', 9],
    ]);
    assert.equal(listOf(worths, 100), 'often, rarely');
  });
});
