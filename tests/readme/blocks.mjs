/** What README's code blocks are: files, commands, or parts that belong to a file of the reader's. */

import { builtinModules } from 'node:module';

const named = [/^\/\/ (\S+\.\w+)$/, /^# (\S+\.\w+)$/, /^<!-- (\S+\.\w+) -->$/];

/** The fenced blocks of a page, in order: `{ language, text, file }`. */
export function blocksOf(page) {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => {
    const [first] = text.split('\n');
    return { language, text, file: named.map((shape) => shape.exec(first)?.[1]).find(Boolean) };
  });
}

/** What a file imports, by name of package or by relative path. */
export function importsOf(text) {
  const names = [...text.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'/g)].map(
    ([, from, alone]) => from ?? alone,
  );
  const packages = names
    .filter(
      (name) => !name.startsWith('.') && !/^\w+:/.test(name) && !builtinModules.includes(name),
    )
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return {
    packages: [...new Set(packages)],
    files: names.filter((name) => name.startsWith('.')).map((name) => name.slice(2)),
  };
}

/** Where a file is meant to run. */
export function kindOf({ file, text }) {
  if (text.includes("'cloudflare:workers'") || file.startsWith('worker')) return 'worker';
  if (file.endsWith('.html') || text.includes('document.')) return 'page';
  return /\bserve\(|\.listen\(/.test(text) ? 'server' : 'program';
}
