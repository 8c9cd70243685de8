/**
 * One scripted tool loop, run identically through the real AI SDK 5, 6 and 7. Decides how each version
 * is driven and what is recorded; refuses to know the product: `prepareStep` is whatever is passed in.
 */

import { z } from 'zod';
import { field, type Message, partsOf, roleOf, stringField } from '../../../js/testing/shapes.ts';
import { deepFreeze } from './compare.ts';
import { defaultScript, type Script, type ScriptedCall, type ScriptedTurn } from './script.ts';
import { countMessages } from './tokens.ts';
import { streamOf, usageOf } from './wrapped-model.ts';

export { defaultScript } from './script.ts';

export type SdkVersion = 5 | 6 | 7;
export const sdkVersions: readonly SdkVersion[] = [5, 6, 7];
export type LoopMode = 'generate' | 'stream' | 'agent';
export const loopModes: readonly LoopMode[] = ['generate', 'stream', 'agent'];

/** What every version passes to `prepareStep`; 7 passes more. */
export interface PrepareStepArguments {
  // biome-ignore lint/suspicious/noExplicitAny: three SDK versions disagree on the type of a message.
  messages: any[];
  // biome-ignore lint/suspicious/noExplicitAny: likewise for a step.
  steps: readonly any[];
  stepNumber: number;
  model: unknown;
}

export interface LoopOptions {
  version: SdkVersion;
  mode: LoopMode;
  /** Most model calls. */
  steps: number;
  /** `defaultScript(steps)` by default. */
  script?: Script | undefined;
  prepareStep?: (
    options: PrepareStepArguments,
    // biome-ignore lint/suspicious/noExplicitAny: see above.
  ) => Promise<{ messages?: any[] } | undefined> | { messages?: any[] } | undefined;
  /** One user message by default. */
  messages?: readonly Message[];
  system?: string;
  /** Given to the SDK as `runtimeContext` (7) or `experimental_context` (6); 5 takes none. */
  context?: unknown;
  /** Freezes the messages, what every step receives, and what `prepareStep` returns. */
  freeze?: boolean;
  /** Tokens that the reported usage has on top of the exact count of the prompt: tool schemas. */
  overheadTokens?: number;
  /** Tools beside those of the script; they run themselves. */
  tools?: Readonly<Record<string, unknown>>;
  /** What else a call of a tool does, before its result is there. */
  onCall?: (toolCallId: string) => unknown;
  /** Wraps the model. */
  middleware?: object;
  providerOptions?: object;
  /** The error with which the provider refuses a prompt of so many exact tokens; undefined: it serves it. */
  refuse?: (tokens: number, prompt: unknown[]) => unknown;
  /** Tokens of a prompt that the provider reads from its cache, and reports so; 0 by default. */
  cached?: (prompt: unknown[]) => number;
  /** How a stream tells of it: `doStream` rejects, its first part is an error, or a text comes before that. */
  refusal?: 'thrown' | 'part' | 'late';
  abortSignal?: AbortSignal;
  /** Takes the result of a stream, and reads it; by default it is read here. */
  read?: (result: unknown) => Promise<void>;
  /** Of the SDK; 0 by default. */
  maxRetries?: number;
}

export interface Loop {
  /** What the provider got, per call of the model. */
  prompts: unknown[][];
  /** What it refused. */
  refused: unknown[][];
  /** Ids of the tool calls that were run. */
  ran: string[];
  /** Exact tokens of each prompt, without the overhead. */
  promptTokens: number[];
  /** What the model layer got per step: what `prepareStep` returned, or else what it received. */
  views: unknown[][];
  /** All that had happened by each step: what `received` would be if nobody compacted. */
  transcripts: unknown[][];
  result: { text: string; steps: number; responseMessages: unknown[] };
  /** Whatever was thrown or streamed as an error; empty in a good run. */
  errors: unknown[];
}

// The SDK writes its warnings to the console, once per kind and process.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** The few functions of the SDK that a loop needs. */
interface Sdk {
  generateText(options: object): Promise<unknown>;
  streamText(options: object): unknown;
  stepCountIs(steps: number): unknown;
  wrapLanguageModel(options: object): object;
  tool(definition: object): unknown;
  Experimental_Agent: new (settings: object) => { generate(options: object): Promise<unknown> };
  ToolLoopAgent: new (settings: object) => { generate(options: object): Promise<unknown> };
}

