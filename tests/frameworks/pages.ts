/** The programs of the page on frameworks, as files that can be imported. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { blocksOf } from '../js/support/snippets.ts';

const folder = new URL('build/', import.meta.url);

/** '@openai/agents' is voice and this package, which has the loop. */
const installed = (code: string) => code.replace("'@openai/agents'", "'@openai/agents-core'");

/** Writes the programs into a folder, beside a `model.ts`, which readers have of their own. */
export function write(name: string, model: string): URL {
  const place = new URL(`${name}/`, folder);
  mkdirSync(place, { recursive: true });
  for (const { name: file, code } of blocksOf('js/docs/frameworks.md')) {
    if (file !== undefined) writeFileSync(new URL(file, place), installed(code));
  }
  writeFileSync(new URL('model.ts', place), model);
  return place;
}

/** What one of the programs exports. */
// biome-ignore lint/suspicious/noExplicitAny: the programs are made while the test runs
export function program(name: string, model: string): Promise<any> {
  return import(new URL(name, write(name.replace('.ts', ''), model)).href);
}
