/** What the stores' factories take. */
import { checkedOptions, flag, is, requireArgument } from '../values/checks.ts';
import { attempt } from '../values/fields.ts';

export interface StoreOptions {
  /** What the names of tables or keys begin with: small letters of ASCII, digits and `_`. By default `epitome_`. */
  prefix?: string | undefined;
}

export interface TableOptions extends StoreOptions {
  /** False where the host runs the schema's SQL itself. By default the first call makes what is missing. */
  migrate?: boolean | undefined;
}

/** Identifiers of PostgreSQL end at 63 bytes: what is longer would be cut, and two names could become one. */
const longestPrefix = 40;

const isPrefix = is(
  (value) =>
    typeof value === 'string' && value.length <= longestPrefix && /^[a-z_][a-z0-9_]*$/.test(value),
  `small letters of ASCII, digits and "_", without a digit first and at most ${longestPrefix} of them`,
);

export const storeChecks = { prefix: isPrefix };
export const tableChecks = { ...storeChecks, migrate: flag };

/** The options of the store that `where` makes. Throws `invalid-option` for a wrong name or value. */
export function tableOptions(
  where: string,
  options: TableOptions,
): { prefix: string; migrate: boolean } {
  const { prefix = 'epitome_', migrate = true } = checkedOptions<TableOptions>(
    where,
    options,
    tableChecks,
  );
  return { prefix, migrate };
}

/** Throws `invalid-option` for what can begin no name. */
export const checkPrefix = (where: string, prefix: unknown): void =>
  void checkedOptions(where, { prefix: prefix ?? null }, storeChecks);

/** True where all the names are those of functions of `value`. */
export function hasMethods(value: unknown, ...names: string[]): boolean {
  const has = (name: string) => typeof (value as Record<string, unknown>)[name] === 'function';
  const isAny = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return attempt(() => isAny && names.every(has)) === true;
}

/** Throws unless `value` has these methods. */
export const requireClient = (
  where: string,
  name: string,
  value: unknown,
  what: string,
  ...names: string[]
): void =>
  requireArgument(
    where,
    name,
    value,
    is(() => hasMethods(value, ...names), what),
  );
