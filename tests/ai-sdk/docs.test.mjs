/** The examples of the page about the AI SDK: short, and what they import of the package is there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as entry from 'epitome/ai-sdk';
import { transform } from 'esbuild';

const page = readFileSync(new URL('../../js/docs/hosts/ai-sdk.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^ *```ts\n([\s\S]*?)^ *```$/gm)].map(([, code]) => code);

test('the page has an example of each place to plug in', () => {
  assert.ok(examples.length >= 5);
  for (const name of ['withCompaction', 'composePrepareStep', 'compactionParts', 'prepareStep']) {
    assert.ok(
      examples.some((code) => code.includes(name)),
      name,
    );
  }
});

for (const [number, code] of examples.entries()) {
  test(`example ${number + 1} is short, parses, and imports what there is`, async () => {
    assert.ok(code.trimEnd().split('\n').length <= 12);
    await transform(code, { loader: 'ts', format: 'esm' });
    for (const [, names] of code.matchAll(/import \{([^}]*)\} from 'epitome\/ai-sdk'/g)) {
      for (const name of names.split(',')) assert.ok(name.trim() in entry, name);
    }
  });
}
