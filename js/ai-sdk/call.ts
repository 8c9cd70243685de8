/**
 * A call of a language model as the AI SDK makes it, `LanguageModelV1` to `V4`. Decides where its versions
 * have what counts; refuses to know what is done about it.
 */
import type { DialectName, HostMessage } from '../adapters/dialect.ts';
import { type Fields, isObject } from '../adapters/fields.ts';

/** What is needed of a language model of any version. */
export interface ModelLike {
  readonly specificationVersion?: string;
  readonly provider: string;
  readonly modelId: string;
  // biome-ignore lint/suspicious/noExplicitAny: each version has parameters and results of its own.
  doGenerate(params: any): PromiseLike<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  doStream(params: any): PromiseLike<any>;
}

/** Parameters of a call, as far as all versions have them. */
export type CallParams = Fields & { prompt: readonly HostMessage[] };

export interface Call {
  dialect: DialectName;
  /** The system messages that the prompt begins with, and what comes behind them. */
  system: readonly HostMessage[];
  messages: readonly HostMessage[];
  /** Tools, and the schema of the answer where there is one. */
  tools: readonly unknown[];
  /** 0 where the call does not say. */
  maxOutputTokens: number;
  abortSignal: AbortSignal | undefined;
  /** The provider keeps the conversation: the prompt has only what came since. */
  isContinued: boolean;
  /** The provider is asked to edit history itself. */
  isEdited: boolean;
  /** Of `providerOptions.epitome`. */
  sessionId: string | undefined;
}

/** Options of any provider that make a prompt go on from what its server has. */
const continuing = [
  'previousResponseId',
  'conversation',
  'previousInteractionId',
  'previousMessageId',
  'thread',
];
/** Options by which a provider edits or cuts history itself. */
const editing = ['contextManagement', 'compaction'];

export function readCall(params: CallParams, model: Pick<ModelLike, 'specificationVersion'>): Call {
  const { prompt } = params;
  const isV1 = model.specificationVersion === 'v1' || isObject(params.mode);
  const begin = prompt.findIndex((message) => message?.role !== 'system');
  const end = begin < 0 ? prompt.length : begin;
  const named = namespaces(params);
  const has = (names: readonly string[]) =>
    named.some((options) => names.some((name) => options[name] != null));
  const most = params.maxOutputTokens ?? params.maxTokens;
  const { sessionId } = epitomeOptions(params);
  return {
    dialect: isV1 ? 'language-model-v1' : 'language-model',
    system: prompt.slice(0, end),
    messages: prompt.slice(end),
    tools: toolsOf(params),
    maxOutputTokens: typeof most === 'number' && most > 0 ? Math.floor(most) : 0,
    abortSignal: params.abortSignal instanceof AbortSignal ? params.abortSignal : undefined,
    isContinued: has(continuing),
    isEdited: has(editing),
    sessionId: typeof sessionId === 'string' && sessionId !== '' ? sessionId : undefined,
  };
}

/** The parameters with another prompt, without what was meant for epitome alone. */
export function withPrompt(params: CallParams, prompt: readonly HostMessage[]): CallParams {
  const options = params.providerOptions;
  if (!isObject(options) || !('epitome' in options)) return { ...params, prompt };
  const { epitome: _, ...providerOptions } = options;
  return { ...params, prompt, providerOptions };
}

function toolsOf({ tools, mode, responseFormat }: CallParams): unknown[] {
  const own = isObject(mode) ? mode : {};
  const all = [tools, own.tools].flatMap((list) => (Array.isArray(list) ? list : []));
  if (own.tool !== undefined) all.push(own.tool);
  const format = isObject(responseFormat) ? responseFormat : own;
  if (format.schema === undefined) return all;
  return [...all, { name: 'response', inputSchema: format.schema }];
}

function namespaces({ providerOptions, providerMetadata }: CallParams): Fields[] {
  return [providerOptions, providerMetadata]
    .filter(isObject)
    .flatMap((options) => Object.values(options).filter(isObject));
}

function epitomeOptions({ providerOptions, providerMetadata }: CallParams): Fields {
  for (const options of [providerOptions, providerMetadata]) {
    if (isObject(options) && isObject(options.epitome)) return options.epitome;
  }
  return {};
}

/** The end of an answer, generated or streamed. */
export interface Finish {
  finishReason: string;
  rawFinishReason: string | undefined;
  usage: Fields;
  providerMetadata: unknown;
}

/** Of a result of `doGenerate`, or of the part that a stream ends with. */
export function finishOf(result: Fields): Finish {
  const { finishReason: reason, usage, providerMetadata } = result;
  const both = isObject(reason) ? reason : { unified: reason, raw: result.rawFinishReason };
  return {
    finishReason: typeof both.unified === 'string' ? both.unified : '',
    rawFinishReason: typeof both.raw === 'string' ? both.raw : undefined,
    usage: isObject(usage) ? usage : {},
    providerMetadata,
  };
}

/** Whether a result of `doGenerate` holds anything that an agent goes on with. */
export function isAnswered(result: Fields): boolean {
  const { content, text, toolCalls, files } = result;
  const some = (list: unknown) => Array.isArray(list) && list.length > 0;
  if (!Array.isArray(content)) return Boolean(text) || some(toolCalls) || some(files);
  return content.some(
    (part) =>
      isObject(part) && part.type !== 'reasoning' && (part.type !== 'text' || part.text !== ''),
  );
}

/** Whether the provider has edited history, by what it says of the answer. */
export function wasEdited({ providerMetadata }: Finish): boolean {
  if (!isObject(providerMetadata)) return false;
  return Object.values(providerMetadata).some(
    (values) => isObject(values) && editing.some((name) => values[name] != null),
  );
}
