// promise: 1 always valid
/**
 * Histories of `useChat` whose calls have no object for an input, and aborted replies that left nothing but
 * a thought, sent through the providers' own packages: every body keeps to the provider's rules.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createAnthropic as createAnthropic5 } from 'anthropic-ai5';
import { createAnthropic as createAnthropic7 } from 'anthropic-ai7';
import { createCompactor } from '../../build/modules/index.js';
import type { Fault } from '../../js/testing/fault.ts';
import { checkAnthropic } from '../../js/testing/rules/anthropic.ts';
import type { Fields } from '../../js/testing/rules/body.ts';
import { checkGemini } from '../../js/testing/rules/gemini.ts';
import { checkOpenAIChat } from '../../js/testing/rules/openai-chat.ts';
import { checkOpenAIResponses } from '../../js/testing/rules/openai-responses.ts';
import { anthropic } from './sessions/anthropic.ts';
import { google } from './sessions/google.ts';
import { openaiChat, openaiUnstored } from './sessions/openai.ts';
import type { Voice } from './sessions/voice.ts';

// biome-ignore lint/suspicious/noExplicitAny: three versions of the SDK disagree on every type.
type Loose = any;

(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

interface Way {
  sdk: Loose;
  voice: Voice;
  model(fetch: typeof globalThis.fetch): Loose;
  check(body: Fields, emitted: []): Fault[];
}

const apiKey = 'none';
const claude = (create: Loose) => (fetch: typeof globalThis.fetch) =>
  create({ apiKey, fetch })('claude-sonnet-4-5');

const ways: Record<string, Way> = {
  'ai 5, Anthropic': {
    sdk: ai5,
    voice: anthropic,
    model: claude(createAnthropic5),
    check: checkAnthropic,
  },
  'ai 6, Anthropic': {
    sdk: ai6,
    voice: anthropic,
    model: claude(createAnthropic),
    check: checkAnthropic,
  },
  'ai 7, Anthropic': {
    sdk: ai7,
    voice: anthropic,
    model: claude(createAnthropic7),
    check: checkAnthropic,
  },
  'ai 6, Google': {
    sdk: ai6,
    voice: google,
    // Gemini 3 wants a signature with each call, which these never had.
    model: (fetch) => createGoogleGenerativeAI({ apiKey, fetch })('gemini-2.5-pro'),
    check: checkGemini,
  },
  'ai 6, OpenAI chat': {
    sdk: ai6,
    voice: openaiChat,
    model: (fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-4.1'),
    check: checkOpenAIChat,
  },
  'ai 6, OpenAI Responses': {
    sdk: ai6,
    voice: openaiUnstored,
    model: (fetch) => createOpenAI({ apiKey, fetch })('gpt-4.1'),
    check: checkOpenAIResponses,
  },
};

/** The body that a history becomes, with epitome's hook in the loop. */
async function sent({ sdk, voice, model }: Way, messages: Loose[]): Promise<Fields> {
  let body: Fields = {};
  const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    body = JSON.parse(String(init?.body)) as Fields;
    const answer = voice.answer(voice.say({ text: 'Done.', calls: [] }, 1), 1, 100);
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/json' },
    });
  };
  using compactor = await createCompactor({ contextWindow: 100_000, system: '', tools: {} });
  const { prepareStep } = compactor.session();
  await sdk.generateText({ model: model(fetch as Loose), messages, maxRetries: 0, prepareStep });
  return body;
}

const text = (words: string) => ({ type: 'text', text: words });
const start = { type: 'step-start' };
const inputs = ['{"path": "a.md", "content": "half', '{"path":"a.md"}', 'text', '', null, [], [1]];

describe('what `useChat` has stored, as requests', () => {
  for (const [name, way] of Object.entries(ways)) {
    const history = (parts: Loose[]): Promise<Loose[]> =>
      way.sdk.convertToModelMessages([
        { id: '1', role: 'user', parts: [text('Write.')] },
        { id: '2', role: 'assistant', parts: [start, ...parts] },
        { id: '3', role: 'user', parts: [text('Again.')] },
      ]);

    it(`${name}: calls whose input is no object`, async () => {
      const calls = inputs.map((rawInput, i) => ({
        type: 'tool-write_file',
        toolCallId: `call_${i}`,
        state: 'output-error',
        rawInput,
        errorText: 'bad input',
      }));
      const body = await sent(way, await history(calls));
      assert.deepEqual(way.check(body, []), []);
      assert.equal(JSON.stringify(body).match(/half/g)?.length, 1, 'the model sees what it wrote');
    });

    it(`${name}: a reply that was aborted in a thought of OpenAI's`, async () => {
      const providerMetadata = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' } };
      const thought = { type: 'reasoning', text: '', state: 'done', providerMetadata };
      const body = await sent(way, await history([thought]));
      assert.deepEqual(way.check(body, []), []);
      assert.ok(!JSON.stringify(body).includes('rs_1'));
    });
  }
});
