/**
 * What fills the results of tools: code, logs, matches, test reports, with the incidental names and
 * numbers that real ones are full of. Decides their looks; what matters in a session is not in here.
 */
import type { Rng } from '../js/support/random.ts';
import type { Values } from './values.ts';

export class Noise {
  /** Every incidental name given out, to tell what is kept for nothing. */
  readonly incidental: string[] = [];
  readonly #rng: Rng;
  readonly #values: Values;

  constructor(rng: Rng, values: Values) {
    this.#rng = rng;
    this.#values = values;
  }

  #incidental(kind: 'path' | 'hash' | 'symbol' | 'version'): string {
    const value = this.#values.next(kind);
    this.incidental.push(value);
    return value;
  }

  #name(): string {
    return `${this.#values.word()}${this.#rng.int(1, 99)}`;
  }

  #lines(count: number, line: (i: number) => string): string {
    return Array.from({ length: count }, (_, i) => line(i)).join('\n');
  }

  code(lines: number): string {
    const rng = this.#rng;
    const name = () => this.#name();
    const shapes = [
      () => `  const ${name()} = await ${name()}.load(${name()}, { retry: ${rng.int(1, 5)} });`,
      () => `  if (${name()}.length > ${rng.int(1, 64)}) return ${name()};`,
      () => `export function ${name()}(${name()}: string, ${name()} = ${rng.int(0, 9)}) {`,
      () => `  // ${this.#values.word()} is filled by the ${this.#values.word()} job, see above`,
      () => `  for (const ${name()} of ${name()}) ${name()}.push(${name()});`,
      () => '}',
      () => '',
      () => `import { ${this.#incidental('symbol')} } from './${this.#values.word()}';`,
    ];
    return this.#lines(lines, () => rng.pick(shapes)());
  }

  log(lines: number): string {
    const rng = this.#rng;
    return this.#lines(lines, (i) => {
      const time = `12:${String((i * 7) % 60).padStart(2, '0')}:${rng.int(10, 59)}.${rng.int(100, 999)}`;
      const id = rng.chance(0.15) ? ` request=${this.#incidental('hash')}` : '';
      return `${time} ${rng.pick(['INFO', 'INFO', 'DEBUG', 'WARN'])} ${this.#name()} done in ${rng.int(1, 900)}ms${id}`;
    });
  }

  matches(lines: number): string {
    return this.#lines(
      lines,
      () =>
        `${this.#incidental('path')}:${this.#rng.int(1, 900)}:  ${this.#name()}(${this.#name()})`,
    );
  }

  trace(lines: number): string {
    return this.#lines(
      lines,
      () =>
        `    at ${this.#incidental('symbol')} (node_modules/${this.#values.word()}/dist/${this.#values.word()}.js:${this.#rng.int(1, 900)}:${this.#rng.int(1, 80)})`,
    );
  }

  passing(lines: number): string {
    const done = this.#lines(
      lines,
      () => `  ✓ ${this.#name()} keeps the ${this.#values.word()} (${this.#rng.int(1, 90)}ms)`,
    );
    return `${done}\n\n${lines} passed in ${this.#rng.int(2, 40)}s`;
  }
}
