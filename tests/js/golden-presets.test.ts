/**
 * `tests/golden/presets.json` holds the presets as the core reads them, for the native trials.
 * EPITOME_GOLDEN_UPDATE=1 writes it anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { coreOptions } from '../../js/core-options.ts';
import { presets } from '../../js/presets.ts';

const file = new URL('../golden/presets.json', import.meta.url);

it('the presets of the native trials are those of the package', () => {
  const facts = { family: 0, media: 0 } as Parameters<typeof coreOptions>[2];
  const all = Object.entries(presets).map(([name, preset]) => [
    name,
    JSON.parse(coreOptions({ ...preset }, undefined, facts)),
  ]);
  const text = `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
  if (process.env.EPITOME_GOLDEN_UPDATE !== undefined) writeFileSync(file, text);
  assert.equal(readFileSync(file, 'utf8'), text);
});