type ModelClass = new (settings: object) => object;

async function load(version: SdkVersion): Promise<{ sdk: Sdk; Model: ModelClass }> {
  if (version === 5) {
    const sdk = (await import('ai5')) as unknown as Sdk;
    return { sdk, Model: (await import('ai5/test')).MockLanguageModelV2 as unknown as ModelClass };
  }
  if (version === 6) {
    const sdk = (await import('ai6')) as unknown as Sdk;
    return { sdk, Model: (await import('ai6/test')).MockLanguageModelV3 as unknown as ModelClass };
  }
  const sdk = (await import('ai7')) as unknown as Sdk;
  return { sdk, Model: (await import('ai7/test')).MockLanguageModelV4 as unknown as ModelClass };
}

interface IdentifiedCall {
  id: string;
  call: ScriptedCall;
}

/** What the model says as the provider's content parts. */
function contentOf(turn: ScriptedTurn, calls: readonly IdentifiedCall[]): object[] {
  const content: object[] = [];
  if (turn.reasoning !== undefined) {
    const signed = turn.signature !== undefined;
    content.push({
      type: 'reasoning',
      text: turn.reasoning,
      ...(signed && { providerMetadata: { anthropic: { signature: turn.signature } } }),
    });
  }
  if (turn.text !== undefined) content.push({ type: 'text', text: turn.text });
  for (const { id, call } of calls) {
    content.push({
      type: 'tool-call',
      toolCallId: id,
      toolName: call.tool,
      input: JSON.stringify(call.input),
    });
  }
  return content;
}

/** The same content as a stream of provider chunks. */
function chunksOf(content: readonly object[]): object[] {
  const chunks: object[] = [];
  content.forEach((part, index) => {
    const type = stringField(part, 'type') ?? '';
    if (type === 'tool-call') {
      chunks.push(part);
      return;
    }
    const id = `${type}-${index}`;
    const providerMetadata = field(part, 'providerMetadata');
    const metadata = providerMetadata === undefined ? {} : { providerMetadata };
    chunks.push({ type: `${type}-start`, id });
    chunks.push({ type: `${type}-delta`, id, delta: field(part, 'text') });
    chunks.push({ type: `${type}-end`, id, ...metadata });
  });
  return chunks;
}

function createModel(
  Model: ModelClass,
  options: LoopOptions,
  script: Script,
  outcomes: Map<string, ScriptedCall>,
  loop: Loop,
): object {
  const { version, refusal = 'thrown' } = options;
  const refusedFor = (prompt: unknown[]) => {
    const error = options.refuse?.(countMessages(prompt), prompt);
    if (error !== undefined) loop.refused.push(prompt);
    return error;
  };
  const answer = (prompt: unknown[]) => {
    const number = loop.prompts.length;
    loop.prompts.push(prompt);
    const tokens = countMessages(prompt);
    loop.promptTokens.push(tokens);
    const turn = script(number, prompt);
    const calls = (turn.calls ?? []).map((call, i) => ({
      id: call.id ?? `call-${number}-${i}`,
      call,
    }));
    for (const { id, call } of calls) outcomes.set(id, call);
    const reason = calls.length > 0 ? 'tool-calls' : 'stop';
    const content = contentOf(turn, calls);
    return {
      content,
      finishReason: version === 5 ? reason : { unified: reason, raw: reason },
      usage: usageOf(
        version,
        tokens + (options.overheadTokens ?? 0),
        countMessages([{ role: 'assistant', content }]),
        options.cached?.(prompt) ?? 0,
      ),
      response: { id: `response-${number}`, timestamp: new Date(0), modelId: 'scripted' },
    };
  };
  return new Model({
    provider: 'scripted',
    modelId: 'scripted',
    doGenerate: async ({ prompt }: { prompt: unknown[] }) => {
      const error = refusedFor(prompt);
      if (error !== undefined) throw error;
      return { ...answer(prompt), warnings: [] };
    },
    doStream: async ({ prompt }: { prompt: unknown[] }) => {
      const error = refusedFor(prompt);
      if (error !== undefined) {
        if (refusal === 'thrown') throw error;
        const begun = refusal === 'late' ? chunksOf([{ type: 'text', text: 'I begin.' }]) : [];
        const parts = [...begun, { type: 'error', error }];
        return { stream: streamOf([{ type: 'stream-start', warnings: [] }, ...parts]) };
      }
      const { content, finishReason, usage, response } = answer(prompt);
      return {
        stream: streamOf([
          { type: 'stream-start', warnings: [] },
          { type: 'response-metadata', ...response },
          ...chunksOf(content),
          { type: 'finish', finishReason, usage },
        ]),
      };
    },
  });
}

