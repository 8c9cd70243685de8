// promise: api
/** Compiles small projects the ways that users compile, and fails with what the compiler says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projects = `${root}build/types`;
mkdirSync(projects, { recursive: true });

/** What the compiler of that release says of a file; nothing where it compiles. */
function complaints(release: string, file: string, options: object): string {
  const project = `${projects}/${release}.json`;
  const compilerOptions = { noEmit: true, strict: true, target: 'es2022', ...options };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${root}${file}`] }));
  const compiler = `${root}tests/node_modules/${release}/bin/tsc`;
  const args = [compiler, '--project', project];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return stdout + stderr;
}

describe('the public types', () => {
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`fit AI SDK 5, 6 and 7 under strict, resolved by ${moduleResolution}`, () => {
      const options = {
        module,
        moduleResolution,
        lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
        types: ['node'],
        typeRoots: [`${root}tests/node_modules/@types`],
        skipLibCheck: true,
      };
      assert.equal(complaints('typescript', 'tests/js/types.test-d.ts', options), '');
    });

    for (const release of ['typescript', 'typescript-5.9']) {
      it(`are complete without those of a runtime: ${release}, ${moduleResolution}`, () => {
        const options = {
          module,
          moduleResolution,
          lib: ['es2022'],
          types: [],
          skipLibCheck: false,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
        };
        assert.equal(complaints(release, 'tests/js/consumers/plain.ts', options), '');
      });
    }
  }
});
