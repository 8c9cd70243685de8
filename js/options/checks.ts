/**
 * Checks of values from outside. A check answers what it expects, or undefined for a value that passes.
 */
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
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

export const amount: Check = (value) =>
  typeof value === 'number' && value > 0 && value < 1e12 && (value < 1 || Number.isInteger(value))
    ? undefined
    : 'a whole number of tokens, or a fraction between 0 and 1';

export const wholeFrom =
  (least: number, most = 2 ** 31 - 1): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `a whole number of at least ${least}${most < 2 ** 31 - 1 ? ` and at most ${most}` : ''}`;

export const price: Check = (value) =>
  typeof value === 'number' && value >= 0 && value < 1e9 ? undefined : 'a number of at least 0';

/** An object with these methods. */
export const having = (methods: readonly string[], what: string): Check =>
  inCode((value) =>
    isPlain(value) && methods.every((name) => typeof value[name] === 'function') ? undefined : what,
  );

/** The same check for a value that no text can stand for. */
export const inCode = (check: Check): Check =>
  Object.assign((value: unknown) => check(value), { codeOnly: true as const });

export const kind = (type: string, what: string): Check => {
  const check: Check = (value) => (typeof value === type ? undefined : what);
  return type === 'function' ? inCode(check) : check;
};

export const flag = kind('boolean', 'true or false');

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
export const text =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most
      ? undefined
      : `a string of ${least} to ${most} characters`;

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
      return `\`${name}\` has no member ${unknownName(key, Object.keys(members))}; its members are ${Object.keys(members).join(', ')}`;
    }
    if (member !== undefined && inner?.(member)) return faultOf(`${name}.${key}`, member, inner);
  }
  for (const [index, entry] of each && Array.isArray(value) ? value.entries() : []) {
    if (each?.(entry)) return faultOf(`${name}[${index}]`, entry, each);
  }
  return `\`${name}\` must be ${check(value)}; got ${shown(value)}`;
}

/** A name that is none, and the one that was probably meant. */
export function unknownName(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, far: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far * 3 <= name.length)
    .sort((a, b) => a.far - b.far);
  return `\`${name}\`${nearest ? ` (did you mean \`${nearest.each}\`?)` : ''}`;
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
