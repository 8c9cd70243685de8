/**
 * Options from environment variables: the path of an option as a variable's name, and its text as a
 * value. The checks of options.ts say which options there are.
 */

import { EpitomeError } from '../errors.ts';
import type { CompactorOptions } from '../types.ts';
import {
  type Check,
  checkedOptions,
  faultOf,
  isPlain,
  named,
  object,
  requireArgument,
  unknownName,
} from '../values/checks.ts';
import { attempt } from '../values/fields.ts';
import { refuseOption } from '../values/require.ts';
import { compactorChecks } from './options.ts';

interface Option {
  path: readonly string[];
  check: Check;
}

const defaultPrefix = 'EPITOME_';
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

/**
 * The options that variables such as `EPITOME_KEEP_RECENT_MESSAGES` set: the prefix, then the path of
 * an option in capitals, with `_` between words and between levels. Numbers and `true` or `false` are
 * read as what the option takes, lists are separated by commas, objects are JSON; an empty variable
 * sets nothing. A pure function of `env`, for instance `process.env` or what a Worker is given.
 *
 * Throws `invalid-option`, naming the variable, for a name with the prefix that is no option and for a
 * value that the option does not take.
 */
export function optionsFromEnv(
  env: object,
  settings: { prefix?: string | undefined } = {},
): CompactorOptions {
  const own = checkedOptions<typeof settings>('optionsFromEnv', settings, { prefix: named });
  const { prefix = defaultPrefix } = own;
  const options: Record<string, unknown> = {};
  // Sorted, an object comes before single members of it.
  const given = variablesOf(env)
    .filter(([name, value]) => name.startsWith(prefix) && !isUnset(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [variable, value] of given) {
    const option = optionsByName().get(variable.slice(prefix.length));
    if (option === undefined) {
      const names = namesOf();
      const name = unknownName(variable.slice(prefix.length), names, `the names behind ${prefix}`);
      refuseOption(`${variable} sets no option: there is none for ${name}`);
    }
    put(options, option, readingOf(variable, value, option), variable);
  }
  // Single members may all be right, and one that belongs to them be missing.
  for (const [name, value] of Object.entries(options)) {
    const check = compactorChecks[name as keyof CompactorOptions];
    if (check(value) === undefined) continue;
    const start = prefix + snake(name);
    const variables = given
      .map(([variable]) => variable)
      .filter((variable) => `${variable}_`.startsWith(`${start}_`));
    refuseOption(`${variables.join(', ')}: ${faultOf(name, value, check)}`);
  }
  return options as CompactorOptions;
}

function variablesOf(env: unknown): [string, unknown][] {
  requireArgument('optionsFromEnv', 'env', env, object);
  const variables = attempt(() => Object.entries(env as object));
  return variables ?? refuseOption("optionsFromEnv: `env` can't be read");
}

function isUnset(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

let known: ReadonlyMap<string, Option> | undefined;

function optionsByName(): ReadonlyMap<string, Option> {
  known ??= new Map(walk(compactorChecks, []));
  return known;
}

function* walk(
  checks: Readonly<Record<string, Check>>,
  above: readonly string[],
): Generator<[string, Option]> {
  for (const [name, check] of Object.entries(checks)) {
    const path = [...above, name];
    yield [path.map(snake).join('_'), { path, check }];
    if (check.members !== undefined) yield* walk(check.members, path);
  }
}

/** The names that take text, for whoever mistyped one. */
function namesOf(): string[] {
  const settable = [...optionsByName()].filter(([, { check }]) => check.codeOnly !== true);
  return settable.map(([name]) => name);
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** The first reading of a value that its option takes. */
function readingOf(variable: string, given: unknown, { path, check }: Option): unknown {
  const readings = typeof given === 'string' ? readingsOf(given.trim(), check) : [given];
  for (const reading of readings) {
    if (check(reading) === undefined) return reading;
  }
  const fault = faultOf(path.join('.'), readings[0], check);
  refuseOption(`${variable}: ${fault}`);
}

function readingsOf(text: string, check: Check): unknown[] {
  const readings: unknown[] = [];
  const number = Number(text);
  if (Number.isFinite(number)) readings.push(number);
  const truth = text.toLowerCase();
  if (Object.hasOwn(truths, truth)) readings.push(truths[truth]);
  if (/^[[{]/.test(text)) readings.push(...jsonOf(text));
  if (check.listed) readings.push(text.split(',').map((word) => word.trim()));
  readings.push(text);
  return readings;
}

function jsonOf(text: string): unknown[] {
  return attempt(() => [JSON.parse(text)]) ?? [];
}

function put(
  options: Record<string, unknown>,
  { path }: Option,
  value: unknown,
  variable: string,
): void {
  let owner = options;
  for (const name of path.slice(0, -1)) {
    const next = owner[name] ?? {};
    if (!isPlain(next)) throw twice(variable, path);
    const copy = { ...next };
    owner[name] = copy;
    owner = copy;
  }
  const last = path.at(-1) ?? '';
  if (owner[last] !== undefined) throw twice(variable, path);
  owner[last] = value;
}

function twice(variable: string, path: readonly string[]): EpitomeError {
  return new EpitomeError(
    'invalid-option',
    `${variable} sets \`${path.join('.')}\`, which another variable sets, too: keep one of them`,
  );
}
