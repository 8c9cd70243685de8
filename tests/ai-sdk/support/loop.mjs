/**
 * One scripted agent, run through any release of the AI SDK by any way of driving it. Decides what the model
 * says and what its server refuses; refuses to know the product: model and hook are what is passed in.
 */

/** Releases of the AI SDK, and which specification of a model each asks for. */
export const releases = {
  '5.0': { name: 'ai50', specification: 'v2' },
  5: { name: 'ai5', specification: 'v2' },
  '6.0': { name: 'ai60', specification: 'v3' },
  6: { name: 'ai6', specification: 'v3' },
  '7.0': { name: 'ai70', specification: 'v4' },
  7: { name: 'ai7', specification: 'v4' },
};
export const modes = ['generate', 'stream', 'agent'];

globalThis.AI_SDK_LOG_WARNINGS = false;

const noun = [
  'parser',
  'queue',
  'cache',
  'index',
  'router',
  'socket',
  'worker',
  'ledger',
  'cursor',
];
/** Words that differ from place to place. */
export const prose = (words, seed) =>
  Array.from(
    { length: words },
    (_, i) => `${noun[(seed * 7 + i * 3) % noun.length]}${(seed + i) % 5 === 0 ? seed : ''}`,
  ).join(' ');

/** Tokens as the server counts them: a fourth of the characters of all texts. */
export function tokensOf(value) {
  if (typeof value === 'string') return Math.ceil(value.length / 4);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value)
    .filter(([name]) => name !== 'providerOptions' && name !== 'type')
    .reduce((sum, [, item]) => sum + tokensOf(item), 1);
}

/** Usage in the words of a specification. */
export function usageOf(specification, input, output) {
  if (specification === 'v1') return { promptTokens: input, completionTokens: output };
  if (specification === 'v2') {
    return { inputTokens: input, outputTokens: output, totalTokens: input + output };
  }
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

export const finishReason = (specification, unified, raw) =>
  specification === 'v3' || specification === 'v4' ? { unified, raw } : unified;

/** What a server says of a prompt that is too long, as OpenAI does. */
export function refusal(limit, input) {
  const message = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${input} tokens. Please reduce the length of the messages.`;
  return Object.assign(new Error(message), {
    statusCode: 400,
    isRetryable: false,
    responseBody: JSON.stringify({ error: { message, code: 'context_length_exceeded' } }),
  });
}

export function streamOf(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** The parts of a stream that says what `content` does. */
export function partsOf(specification, content, usage, reason) {
  const parts = specification === 'v1' ? [] : [{ type: 'stream-start', warnings: [] }];
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text') parts.push(part);
    else if (specification === 'v1') parts.push({ type: 'text-delta', textDelta: part.text });
    else {
      const id = `${index}`;
      parts.push({ type: 'text-start', id });
      parts.push({ type: 'text-delta', id, delta: part.text });
      parts.push({ type: 'text-end', id });
    }
  }
  return [...parts, { type: 'finish', finishReason: reason, usage }];
}

/**
 * A model that calls a tool `steps` times and then answers. `window`: longer prompts are refused. `answer`
 * may take a call over, by what was sent and how often the model has answered. `factor`: tokens of the server
 * for one of `tokensOf`.
 */
export function scriptedModel(options) {
  const { specification, steps, window = Infinity, answer, calls = 1, factor = 1 } = options;
  const log = { sent: [], refused: 0, answered: 0, tokens: [] };
  const reply = (params, streams) => {
    const tools = params.tools ?? params.mode?.tools ?? [];
    const input = Math.ceil((tokensOf(params.prompt) + tokensOf(tools)) * factor);
    const own = answer?.({ params, log, input, streams });
    if (own !== undefined) return own;
    if (input > window) {
      log.refused += 1;
      throw refusal(window, input);
    }
    log.sent.push(params.prompt);
    log.tokens.push(input);
    const n = log.answered++;
    const isLast = n >= steps;
    const ids = Array.from({ length: calls }, (_, i) => `call-${n}-${i}`);
    const content = isLast
      ? [{ type: 'text', text: `Done after ${n} steps.` }]
      : [
          { type: 'text', text: `Step ${n}: ${prose(12, n)}.` },
          ...ids.map((toolCallId, i) => {
            const args = JSON.stringify({ path: `src/${noun[n % 9]}/file-${n}-${i}.ts` });
            const call = { type: 'tool-call', toolCallId, toolName: 'read' };
            return specification === 'v1'
              ? { ...call, toolCallType: 'function', args }
              : { ...call, input: args };
          }),
        ];
    const usage = usageOf(specification, input, tokensOf(content));
    const reason = finishReason(specification, isLast ? 'stop' : 'tool-calls');
    return { content, usage, finishReason: reason };
  };
  const raw = { rawCall: { rawPrompt: null, rawSettings: {} } };
  return {
    log,
    specificationVersion: specification,
    provider: 'scripted',
    modelId: 'scripted-1',
    supportedUrls: {},
    defaultObjectGenerationMode: 'json',
    async doGenerate(params) {
      const { content, usage, finishReason: reason } = await reply(params, false);
      if (specification !== 'v1') return { content, usage, finishReason: reason, warnings: [] };
      const text = content.find(({ type }) => type === 'text')?.text;
      const toolCalls = content.filter(({ type }) => type === 'tool-call');
      return { text, toolCalls, usage, finishReason: reason, ...raw };
    },
    async doStream(params) {
      const answered = await reply(params, true);
      if (answered.stream) return { ...answered, ...raw };
      const { content, usage, finishReason: reason } = answered;
      return { stream: streamOf(partsOf(specification, content, usage, reason)), ...raw };
    },
  };
}

/** Runs an agent with one tool to its end. Returns its text and the messages of its answer. */
export async function play({ sdk, mode, steps, request, words = 220, outcome, ...options }) {
  const { model, prepareStep, tools: more = {}, ...rest } = options;
  const execute = async ({ path }) =>
    outcome?.(path) ?? `${path}\n${prose(words, Number(/\d+/.exec(path)[0]))}`;
  const properties = { path: { type: 'string', description: 'Where the file lies.' } };
  const inputSchema = sdk.jsonSchema({ type: 'object', properties, required: ['path'] });
  const tools = {
    read: sdk.tool({ description: 'Reads a file of the project.', inputSchema, execute }),
    ...more,
  };
  const isStepCount = sdk.stepCountIs ?? sdk.isStepCount;
  const settings = { model, tools, stopWhen: isStepCount(steps + 5), maxRetries: 0, ...rest };
  if (prepareStep !== undefined) settings.prepareStep = prepareStep;
  const asked = Array.isArray(request) ? { messages: request } : { prompt: request };
  if (mode === 'agent') {
    const Agent = sdk.ToolLoopAgent ?? sdk.Experimental_Agent;
    return new Agent(settings).generate(asked);
  }
  if (mode === 'generate') return sdk.generateText({ ...settings, ...asked });
  const errors = [];
  const onError = ({ error }) => void errors.push(error);
  const result = sdk.streamText({ ...settings, ...asked, onError });
  let text = '';
  for await (const chunk of result.textStream) text += chunk;
  if (errors.length > 0) throw errors[0];
  return { text: text.slice(text.lastIndexOf('Done')), steps: await result.steps };
}
