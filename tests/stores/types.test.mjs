// promise: api
/** The clients' own types fit what the stores take. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packages } from '../../bindings/toolchain/node.mjs';

for (const compiler of ['typescript', 'typescript-5.9']) {
  test(`a host's files compile with ${compiler}`, () => {
    const options = [
      ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
      ...['--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'],
      ...['--lib', 'es2022,dom,esnext.disposable', '--ignoreConfig'],
    ].filter((option) => compiler === 'typescript' || option !== '--ignoreConfig');
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        join(packages.tests, 'node_modules', compiler, 'bin/tsc'),
        ...options,
        fileURLToPath(new URL('clients.mts', import.meta.url)),
      ],
      { cwd: packages.tests, encoding: 'utf8' },
    );
    assert.equal(stdout, '');
    assert.equal(status, 0);
  });
}
