/** The examples of js/docs/hosts, run as they stand there but for the window, which is small. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contextWindow } from './script.mjs';

const pages = join(import.meta.dirname, '../../../js/docs/hosts');
const folder = join(import.meta.dirname, '../build');

/** The code of a page's examples; what their compactors tell goes to `globalThis.told`. */
export function codeOf(page) {
  const text = readFileSync(join(pages, `${page}.md`), 'utf8');
  const told = 'onEvent: (event) => (globalThis.told ??= []).push(event)';
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) =>
    code.replace(
      '{ contextWindow: 200_000 }',
      `{ contextWindow: ${contextWindow}, maxOutputTokens: 1_000, ${told} }`,
    ),
  );
}

let count = 0;

/** What an example exports, and the events of its compactor from now on. */
export async function example(page, at = 0) {
  mkdirSync(folder, { recursive: true });
  count += 1;
  const file = join(folder, `${page}-${at}-${process.pid}-${count}.mjs`);
  writeFileSync(file, codeOf(page)[at]);
  const events = [];
  globalThis.told = events;
  return { ...(await import(pathToFileURL(file).href)), events };
}
