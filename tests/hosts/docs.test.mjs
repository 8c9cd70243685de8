/** The pages of js/docs/hosts: there is one for each entry, and its examples are short. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codeOf } from './support/example.mjs';

const root = join(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries(exports)
  .filter(([, { default: file }]) => file?.startsWith('./dist/hosts/'))
  .map(([name]) => name.slice(2));
const pages = readdirSync(join(root, 'js/docs/hosts'))
  // The AI SDK is no host of its own: tests/ai-sdk runs what its page says.
  .filter((name) => name !== 'README.md' && name !== 'ai-sdk.md')
  .map((name) => name.replace('.md', ''));

test('every entry has its page, or a part of that on providers', () => {
  assert.deepEqual(
    pages.sort(),
    [...entries.filter((name) => name !== 'cache'), 'providers'].sort(),
  );
  const index = readFileSync(join(root, 'js/docs/hosts/README.md'), 'utf8');
  for (const page of pages) assert.ok(index.includes(`(${page}.md)`), page);
});

test('every example is short, and every entry has one', () => {
  const all = pages.flatMap((page) => codeOf(page));
  for (const code of all) assert.ok(code.trimEnd().split('\n').length <= 10, code);
  for (const name of entries)
    assert.ok(
      all.some((code) => code.includes(`'epitome/${name}'`)),
      name,
    );
});
