/** What the methods of sessions and compactors take: one table, and the check of a call against it. */
import type { HostMessage } from '../dialects/dialect.ts';
import { mostFound, roles } from '../recall/parameters.ts';
import {
  signal as abortSignal,
  anything,
  type Check,
  either,
  flag,
  named as id,
  is,
  isPlain,
  kind,
  oneOf,
  requireArgument,
  shape,
  text,
  wholeFrom,
} from '../values/checks.ts';
import { isObject } from '../values/fields.ts';

const array = is(Array.isArray, 'an array of messages');
const message = either(wholeFrom(1), is(isPlain, 'the message itself'));
const toolName = is(
  (value) => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(value),
  'a name of 1 to 64 letters, digits, `_` and `-`',
);
const rank = kind('function', 'a function (query, candidates) => scores');
const onEvent = kind('function', 'a function (event) => void');
/** Providers answer with null where they did not count. */
const usage = is(
  (value) => value === null || isPlain(value),
  'what the provider billed, an object',
);
const step = { model: anything, usage, final: flag };
const fold = shape({ messages: array, abortSignal });
const place = shape({ scope: text, store: is(isObject, 'a store') });

/** By method, the arguments in their order; `?` marks one that may be left out. */
const methods = {
  'session.prepare': { 'options?': shape({ ...step, abortSignal, onEvent }) },
  'session.compact': { 'options?': fold },
  'session.compactAbove': { message, 'options?': fold },
  'session.recover': { 'options?': shape({ messages: array, abortSignal, onEvent }) },
  'session.plan': {
    messages: array,
    'step?': shape({ ...step, steps: is(Array.isArray, 'the steps so far, an array') }),
  },
  'session.editRecord': { id: text, text },
  'session.pin': { text },
  'session.unpin': { text },
  'session.transcriptText': {
    'options?': shape({ summary: flag, last: wholeFrom(0), maxLength: wholeFrom(0) }),
  },
  'session.recall': {
    query: text,
    'options?': shape({
      limit: wholeFrom(1, mostFound),
      role: oneOf(roles),
      tool: text,
      from: wholeFrom(1),
      to: wholeFrom(1),
      rank,
    }),
  },
  'session.tools': {
    'options?': shape({
      names: shape({ recall: toolName, compact: toolName }),
      tools: is(isObject, 'your tools, an object or an array'),
      rank,
      dialect: oneOf(['ai-sdk', 'openai-chat', 'anthropic']),
    }),
  },
  'session.runTool': { name: text },
  'session.usage': { 'options?': shape({ children: flag }) },
  'session.child': { name: id },
  'session.fork': { id },
  'session.pending': { 'messages?': array },
  'session.deliver': {
    id: text,
    reply: is(
      (value) => typeof value === 'string' || typeof Object(value).text === 'string',
      'what the model wrote: a string, or an object { text, finishReason, usage }',
    ),
  },
  'compactor.session': { 'id?': id },
  'compactor.open': { id },
  'compactor.delete': { id, 'at?': place },
  'compactor.export': { id, 'at?': place },
  'compactor.list': { 'at?': place },
  'compactor.estimateTokens': { text },
  'compactor.estimateMessagesTokens': { messages: array },
} satisfies Record<string, Record<string, Check>>;

/** Throws `invalid-argument` for the first one that is wrong, and says which it is and what it must be. */
export function requireArguments(method: keyof typeof methods, ...given: readonly unknown[]): void {
  const rows = Object.entries<Check>(methods[method]);
  for (const [place, [mark, check]] of rows.entries()) {
    const value = given[place];
    const name = mark.replace('?', '');
    if (value === undefined && name !== mark) continue;
    requireArgument(method, name, value, check);
  }
}

/** What `method` was given, which has to be an array. */
export function arrayOf(messages: unknown, method = 'a step'): readonly HostMessage[] {
  requireArgument(method, 'messages', messages, array);
  return messages as readonly HostMessage[];
}
