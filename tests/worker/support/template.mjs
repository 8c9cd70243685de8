/**
 * The template, copied out of the repository as a user would have it, with the packed package beside what
 * its package.json names. Decides how it is built and started: by wrangler, from its own configuration.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const repository = here('../../..');
const modules = here('../node_modules');

/** That of the other tests: wrangler's own is a preview of the next one. */
const { Miniflare } = createRequire(here('../../package.json'))('miniflare');

/** Copies the template; returns its folder. */
export function copyTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-template-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(repository, 'demo/worker'), folder, { recursive: true });
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(installed, name));
  const { EPITOME_INSTALLED: project } = process.env;
  const epitome = project === undefined ? repository : join(project, 'node_modules/epitome');
  symlinkSync(epitome, join(installed, 'epitome'));
  return folder;
}

/** `wrangler deploy --dry-run`; returns what it printed. The modules to be uploaded are in `built`. */
export function dryRun(folder) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(modules, 'wrangler/bin/wrangler.js'), 'deploy', '--dry-run', '--outdir', 'built'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' },
    },
  );
  if (status !== 0) throw new Error(`wrangler: ${stdout}\n${stderr}`);
  return stdout;
}

/** Starts what `dryRun` built, with the bindings of wrangler.jsonc; what objects store is in `data`. */
export function start(folder, { bindings = {}, data = join(folder, 'data'), ...options } = {}) {
  const { workerOptions } = optionsOf(join(folder, 'wrangler.jsonc'));
  const { compatibilityDate, compatibilityFlags, durableObjects, ratelimits } = workerOptions;
  const built = join(folder, 'built');
  return new Miniflare({
    compatibilityDate,
    compatibilityFlags,
    durableObjects,
    ratelimits,
    bindings: { ...workerOptions.bindings, ...bindings },
    modules: true,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    rootPath: built,
    modulesRoot: built,
    scriptPath: join(built, 'worker.js'),
    durableObjectsPersist: data,
    ...options,
  });
}
