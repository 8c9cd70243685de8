/**
 * Where the runtime tests find the package and what it must do there. Decides nothing about what is
 * tested: `tests/run.mjs` packs and installs, and says where in EPITOME_INSTALLED.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Folder of the project in which the package is installed; the repository itself without one. */
export const project = process.env.EPITOME_INSTALLED ?? repository;

/** True when the tests look at the packed package, as `npm test` has it. */
export const isPacked = process.env.EPITOME_INSTALLED !== undefined;

/** Resolves a specifier as a file of the project would. */
export const { resolve } = createRequire(join(project, 'package.json'));

export const expected = JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8'));

export const scenarioFile = fileURLToPath(new URL('scenario.mjs', import.meta.url));
