/** Writes build/presets.json: the presets as the core reads them, for the native trials. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { coreOptions } from '../js/options/core-options.ts';
import { presets } from '../js/options/presets.ts';

const facts = { family: 0, media: 0 } as Parameters<typeof coreOptions>[2];
const all = Object.entries(presets).map(([name, preset]) => [
  name,
  JSON.parse(coreOptions({ ...preset }, {}, facts)),
]);
const folder = new URL('../build/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('presets.json', folder),
  `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`,
);
