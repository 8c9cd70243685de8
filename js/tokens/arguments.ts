/** What the functions of `epitome/tokens` take. */
import { dialects } from '../dialects/detect.ts';
import { exactEncodings } from '../load/exact-parts.ts';
import { wasmSource } from '../load/given.ts';
import { tokenFamilies } from '../types/families.ts';
import {
  anything,
  type Check,
  checkedOptions,
  either,
  flag,
  having,
  is,
  modelNamed,
  oneOf,
  requireArgument,
  text,
} from '../values/checks.ts';

const array = is(Array.isArray, 'an array of messages');
const counter = having(['count'], 'a counter, an object with a function `count`');

/** An empty id is none. */
const model: Check = (value) => (value === '' ? undefined : modelNamed(value));
const family = { model, family: oneOf(tokenFamilies) };
const estimate = { ...family, safe: flag };
const messages = {
  ...estimate,
  exact: counter,
  dialect: oneOf(['auto', ...Object.keys(dialects)]),
  lenient: flag,
};
const request = { system: anything, messages: array, tools: anything };
const load = { wasm: wasmSource };
const exact = {
  model: text,
  encoding: oneOf(exactEncodings),
  wasm: wasmSource,
  vocabulary: wasmSource,
};

const onDemand = { exact: either(flag, counter), ...load };

/** By what they are for, the names of options and their checks. */
const tables = {
  load,
  exact,
  family,
  estimate,
  messages,
  request: { ...messages, ...request },
  'family, load': { ...family, ...load },
  'estimate, load': { ...estimate, ...load },
  'messages, load': { ...messages, ...onDemand },
  'request, load': { ...messages, ...request, ...onDemand },
} satisfies Record<string, Record<string, Check>>;

/** The options of the function `where`. Throws `invalid-option` for a wrong name or value. */
export const optionsFor = <O extends object>(
  where: string,
  table: keyof typeof tables,
  given: O,
): O => checkedOptions<O>(where, given, tables[table] as never);

/** A text to count, '' where there is none. Throws `invalid-argument` for anything else. */
export const textOrNone = (where: string, value: unknown): string =>
  value === undefined || value === null ? '' : someText(where, value);

/** The same where there has to be one. */
export function someText(where: string, value: unknown): string {
  if (typeof value !== 'string') requireArgument(where, 'text', value, text);
  return value as string;
}

export const requireMessages = (where: string, value: unknown): void =>
  requireArgument(where, 'messages', value, array);
