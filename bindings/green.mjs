/**
 * `npm run green`: runs .ci/run in a fresh clone of HEAD, as whoever takes the change will, and says
 * how it went and how long it took. What passed is written down by .ci/run itself.
 */

import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ask, become, root } from './toolchain/shell.mjs';

if (ask('git', ['status', '--porcelain'], { cwd: root }).trim() !== '') {
  console.log('There are changes that are not committed: they are not part of what is checked.');
}
const folder = mkdtempSync(join(tmpdir(), 'epitome-green-'));
const clone = join(folder, basename(root));
const started = performance.now();
try {
  ask('git', ['clone', '--quiet', root, clone]);
  ask('git', ['checkout', '--quiet', ask('git', ['rev-parse', 'HEAD'], { cwd: root }).trim()], {
    cwd: clone,
  });
  // Sessions that some suites play where they are there.
  const shared = join(root, '../shared');
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
  // npm hands its settings on as variables: whoever takes the change does not have the user's .npmrc.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), CI: 'true' };
  process.exitCode = await become('bash', ['.ci/run'], { cwd: clone, env });
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${process.exitCode === 0 ? 'green' : 'RED'} after ${minutes} minutes`);
} finally {
  const logs = join(clone, 'build/logs');
  if (existsSync(logs)) cpSync(logs, join(root, 'build/green'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}
