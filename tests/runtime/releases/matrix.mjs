/**
 * Agents of many releases of the AI SDK, which a provider refuses for size in mid-loop: by `generateText`, `streamText`
 * and an agent, each with the middleware, with `prepareStep` or with both. Prints a line of JSON for each. Plain
 * JavaScript, because it runs on every supported Node.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCompactor } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';

const releases = ['ai5-first', 'ai5', 'ai6-first', 'ai6', 'ai7-first', 'ai7'];
const ways = ['middleware', 'prepareStep', 'both'];
const modes = ['generateText', 'streamText', 'agent'];

const steps = 14;
/** UTF-16 code units of a prompt as JSON. */
const limit = 24_000;
const result = (step) => `Line of part ${step}, which was read once more. `.repeat(130);

// The SDK writes its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A provider of the specification that belongs to the release. */
function providerOf(version) {
  const prompts = [];
  let refusals = 0;
  const usageOf = (input) =>
    version === 5
      ? { inputTokens: input, outputTokens: 9, totalTokens: input + 9 }
      : {
          inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 9, text: 9, reasoning: 0 },
        };
  const answer = (prompt) => {
    const size = JSON.stringify(prompt).length;
    if (size > limit) {
      refusals += 1;
      const error = { name: 'AI_APICallError', statusCode: 400, isRetryable: false };
      throw Object.assign(new Error('prompt is too long: it has too many tokens'), error);
    }
    const step = prompts.push(size) - 1;
    const input = JSON.stringify({ step });
    const call = { type: 'tool-call', toolCallId: `call-${step}`, toolName: 'work', input };
    const isLast = step === steps - 1;
    const reason = isLast ? 'stop' : 'tool-calls';
    return {
      content: [{ type: 'text', text: `Step ${step}.` }, ...(isLast ? [] : [call])],
      finishReason: version === 5 ? reason : { unified: reason, raw: reason },
      usage: usageOf(Math.ceil(size / 4)),
    };
  };
  const model = {
    specificationVersion: `v${version - 3}`,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }) => ({ ...answer(prompt), warnings: [] }),
    doStream: async ({ prompt }) => {
      const { content, ...end } = answer(prompt);
      const [{ text }, ...calls] = content;
      const parts = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: text },
        { type: 'text-end', id: '1' },
        ...calls,
        { type: 'finish', ...end },
      ];
      const start = (controller) => {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      };
      return { stream: new ReadableStream({ start }) };
    },
  };
  return { model, prompts, refusals: () => refusals };
}

async function loop(sdk, mode, settings) {
  const prompt = 'Work through all of it.';
  if (mode === 'generateText') return sdk.generateText({ ...settings, prompt });
  if (mode === 'agent') {
    const Agent = sdk.ToolLoopAgent ?? sdk.Experimental_Agent;
    return new Agent(settings).generate({ prompt });
  }
  const errors = [];
  const onError = ({ error }) => void errors.push(error);
  const { fullStream } = sdk.streamText({ ...settings, prompt, onError });
  for await (const _ of fullStream);
  if (errors.length > 0) throw errors[0];
}

/** What is wrong; undefined for a loop that came to its end. */
async function faultOf(sdk, version, mode, way) {
  const compactor = await createCompactor({ contextWindow: 80_000, windowGuard: { warn: 0 } });
  const session = compactor.session('chat');
  const { model, prompts, refusals } = providerOf(version);
  const ran = [];
  const work = sdk.tool({
    description: 'Does a step.',
    inputSchema: sdk.jsonSchema({ type: 'object', properties: { step: { type: 'number' } } }),
    execute: async ({ step }) => {
      ran.push(step);
      return result(step);
    },
  });
  const middleware = compactionMiddleware(
    session,
    way === 'prepareStep' ? { only: 'overflow' } : {},
  );
  const prepareStep = way === 'middleware' ? {} : { prepareStep: session.prepareStep };
  await loop(sdk, mode, {
    model: sdk.wrapLanguageModel({ model, middleware }),
    tools: { work },
    stopWhen: sdk.stepCountIs(steps),
    maxRetries: 0,
    ...prepareStep,
  });
  if (prompts.length !== steps) return `${prompts.length} steps`;
  if (ran.join() !== [...Array(steps - 1).keys()].join()) return `ran ${ran}`;
  if (refusals() === 0 || refusals() > 3) return `${refusals()} refusals`;
}

const { resolve } = createRequire(import.meta.url);

for (const release of releases) {
  const { version } = JSON.parse(readFileSync(resolve(`${release}/package.json`), 'utf8'));
  const sdk = await import(release).catch((error) => error);
  for (const mode of modes) {
    for (const way of ways) {
      const fault =
        sdk instanceof Error
          ? `import: ${sdk.message}`
          : await faultOf(sdk, Number(version[0]), mode, way).catch((error) => `${error}`);
      console.log(JSON.stringify({ release, version, mode, way, fault }));
    }
  }
}
