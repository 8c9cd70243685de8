// promise: api
/** Compiles types.test-d.ts the ways that users compile, and fails with what the compiler says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const subject = 'tests/js/types.test-d.ts';

describe('the public types', () => {
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    it(`fit AI SDK 5, 6 and 7 under --strict with module resolution ${resolution}`, () => {
      const flags = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--types',
        'node',
        '--typeRoots',
        'tests/node_modules/@types',
      ];
      const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,esnext.disposable'];
      const how = ['--module', module, '--moduleResolution', resolution];
      const compiler = `${root}tests/node_modules/typescript/bin/tsc`;
      const args = [compiler, ...flags, ...target, ...how, subject];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: root,
        encoding: 'utf8',
      });
      assert.equal(stdout + stderr, '');
      assert.equal(status, 0);
    });
  }
});
