// promise: api
/** The page's programs compile with the types of the frameworks' own packages. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../js/support/snippets.ts';
import { write } from './pages.ts';

/** What a reader has: a model and tools of each framework, and a client of the Responses API. */
const model = `import type { Item } from './responses.ts';
// biome-ignore lint/suspicious/noExplicitAny: of each framework
export declare const model: any, tools: any;
export declare function respond(request: object): Promise<{ output: Item[]; usage: object }>;
export declare function runTool(name: string, input: object): Promise<string>;
`;

/** Packages that are not installed here. */
const missing = "declare module '@mastra/core/agent';\ndeclare module 'ai';\n";

it('the programs of the page compile', () => {
  const place = write('types', model);
  writeFileSync(new URL('missing.d.ts', place), missing);
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2024', 'dom'], module: 'nodenext', types: ['node'] },
    ...{ strict: true, skipLibCheck: true, noEmit: true, allowImportingTsExtensions: true },
  };
  writeFileSync(new URL('tsconfig.json', place), JSON.stringify({ compilerOptions }));
  const compiler = fileURLToPath(new URL('tests/node_modules/typescript/bin/tsc', root));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: fileURLToPath(place),
    encoding: 'utf8',
  });
  assert.equal(stdout + stderr, '');
  rmSync(place, { recursive: true });
});
