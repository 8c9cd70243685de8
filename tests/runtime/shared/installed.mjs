/**
 * Where the runtime tests find the package and what it must do there. Decides nothing about what is
 * tested: `tests/run.mjs` packs and installs, and says where in EPITOME_INSTALLED.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Folder of the project in which the package is installed. */
export const project = process.env.EPITOME_INSTALLED;

/** Resolves a specifier as a file of the project would. */
export const { resolve } = createRequire(join(project, 'package.json'));

/** The scenario's result, as the Node that packed the package played it. */
export const expected = JSON.parse(readFileSync(join(project, 'scenario.json'), 'utf8'));

export const scenarioFile = fileURLToPath(new URL('scenario.mjs', import.meta.url));

/** Throws when a scenario's result is not that of the Node that packed the package; says where. */
export function assertSameEverywhere(result) {
  const differences = [];
  for (const part of new Set([...Object.keys(expected), ...Object.keys(result)])) {
    const [was, is] = [expected[part] ?? {}, result[part] ?? {}];
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (was[name] === is[name]) continue;
      const shown = [was[name], is[name]].map((value) => String(value).slice(0, 80));
      differences.push(
        `${part}.${name}: ${shown.map((text) => JSON.stringify(text)).join(' -> ')}`,
      );
    }
  }
  assert.equal(
    differences.length,
    0,
    `${differences.length} figures differ between runtimes:\n${differences.join('\n')}`,
  );
}
