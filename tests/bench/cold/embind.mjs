/** What embind costs at each start beside an instance whose exports are called as they are. */

import { readFileSync } from 'node:fs';
import createCore from '../../../build/modules/core.mjs';
import { figure } from '../support/figures.mjs';
import { median } from '../support/stats.mjs';

const samples = 60;
const warmUps = 20;

/** Functions that do nothing in the place of all that a module imports. */
function stubsFor(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  return imports;
}

/** The instance alone, its constructors run, nothing registered. */
const plain = (module) => new WebAssembly.Instance(module, stubsFor(module));

function withGlue(module) {
  return createCore({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, { ...stubsFor(module), ...imports });
      done(instance, module);
      return instance.exports;
    },
  });
}

export async function embindInNode() {
  const bytes = readFileSync(new URL('../../../dist/core.wasm', import.meta.url));
  const module = await WebAssembly.compile(bytes);
  const times = { plain: [], glue: [] };
  for (let i = 0; i < samples + warmUps; i += 1) {
    const start = performance.now();
    plain(module);
    const between = performance.now();
    await withGlue(module);
    const end = performance.now();
    if (i < warmUps) continue;
    times.plain.push(between - start);
    times.glue.push(end - between);
  }
  return [
    figure('an instance with its exports as they are', median(times.plain), 'ms'),
    figure('an instance with glue and embind', median(times.glue), 'ms'),
  ];
}
