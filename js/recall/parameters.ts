/** What the tools of a session take: one table, of which their schemas are made and by which inputs are checked. */
import { list, shown, unknownName } from '../values/checks.ts';
import { attempt, isObject } from '../values/fields.ts';

/** Who may have said a message. */
export const roles = ['user', 'assistant', 'tool', 'system'] as const;
/** Messages that one search finds. */
export const mostFound = 50;
export const usualFound = 5;

interface Parameter {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly description: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export const recallParameters = {
  query: {
    type: 'string',
    description: 'What to search for. Left out, messages are read by number with `from` and `to`.',
  },
  from: {
    type: 'integer',
    minimum: 1,
    description:
      'Number of a message. With `query`: the first one to search, by default the first of all. Without: the first one to read, and the only one where `to` is left out.',
  },
  to: {
    type: 'integer',
    minimum: 1,
    description:
      'Number of a message. With `query`: the last one to search, by default the newest. Without: the last one to read, and the only one where `from` is left out.',
  },
  offset: {
    type: 'integer',
    minimum: 0,
    description:
      'Without `query`: where to go on inside the message `from`, as the answer before said.',
  },
  role: { type: 'string', enum: roles, description: 'Only messages of this role.' },
  tool: { type: 'string', description: 'Only calls and results of the tool of this name.' },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: mostFound,
    description: `With \`query\`: how many messages to find. Default ${usualFound}.`,
  },
} as const satisfies Parameters;

/** What a model wrote for these parameters, or a sentence that says what is wrong with it. */
export function inputOf(
  parameters: Parameters,
  input: unknown,
): Record<string, string | number> | string {
  const known = Object.keys(parameters);
  const names =
    known.length > 0
      ? `there are ${known.map((name) => `\`${name}\``).join(', ')}`
      : 'there are none';
  if (input === undefined || input === null || input === '') return {};
  if (!isObject(input) || Array.isArray(input)) {
    return `The input must be a JSON object with parameters: ${names}.`;
  }
  const read: Record<string, string | number> = {};
  for (const name of attempt(() => Object.keys(input)) ?? []) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined)
      return `There is no parameter ${unknownName(name.slice(0, 60), known)}: ${names}.`;
    const value = attempt(() => input[name]);
    // Some models write a value for each parameter.
    if (value === undefined || value === null || value === '') continue;
    const isNumeral = typeof value === 'string' && /^\d{1,9}$/.test(value);
    const own = parameter.type === 'integer' && isNumeral ? Number(value) : value;
    const expected = expectedOf(parameter, own);
    if (expected !== undefined) return `\`${name}\` must be ${expected}; got ${shown(value)}.`;
    read[name] = own as string | number;
  }
  return read;
}

function expectedOf(parameter: Parameter, value: unknown): string | undefined {
  const { type, minimum = 0, maximum = Number.POSITIVE_INFINITY, enum: names } = parameter;
  if (type === 'string') {
    if (names === undefined) return typeof value === 'string' ? undefined : 'a text';
    return names.includes(value as string) ? undefined : `one of ${list(names)}`;
  }
  const isRight = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const most = Number.isFinite(maximum) ? ` and at most ${maximum}` : '';
  return isRight ? undefined : `a whole number of at least ${minimum}${most}`;
}
