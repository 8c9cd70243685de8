/**
 * The agent of `demo/` copied out of the repository, as a user would copy it. Packages are links: what
 * `package.json` names is installed here already, some of it under other names.
 */

import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const packages = {
  ai: 'node_modules/ai7',
  hono: 'tests/node_modules/hono',
  zod: 'tests/node_modules/zod',
  '@hono/node-server': 'tests/node_modules/@hono/node-server',
  '@ai-sdk/openai-compatible': 'tests/node_modules/@ai-sdk/openai-compatible',
};

/** Copies `demo/worker` or `demo/node` into a new folder, the latter with the agent that they share. */
export function copyProject(name) {
  const folder = mkdtempSync(join(tmpdir(), `epitome-${name}-`));
  cpSync(join(root, 'demo', name), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  cpSync(join(root, 'demo/worker/agent'), join(folder, 'agent'), { recursive: true });
  const installed = process.env.EPITOME_INSTALLED;
  const links = {
    ...packages,
    epitome: installed ? join(installed, 'node_modules/epitome') : '.',
  };
  for (const [name, path] of Object.entries(links)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path.startsWith('/') ? path : join(root, path), link);
  }
  return folder;
}
