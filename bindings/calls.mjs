// Writes js/engine/calls.ts of bindings/calls.def: the names and types by which the driver calls the core.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './toolchain/shell.mjs';

const list = join(root, 'bindings/calls.def');
const written = join(root, 'js/engine/calls.ts');
const lineWidth = 100;

/** What stands above a call, as TypeScript has comments. */
function commentOf(lines) {
  const texts = lines.map((line) => line.replace(/^\/\/\/ ?/, ''));
  if (texts.length < 2) return texts.map((text) => `  /** ${text} */\n`).join('');
  return `  /**\n${texts.map((text) => `   * ${text}\n`).join('')}   */\n`;
}

function declarationOf(name, parameters) {
  const typed = parameters.map((parameter) => `${parameter}: number`);
  const line = `  ${name}(${typed.join(', ')}): number;\n`;
  if (line.length <= lineWidth + 1) return line;
  return `  ${name}(\n${typed.map((one) => `    ${one},\n`).join('')}  ): number;\n`;
}

/** Brings the file up to the list. */
export function writeCalls() {
  const calls = [...readFileSync(list, 'utf8').matchAll(/((?:^\/\/\/.*\n)*)^CALL\(([^)]*)\)/gm)];
  const rows = calls.map(([, comment, words]) => {
    const [name, ...parameters] = words.split(/,\s*/);
    return { name, parameters, comment: commentOf(comment.split('\n').slice(0, -1)) };
  });
  const text = `/** The calls of the core, as bindings/calls.mjs wrote them of bindings/calls.def, where each is explained. */
export interface Calls {
${rows.map(({ name, parameters, comment }) => comment + declarationOf(name, parameters)).join('')}}

/** By their numbers. */
export const callNames = [
${rows.map(({ name }) => `  '${name}',\n`).join('')}] as const satisfies readonly (keyof Calls)[];
`;
  if (readFileSync(written, { encoding: 'utf8', flag: 'a+' }) !== text)
    writeFileSync(written, text);
}
