/** What the stores' factories take. */
import { refuseOption, requireThat } from '../values/require.ts';

export interface StoreOptions {
  /** What the names of tables or keys begin with: small letters of ASCII, digits and `_`. By default `epitome_`. */
  prefix?: string;
}

export interface TableOptions extends StoreOptions {
  /** False where the host runs the schema's SQL itself. By default the first call makes what is missing. */
  migrate?: boolean;
}

type Named<T> = { [name in keyof T]?: unknown };

/** Checks options that have no other names than those of `defaults`, and fills in what isn't given. */
export function checkedOptions<T extends TableOptions>(options: unknown, defaults: T): T {
  if (typeof options !== 'object' || options === null)
    refuseOption('a store’s options are an object');
  const given = options as Named<T>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    refuseOption(`a store has the options ${Object.keys(defaults).join(', ')} and no others`);
  }
  const { prefix, migrate } = given;
  if (prefix !== undefined) checkPrefix(prefix);
  if (migrate !== undefined && typeof migrate !== 'boolean') {
    refuseOption('migrate is true or false');
  }
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** Identifiers of PostgreSQL end at 63 bytes: what is longer would be cut, and two names could become one. */
const longestPrefix = 40;

export function checkPrefix(prefix: unknown): asserts prefix is string {
  const fits = typeof prefix === 'string' && prefix.length <= longestPrefix;
  if (!fits || !/^[a-z_][a-z0-9_]*$/.test(prefix)) {
    refuseOption(
      `prefix has small letters of ASCII, digits and "_", begins with no digit and has at most ${longestPrefix} of them`,
    );
  }
}

/** True where all the names are those of functions of `value`. */
export function hasMethods(value: unknown, ...names: string[]): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}

/** Throws unless `value` has these methods. */
export function requireClient(value: unknown, what: string, ...names: string[]): void {
  requireThat(hasMethods(value, ...names), what);
}

/** Longer times have no place in some calendars. */
const mostMillis = 1e13;

/** A length of time that every database can reckon with. */
export function checkedMillis(millis: unknown): number {
  requireThat(
    typeof millis === 'number' && millis >= 0,
    'a store takes milliseconds as a number of at least 0',
  );
  return Math.min(Math.round(millis), mostMillis);
}
