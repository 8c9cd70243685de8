/** The manual: its pages, and the examples in them as modules that run. Decides nothing about what is tested. */
import { readdirSync, readFileSync } from 'node:fs';

export const root = new URL('../../../', import.meta.url);

/** Text of a file, by its path in the repository. */
export const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Pages in `js/docs` itself, as paths in the repository. Folders there have tests of their own. */
export const manualPages: readonly string[] = readdirSync(new URL('js/docs/', root))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `js/docs/${name}`);

/** A page without its fenced blocks. */
export const proseOf = (text: string): string => text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');

export interface Section {
  title: string;
  /** Code of its examples that are to run, in order. */
  examples: string[];
}

/** Parts of a page by headings of the second level. Blocks marked `no-run` are no examples that run. */
export function sectionsOf(text: string): Section[] {
  return text.split(/^## /m).map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    examples: [...section.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
  }));
}

const anImport = /^import (?:(type) )?(?:(\w+)|\{([^}]*)\}) from '([^']+)';\n/gm;

/**
 * The examples of a section as one module: each inside the one before, so that it can use what that has made
 * and make the same name anew. `reader` is the module that has what a reader would bring, `brought` its names.
 */
export function moduleOf(
  examples: readonly string[],
  reader: string,
  brought: readonly string[],
): string {
  const named = new Map<string, Set<string>>();
  const imports = new Set<string>();
  const known = new Set<string>();
  for (const code of examples) {
    for (const [line, type, whole, names = '', from = ''] of code.matchAll(anImport)) {
      if (whole !== undefined) {
        imports.add(line);
        known.add(whole);
        continue;
      }
      const list = named.get(from) ?? new Set();
      named.set(from, list);
      for (const name of names.split(',').map((text) => text.trim())) {
        if (name === '') continue;
        list.add(type === undefined || name.startsWith('type ') ? name : `type ${name}`);
        known.add(name.replace(/^type /, ''));
      }
    }
  }
  for (const [from, names] of named) {
    imports.add(`import { ${[...names].join(', ')} } from '${from === 'ai' ? 'ai7' : from}';\n`);
  }
  const free = brought.filter((name) => !known.has(name));
  const bodies = examples.map((code) => code.replace(anImport, '').replace(/^export /gm, ''));
  const nested = bodies.reduceRight((inner, body) => `{\n${body}\n${inner}\n}`, '');
  return `import { ${free.join(', ')} } from '${reader}';\n${[...imports].join('')}${nested}\n`;
}
