/**
 * Checks of values from outside. A check answers what it expects, or undefined for a value that passes.
 */
import { attempt } from './fields.ts';
import { refuseOption, requireThat } from './require.ts';

export interface Check {
  (value: unknown): string | undefined;
  /** The checks of an object's members, where their names are fixed. */
  readonly members?: Readonly<Record<string, Check>>;
  /** The check of every member of an object, where their names are the host's. */
  readonly entries?: Check;
  /** The check of every entry of an array. */
  readonly each?: Check;
  /** The check of a value that is replaced as a whole, never member by member. */
  readonly whole?: Check;
  /** Several values, which text gives with commas between them. */
  readonly listed?: true;
  /** Nothing that text can stand for, such as a function. */
  readonly codeOnly?: true;
  /** What may hold a key: an error does not quote it. */
  readonly isSecret?: true;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** What passes a test. */
export const is =
  (test: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    test(value) ? undefined : what;

export const amount: Check = (value) => {
  if (typeof value !== 'number' || !(value > 0 && (value < 1 || Number.isInteger(value)))) {
    return 'a whole number of tokens, or a fraction between 0 and 1';
  }
  return value < 1e12 ? undefined : 'below 1000000000000';
};

/** Larger numbers cross to the core as others. */
const mostWhole = 2 ** 31 - 1;

export const wholeFrom =
  (least: number, most = mostWhole): Check =>
  (value) => {
    const isTooLarge = Number.isInteger(value) && (value as number) > most;
    if (Number.isInteger(value) && (value as number) >= least && !isTooLarge) return undefined;
    const bound = most < mostWhole || isTooLarge ? ` and at most ${most}` : '';
    return `a whole number of at least ${least}${bound}`;
  };

/** A number from one to another. */
export const numberTo = (least: number, most: number): Check =>
  is(
    (value) => typeof value === 'number' && value >= least && value <= most,
    `a number of at least ${least} and at most ${most}`,
  );

export const price = numberTo(0, 1e9);

/** An object with these methods. */
export const having = (methods: readonly string[], what: string): Check =>
  inCode((value) =>
    isPlain(value) && methods.every((name) => typeof value[name] === 'function') ? undefined : what,
  );

/** The same check for a value that no text can stand for. */
export const inCode = (check: Check): Check =>
  Object.assign((value: unknown) => check(value), { codeOnly: true as const });

/** The same check for a value that no error quotes. */
export const secret = (check: Check): Check =>
  Object.assign((value: unknown) => check(value), { ...check, isSecret: true as const });

export const kind = (type: string, what: string): Check => {
  const check: Check = (value) => (typeof value === type ? undefined : what);
  return type === 'function' ? inCode(check) : check;
};

export const flag = kind('boolean', 'true or false');
export const text = kind('string', 'a string');
export const named = is((value) => typeof value === 'string' && value !== '', 'a non-empty string');
export const object = is(isPlain, 'an object');
export const anything: Check = () => undefined;

/** By its members: frames, and what stands in for a runtime, have classes of their own. */
export const signal = inCode(
  is((value) => {
    const { aborted, addEventListener } = Object(value);
    return typeof aborted === 'boolean' && typeof addEventListener === 'function';
  }, 'an AbortSignal'),
);

export const modelNamed = is((value) => {
  const id = isPlain(value) ? value.modelId : value;
  return typeof id === 'string' && id !== '';
}, 'a model id, or an object with a modelId');

export const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string) ? undefined : `one of ${list(names)}`;

export const either = (first: Check, second: Check): Check => {
  const check: Check = (value) => {
    const expected = first(value);
    if (expected === undefined) return undefined;
    const other = second(value);
    return other === undefined ? undefined : `${expected}, or ${other}`;
  };
  const entries = first.entries ?? second.entries;
  return Object.assign(check, {
    members: { ...first.members, ...second.members },
    ...(entries && { entries }),
  });
};

/** The same check for a value that is given as a whole, never member by member. */
export const whole = (check: Check): Check =>
  Object.assign((value: unknown) => check(value), { whole: check });

export const off: Check = (value) => (value === false ? undefined : 'false');

/** An object with no other members than these; `required` ones must be there. */
export const shape = (members: Record<string, Check>, required: readonly string[] = []): Check => {
  const names = Object.keys(members).join(', ');
  const check: Check = (value) => {
    if (!isPlain(value)) return `an object { ${names} }`;
    const missing = required.find((name) => value[name] === undefined);
    if (missing !== undefined) return `an object { ${names} } that has a value for ${missing}`;
    const isWrong = ([name, member]: [string, unknown]) =>
      !Object.hasOwn(members, name) ||
      (member !== undefined && members[name]?.(member) !== undefined);
    return Object.entries(value).some(isWrong) ? `an object { ${names} }` : undefined;
  };
  return Object.assign(check, { members });
};

/** An object with any names, `most` at the most, whose values all pass. */
export const record = (
  entries: Check,
  what: string,
  most: number = Number.POSITIVE_INFINITY,
): Check => {
  const check: Check = (value) => {
    if (!isPlain(value)) return what;
    const given = Object.entries(value);
    if (given.length > most) return `${what} with at most ${most} of them`;
    return given.some(([, entry]) => entries(entry) !== undefined) ? what : undefined;
  };
  return Object.assign(check, { entries });
};

/** A name or several, of those that are known where some are. */
export const wordsOf = (known?: readonly string[]): Check => {
  const isWord = (word: unknown) =>
    typeof word === 'string' && (known === undefined ? word !== '' : known.includes(word));
  const what =
    known === undefined ? 'a name, or an array of names' : `one or several of ${list(known)}`;
  const check: Check = (value) => {
    const given = [value].flat();
    return given.length > 0 && given.every(isWord) ? undefined : what;
  };
  return Object.assign(check, { listed: true as const });
};

export const words = wordsOf();

/** Lengths in UTF-16 code units. */
export const textOf = (least: number, most: number): Check =>
  is(
    (value) => typeof value === 'string' && value.length >= least && value.length <= most,
    `a string of ${least} to ${most} characters`,
  );

/** An array, `most` entries at the most, which all pass. */
export const some = (most: number, each: Check): Check => {
  const check: Check = (value) =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((entry) => each(entry) === undefined)
      ? undefined
      : `an array of at most ${most} entries`;
  return Object.assign(check, { each });
};

/** Exact names, at most so many. */
export const names = (most: number): Check =>
  Object.assign(
    some(most, (value) =>
      typeof value === 'string' && value !== '' && !value.includes('*')
        ? undefined
        : 'an exact name, without `*`',
    ),
    { listed: true as const },
  );

/**
 * What is wrong with a value that does not pass its check, and where: `results.trim.over` of the option `results`.
 */
export function faultOf(name: string, value: unknown, check: Check): string {
  const { members, entries, each } = check.whole ?? check;
  for (const [key, member] of isPlain(value) ? Object.entries(value) : []) {
    const inner = members !== undefined && Object.hasOwn(members, key) ? members[key] : entries;
    if (members !== undefined && inner === undefined) {
      return `\`${name}\` has no member ${unknownName(key, Object.keys(members), 'its members')}`;
    }
    // A name of the host's own has a value.
    const isGiven = member !== undefined || inner === entries;
    if (isGiven && inner?.(member)) return faultOf(`${name}.${key}`, member, inner);
  }
  for (const [index, entry] of each && Array.isArray(value) ? value.entries() : []) {
    if (each?.(entry)) return faultOf(`${name}[${index}]`, entry, each);
  }
  const got = check.isSecret ? '' : `; got ${shown(value)}`;
  return `\`${name}\` must be ${check(value)}${got}`;
}

/** A longer list helps nobody who looks for one name. */
const mostListed = 20;

/** A name that is none, and the one that was probably meant; where none is near, all of `what` that there are. */
export function unknownName(given: string, known: readonly string[], what?: string): string {
  const name = given.slice(0, 60);
  const [nearest] = known
    .map((each) => ({ each, far: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far * 3 <= name.length)
    .sort((a, b) => a.far - b.far);
  if (nearest !== undefined) return `\`${name}\` (did you mean \`${nearest.each}\`?)`;
  if (what === undefined) return `\`${name}\``;
  if (known.length > mostListed) return `\`${name}\`: js/docs/options.md has ${what}`;
  return `\`${name}\`: ${what} are ${known.join(', ')}`;
}

/** How many letters differ, are left out or added: Levenshtein's, up to the length of a name. */
function distance(one: string, other: string): number {
  if (one.length > 40) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === other[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60)}'`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What is wrong with a value of that name, if anything is. What can't be read is wrong, too. */
function wrongIn(name: string, value: unknown, check: Check): string | undefined {
  const found = attempt(() => [check(value) && faultOf(name, value, check)] as const);
  return found === undefined ? `\`${name}\` can't be read` : found[0];
}

/** Throws `invalid-argument` for an argument that does not pass; `where` is the function. */
export function requireArgument(where: string, name: string, value: unknown, check: Check): void {
  const wrong = wrongIn(name, value, check);
  requireThat(wrong === undefined, `${where}: ${wrong}`);
}

/**
 * The options that `where` was given, each read once. Throws `invalid-option` for what is no object or can't be read,
 * for a name that `checks` has not, for a value that does not pass, and for a `required` one that is missing.
 */
export function checkedOptions<O extends object>(
  where: string,
  given: unknown,
  checks: { readonly [name in keyof O]-?: Check },
  required: readonly (keyof O & string)[] = [],
): O {
  const names = attempt(() => isPlain(given) && Object.keys(given));
  if (names === undefined) refuseOption(`${where}: its options can't be read`);
  if (names === false) {
    const needed = required.map((name) => `\`${name}\``).join(' and ');
    const what = needed === '' ? '' : ` with ${needed}`;
    refuseOption(`${where} takes an object of options${what}; got ${shown(given)}`);
  }
  const options: Record<string, unknown> = {};
  for (const name of [...names, ...required.filter((each) => !names.includes(each))]) {
    if (!Object.hasOwn(checks, name)) {
      const known = Object.keys(checks);
      refuseOption(`${where} has no option ${unknownName(name, known, 'the options')}`);
    }
    const read = attempt(() => [(given as O)[name as keyof O]]);
    if (read === undefined) refuseOption(`${where}: \`${name}\` can't be read`);
    const [value] = read;
    const isLeftOut = value === undefined && !(required as readonly string[]).includes(name);
    const wrong = isLeftOut ? undefined : wrongIn(name, value, checks[name as keyof O]);
    if (wrong !== undefined) refuseOption(`${where}: ${wrong}`);
    options[name] = value;
  }
  return options as O;
}