/**
 * What a tool throws. Version 7 writes `name: message` where 5 and 6 write `message`; without a name
 * the three say the same.
 */
class ScriptedError extends Error {
  override readonly name = '';
}

function createTools(
  sdk: Sdk,
  outcomes: Map<string, ScriptedCall>,
  ran: string[],
  onCall: LoopOptions['onCall'],
): Record<string, unknown> {
  const execute = async (_input: unknown, { toolCallId }: { toolCallId: string }) => {
    ran.push(toolCallId);
    await onCall?.(toolCallId);
    const call = outcomes.get(toolCallId);
    if (!call) throw new Error(`the script has no call ${toolCallId}`);
    if (call.error !== undefined) throw new ScriptedError(call.error);
    return call.result;
  };
  const path = z.object({ path: z.string() });
  const query = z.object({ query: z.string(), limit: z.number().int().optional() });
  const command = z.object({ command: z.string() });
  const define = (description: string, inputSchema: unknown): unknown =>
    sdk.tool({ description, inputSchema, execute });
  return {
    list: define('List the files of a folder.', path),
    read: define('Read a file.', path),
    search: define('Search the repository.', query),
    run: define('Run a command.', command),
    inspect: define('Show the state of the working copy.', z.object({})),
  };
}

/** Wraps `prepareStep` so that everything that passes through it is recorded. */
function recorder(options: LoopOptions, loop: Loop) {
  let transcript: unknown[] = [];
  return async (given: PrepareStepArguments) => {
    const received = given.messages;
    if (options.freeze) deepFreeze(received);
    // Version 7 hands the last view back with what came since; 5 and 6 hand back everything.
    const sent = options.version === 7 ? loop.views.at(-1) : undefined;
    const carried = sent?.every((message, i) => received[i] === message) === true;
    transcript = carried ? [...transcript, ...received.slice(sent.length)] : [...received];
    loop.transcripts.push(transcript);
    const result = await options.prepareStep?.(given);
    if (options.freeze) deepFreeze(result);
    loop.views.push([...(result?.messages ?? received)]);
    return result;
  };
}

/** Reads a stream to its end, and the errors that it carried. */
async function drain(result: unknown, errors: unknown[]): Promise<void> {
  const parts = field(result, 'fullStream') as AsyncIterable<unknown>;
  for await (const part of parts) {
    if (field(part, 'type') === 'error') errors.push(field(part, 'error'));
  }
}

/**
 * Runs the loop to its end. Never rejects: what the SDK throws is in `errors`, beside what had been
 * recorded by then.
 */
