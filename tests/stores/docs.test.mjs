/** The examples of js/docs about sessions, stores and recall: short, and what they import is there. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';

const pageOf = (name) => readFileSync(new URL(`../../js/docs/${name}.md`, import.meta.url), 'utf8');
const examples = ['stores', 'sessions', 'recall', 'memory'].flatMap((name) =>
  [...pageOf(name).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code),
);
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('every store has an example', () => {
  const stores = Object.keys(manifest.exports).filter((name) => name.startsWith('./stores/'));
  for (const name of stores) {
    const path = `'epitome${name.slice(1)}'`;
    assert.ok(
      examples.some((code) => code.includes(path)),
      path,
    );
  }
});

for (const code of examples) {
  test(code.slice(0, code.indexOf('\n')), async () => {
    assert.ok(code.trimEnd().split('\n').length <= 10);
    // A name that a module does not export is an error.
    await build({
      stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['cloudflare:*', 'idb', 'ioredis', 'pg', 'redis', 'unstorage'],
      write: false,
      logLevel: 'silent',
    });
  });
}
