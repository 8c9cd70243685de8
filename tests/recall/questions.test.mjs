/** That questions ask for what they say, and give nothing away that they must not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionsOf } from './questions.mjs';

const message = (role, text) => ({ role, text, prose: role === 'tool' ? '' : text });
const messages = [
  message('user', 'Have a look at the parser, please.'),
  message('tool', 'const maxNestingDepth = 12; // see src/parse/limits.ts'),
  message('assistant', 'Reading on.'),
  message('assistant', 'The bound on how deep objects go is maxNestingDepth and seems low.'),
  ...Array.from({ length: 9 }, () => message('tool', 'common_name everywhere')),
];
const questions = questionsOf(messages);
const of = (kind) => questions.filter((question) => question.kind === kind);

test('exact questions are rare names as they were written', () => {
  const names = of('exact').map(({ query }) => query);
  assert.ok(names.includes('maxNestingDepth'));
  assert.ok(names.includes('src/parse/limits.ts'));
  assert.ok(!names.includes('common_name'));
  assert.deepEqual(of('exact').find(({ query }) => query === 'maxNestingDepth')?.wanted, [1, 3]);
});

test('questions by parts are plain words, in another order', () => {
  const queries = of('parts').map(({ query }) => query);
  assert.ok(queries.includes('depth nesting max'));
  for (const query of queries) assert.match(query, /^[a-z ]+$/);
});

test('questions by mention leave the name out, and want only what came before', () => {
  const [question] = of('mention');
  assert.equal(question.name, 'maxNestingDepth');
  assert.equal(question.query, 'The bound on how deep objects go is and seems low');
  assert.deepEqual(question.wanted, [1]);
  assert.equal(question.before, 3);
});