export async function runLoop(options: LoopOptions): Promise<Loop> {
  const { version, mode } = options;
  const { sdk, Model } = await load(version);
  const script = options.script ?? defaultScript(options.steps);
  const outcomes = new Map<string, ScriptedCall>();
  const loop: Loop = {
    prompts: [],
    refused: [],
    ran: [],
    promptTokens: [],
    views: [],
    transcripts: [],
    result: { text: '', steps: 0, responseMessages: [] },
    errors: [],
  };
  const first: Message = { role: 'user', content: 'Find out why the tests fail, and fix it.' };
  const messages = options.messages ?? [first];
  if (options.freeze) deepFreeze(messages);
  const bare = createModel(Model, options, script, outcomes, loop);
  const { middleware, providerOptions, abortSignal } = options;
  const settings = {
    model: middleware === undefined ? bare : sdk.wrapLanguageModel({ model: bare, middleware }),
    tools: { ...createTools(sdk, outcomes, loop.ran, options.onCall), ...options.tools },
    ...(providerOptions !== undefined && { providerOptions }),
    stopWhen: sdk.stepCountIs(options.steps),
    maxRetries: options.maxRetries ?? 0,
    allowSystemInMessages: true,
    ...(options.context !== undefined &&
      (version === 7
        ? { runtimeContext: options.context }
        : { experimental_context: options.context })),
    prepareStep: recorder(options, loop),
  };
  const systemField =
    version === 7 || (version === 6 && mode === 'agent') ? 'instructions' : 'system';
  const system = options.system === undefined ? {} : { [systemField]: options.system };
  try {
    let result: unknown;
    if (mode === 'generate') {
      result = await sdk.generateText({ ...settings, ...system, messages, abortSignal });
    } else if (mode === 'stream') {
      // Without a handler the SDK prints errors; they are in the stream as well.
      result = sdk.streamText({
        ...settings,
        ...system,
        messages,
        abortSignal,
        onError: () => {},
      });
      await (options.read?.(result) ?? drain(result, loop.errors));
    } else {
      const Agent = version === 5 ? sdk.Experimental_Agent : sdk.ToolLoopAgent;
      result = await new Agent({ ...settings, ...system }).generate({ messages, abortSignal });
    }
    const steps = (await field(result, 'steps')) as unknown[];
    const response = await field(result, version === 7 ? 'responseMessages' : 'response');
    loop.result = {
      text: String(await field(result, 'text')),
      steps: steps.length,
      responseMessages: (version === 7 ? response : field(response, 'messages')) as unknown[],
    };
  } catch (error) {
    if (!loop.errors.includes(error)) loop.errors.push(error);
  }
  return loop;
}

/** Binary data as base64 or a URL's text, whatever the version wraps it in. */
function plainData(data: unknown): unknown {
  if (data instanceof URL) return data.href;
  if (data instanceof Uint8Array) return Buffer.from(data).toString('base64');
  const wrapped = field(data, 'data') ?? field(data, 'url');
  return wrapped === undefined ? data : plainData(wrapped);
}

function plainPart(part: unknown): unknown {
  const copy: Record<string, unknown> = { ...(part as object) };
  if (copy.data !== undefined) copy.data = plainData(copy.data);
  const options = copy.providerOptions;
  if (typeof options === 'object' && options !== null && Object.keys(options).length === 0) {
    delete copy.providerOptions;
  }
  return copy;
}

/**
 * A provider prompt in a form that can be compared across versions: plain JSON, neighbouring tool
 * messages merged (6 and 7 do so, 5 does not), empty ones gone, no absent or empty options.
 */
export function normalisePrompt(prompt: readonly unknown[]): unknown[] {
  const merged: { role: string; content: unknown; providerOptions?: unknown }[] = [];
  for (const message of prompt) {
    const role = roleOf(message);
    const content = field(message, 'content');
    const last = merged.at(-1);
    const parts = partsOf(message).map(plainPart);
    if (role === 'tool' && parts.length === 0) continue;
    if (role === 'tool' && last?.role === 'tool') {
      last.content = [...(last.content as unknown[]), ...parts];
      continue;
    }
    const providerOptions = field(plainPart(message), 'providerOptions');
    merged.push({
      role,
      content: typeof content === 'string' ? content : parts,
      ...(providerOptions !== undefined && { providerOptions }),
    });
  }
  return JSON.parse(JSON.stringify(merged)) as unknown[];
}

/**
 * What the SDK's own conversion says of messages that `prepareStep` would return: the provider prompt,
 * or the error that it throws. Nothing is downloaded.
 */
export async function convertWithSdk(
  version: SdkVersion,
  messages: readonly unknown[],
): Promise<{ prompt: unknown[] } | { error: unknown }> {
  type Convert = (options: object) => Promise<unknown[]>;
  const names: Record<SdkVersion, () => Promise<unknown>> = {
    5: () => import('ai5/internal'),
    6: () => import('ai6/internal'),
    7: () => import('ai7/internal'),
  };
  const convert = field(await names[version](), 'convertToLanguageModelPrompt') as Convert;
  try {
    const prompt = await convert({
      prompt: { messages, system: undefined, instructions: undefined },
      supportedUrls: { '*/*': [/.*/] },
      download: undefined,
    });
    return { prompt };
  } catch (error) {
    return { error };
  }
}
