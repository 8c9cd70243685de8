/** What the pages of js/docs show compiles with the types that each host publishes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');

test('every entry is typed as its host is', () => {
  const args = [compiler, '--project', join(import.meta.dirname, 'tsconfig.json')];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});
