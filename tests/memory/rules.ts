/**
 * Rules of the engine that can be switched off to see what they buy. Their names stand in
 * src/extract/rules.h; a core without some of them is a build of its own.
 */
import { readFileSync } from 'node:fs';
import type { CompactorOptions } from '../../js/types.ts';

const header = new URL('../../src/extract/rules.h', import.meta.url);

export class UnknownRuleError extends Error {}

/** The names of all rules. */
export function allRules(): string[] {
  const [, list = ''] = /kRules\[\] = \{(.*?)\n?\};/s.exec(readFileSync(header, 'utf8')) ?? [];
  return [...list.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name as string);
}

/**
 * Options of `createCompactor` with these rules off; `build` makes a core and returns its path. Throws
 * UnknownRuleError.
 */
export async function optionsWithout(
  rules: readonly string[],
  build: (rules: readonly string[]) => Promise<string>,
): Promise<Partial<CompactorOptions>> {
  if (rules.length === 0) return {};
  const known = allRules();
  const unknown = rules.filter((rule) => !known.includes(rule));
  if (unknown.length > 0) {
    throw new UnknownRuleError(
      `--without ${unknown.join(' ')}: there is no such rule; known are ${known.join(', ')}`,
    );
  }
  return { wasm: readFileSync(await build(rules)) };
}
