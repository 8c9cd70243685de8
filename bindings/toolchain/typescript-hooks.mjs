// The load hook of typescript.mjs; Node runs it in a thread of its own.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

export async function load(url, context, next) {
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(await readFile(sourcefile, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile,
    sourcemap: 'inline',
    // As Node itself reads TypeScript: an import that is used as a value stays.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: 'module', shortCircuit: true, source: code };
}
