// promise: api
/** A summarizer whose key the provider refuses, through the real packages: the console says so once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createAnthropic as createAnthropic5 } from 'anthropic-ai5';
import { createAnthropic as createAnthropic7 } from 'anthropic-ai7';
import { createCompactor, fromModel } from '../../build/modules/index.js';

const key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';

/** What the provider answers, as it was captured; the key's end is in some of them. */
const refused = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const invalid = (fetch: () => Promise<Response>) => ({ apiKey: key, fetch });
const anthropicSays = refused(401, {
  type: 'error',
  error: { type: 'authentication_error', message: `invalid x-api-key: ${key}` },
});
const openaiSays = refused(401, {
  error: {
    message: `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com/account/api-keys?from=${key}.`,
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_api_key',
  },
});
const googleSays = refused(403, {
  error: { code: 403, message: 'Permission denied.', status: 'PERMISSION_DENIED' },
});

const models = {
  'Anthropic, ai 5': createAnthropic5(invalid(anthropicSays))('claude-haiku-4-5'),
  'Anthropic, ai 6': createAnthropic(invalid(anthropicSays))('claude-haiku-4-5'),
  'Anthropic, ai 7': createAnthropic7(invalid(anthropicSays))('claude-haiku-4-5'),
  'OpenAI, responses': createOpenAI(invalid(openaiSays))('gpt-5.4-nano'),
  'OpenAI, chat': createOpenAI(invalid(openaiSays)).chat('gpt-5.4-nano'),
  Google: createGoogleGenerativeAI(invalid(googleSays))('gemini-2.5-flash'),
};

describe('a summarizer whose key is refused', () => {
  for (const [name, model] of Object.entries(models)) {
    it(`is one line on the console, without the key: ${name}`, async (t) => {
      const lines: string[] = [];
      t.mock.method(console, 'warn', (line: string) => lines.push(line));
      const compactor = await createCompactor({
        contextWindow: 32_000,
        summarize: fromModel(model),
      });
      const messages = Array.from({ length: 400 }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: `${i}: the parser was read once more, and its public names stayed. `.repeat(8),
      }));
      for (const end of [101, 201, 301, 399]) {
        await compactor.session('chat').prepare(messages.slice(0, end));
      }
      assert.ok(compactor.session('chat').usage().compactions > 1);
      compactor.dispose();
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', /^epitome: .*summarizer/);
      assert.ok(!lines[0]?.includes('abcdefghijklmnop'), lines[0]);
    });
  }
});
