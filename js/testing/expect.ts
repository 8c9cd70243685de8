/**
 * Whether a provider would take a view, and whether it holds what it must of the messages that it was made of. Decides which
 * rules are for which messages; shares no code with the engine.
 */
import { EpitomeError } from '../errors.ts';
import { checkedOptions, is, oneOf, requireArgument } from '../values/checks.ts';
import { type Fault, faultText } from './fault.ts';
import {
  anthropic,
  anthropicMessages,
  google,
  openAIMessages,
  openai,
  type Writer,
} from './requests.ts';
import { checkAnthropic } from './rules/anthropic.ts';
import { type Fields, unicodeFaults } from './rules/body.ts';
import { checkGemini } from './rules/gemini.ts';
import { checkOpenAIChat } from './rules/openai-chat.ts';
import { checkOpenAIResponses } from './rules/openai-responses.ts';
import { field, partsOf, typeOf } from './shapes.ts';
import { beyondJson } from './values.ts';
import { messageFaults, viewFaults } from './view.ts';

/** Whose rules a view is held against. */
export type Provider = 'anthropic' | 'openai' | 'google';

export interface ExpectOptions {
  /** The messages that the view was made of: it has to hold what must stay of them, and nothing else. */
  history?: readonly unknown[] | undefined;
}

/** What `expectValid` throws. */
export class InvalidView extends Error {
  override readonly name = 'InvalidView';
  readonly code = 'invalid-view';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const lines = faults.map(faultText);
    super(
      `the view has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}: ${lines.join('; ')}`,
    );
    this.faults = faults;
  }
}

interface Rules {
  /** The name of a request's list. */
  list: string;
  check(body: Fields, emitted: readonly (readonly Fields[])[]): Fault[];
  write: Writer;
}

/** For messages of the AI SDK, by provider. */
const bySdk: Readonly<Record<Provider, Rules>> = {
  anthropic: { list: 'messages', check: checkAnthropic, write: anthropic },
  openai: { list: 'input', check: checkOpenAIResponses, write: openai },
  google: { list: 'contents', check: checkGemini, write: google },
};

/** For messages in a provider's own shape. */
const own: Readonly<Record<string, Rules>> = {
  anthropic: { list: 'messages', check: checkAnthropic, write: anthropicMessages },
  openai: { list: 'messages', check: checkOpenAIChat, write: openAIMessages },
};

const ofAnthropic = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document'];
const ofOpenAI = ['image_url', 'input_audio', 'refusal'];

/** Whose shape messages have; undefined where nothing tells it, as in a chat without tools. */
function shapeOf(messages: readonly unknown[]): 'anthropic' | 'openai' | 'ai-sdk' | undefined {
  for (const message of messages) {
    if (field(message, 'tool_calls') != null || field(message, 'tool_call_id') !== undefined) {
      return 'openai';
    }
    for (const part of partsOf(message)) {
      const type = typeOf(part);
      if (ofOpenAI.includes(type)) return 'openai';
      if (ofAnthropic.includes(type) || field(part, 'source') !== undefined) return 'anthropic';
      if (type.startsWith('tool-')) return 'ai-sdk';
    }
  }
  return undefined;
}

/** What is wrong with a request of a view, by a provider's rules, at the view's own indexes. */
function requestFaults(
  { list, check, write }: Rules,
  view: readonly unknown[],
  history: readonly unknown[],
): Fault[] {
  const request = write.request(view);
  const faults = check({ [list]: request.list }, write.answers(history));
  const last = view.length - 1;
  return faults.map((fault) =>
    fault.at < 0 ? fault : { ...fault, at: request.places[fault.at] ?? last },
  );
}

/** What a provider refuses in messages of the AI SDK. `history` has what the provider had sent. */
export function providerFaults(
  view: readonly unknown[],
  provider: Provider,
  history: readonly unknown[],
): Fault[] {
  return requestFaults(bySdk[provider], view, history);
}

const array = is(Array.isArray, 'an array of messages');
const aProvider = oneOf(Object.keys(bySdk));

/**
 * Lists what is wrong with a view; empty means that it is valid. `view` has messages of the AI SDK, of OpenAI's chat
 * completions or of Anthropic's Messages API. Without `provider` the AI SDK's are held against what all providers have in
 * common, and others against the rules of their own API. Indexes are those of the view. What JSON can't say is a
 * fault, too. Throws `invalid-argument` for a wrong argument, `invalid-option` for a wrong option.
 */
export function faultsOf(
  view: readonly unknown[],
  provider?: Provider,
  options: ExpectOptions = {},
): Fault[] {
  return faultsIn('faultsOf', view, provider, options);
}

function faultsIn(
  where: string,
  view: readonly unknown[],
  provider: Provider | undefined,
  options: ExpectOptions,
): Fault[] {
  requireArgument(where, 'view', view, array);
  if (provider !== undefined) requireArgument(where, 'provider', provider, aProvider);
  const { history } = checkedOptions<ExpectOptions>(where, options, { history: array });
  try {
    return found(view, provider, history);
  } catch (cause) {
    throw new EpitomeError('invalid-argument', `${where}: \`view\` can't be read`, { cause });
  }
}

function found(
  view: readonly unknown[],
  provider: Provider | undefined,
  history: readonly unknown[] | undefined,
): Fault[] {
  if (view.length === 0) {
    return [{ rule: 'empty-view', at: -1, detail: 'it has no messages' }];
  }
  // What no request can carry is judged no further.
  const unwritten = view.flatMap((message, at) => {
    const detail = beyondJson(message);
    return detail === undefined ? [] : [{ rule: 'not-json', at, detail }];
  });
  if (unwritten.length > 0) return unwritten;
  const sent = (history ?? view).filter((message) => beyondJson(message) === undefined);
  const shape = shapeOf(sent);
  const isOwn = shape === 'anthropic' || shape === 'openai';
  if (isOwn && provider !== undefined && provider !== shape) {
    const detail = `the messages have the shape of ${shape}, not of ${provider}`;
    return [{ rule: 'shape', at: -1, detail }];
  }
  if (isOwn) return requestFaults(own[shape] as Rules, view, sent);
  const shapeless = shape === undefined;
  const faults =
    history === undefined ? messageFaults(view) : viewFaults(view, history, { shapeless });
  if (provider === undefined) {
    const unicode = view.flatMap((message, at) =>
      unicodeFaults(message, 'the message').map((fault) => ({ ...fault, at })),
    );
    return [...faults, ...unicode];
  }
  return [...faults, ...providerFaults(view, provider, sent)];
}

/**
 * Throws `InvalidView` where `faultsOf` lists anything: its message names the index of each message and the fault. Throws
 * what that throws, too.
 */
export function expectValid(
  view: readonly unknown[],
  provider?: Provider,
  options: ExpectOptions = {},
): void {
  const faults = faultsIn('expectValid', view, provider, options);
  if (faults.length > 0) throw new InvalidView(faults);
}
