// promise: 1 always valid
/** Long sessions with thinking through the real packages for Anthropic: what they send is judged by its bytes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createAnthropic as createAnthropic5 } from 'anthropic-ai5';
import { createAnthropic as createAnthropic7 } from 'anthropic-ai7';
import { type CompactorOptions, createCompactor } from '../../build/modules/index.js';
import { createRng, text } from '../js/support/random.ts';
import { type Fields, piecesOf, piecesOfBody, ThinkingProvider } from '../js/support/thinking.ts';

// biome-ignore lint/suspicious/noExplicitAny: three versions of the SDK disagree on every type.
type Loose = any;

const versions: Record<string, { sdk: Loose; create: Loose }> = {
  'ai 5': { sdk: ai5, create: createAnthropic5 },
  'ai 6': { sdk: ai6, create: createAnthropic },
  'ai 7': { sdk: ai7, create: createAnthropic7 },
};

const policies: Record<string, Partial<CompactorOptions>> = {
  default: { contextWindow: 12_000 },
  tiered: { preset: 'tiered', contextWindow: 24_000 },
  'finished reasoning dropped': { contextWindow: 24_000, reasoning: 'drop', cacheControl: 'auto' },
};

const steps = 300;
const turnLength = 30;

(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Answers each request with a thought and a call, and judges what it is sent. */
class Server {
  readonly judge = new ThinkingProvider();
  readonly faults: string[] = [];
  requests = 0;
  thoughts = 0;
  readonly #rng = createRng('server');

  readonly fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as Fields;
    const request = piecesOfBody(body);
    this.requests += 1;
    this.thoughts += request.filter(({ seal }) => seal !== undefined).length;
    this.faults.push(...this.judge.faults(request).map((fault) => `${this.requests}, ${fault}`));
    const [signature] = this.judge.seals(1);
    const thinking = text(this.#rng, this.#rng.int(40, 900), 'words');
    const ends = this.requests % turnLength === 0;
    const call = {
      type: 'tool_use',
      id: `toolu_${this.requests}`,
      name: 'read',
      input: { path: `src/${this.requests}.ts` },
    };
    const content = [
      { type: 'thinking', thinking, signature },
      ends ? { type: 'text', text: `Done by ${this.requests}.` } : call,
    ];
    this.judge.signs(request, piecesOf([{ role: 'assistant', content }]));
    const reply = {
      type: 'message',
      id: `msg_${this.requests}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
      stop_reason: ends ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: Math.ceil(JSON.stringify(body).length / 4), output_tokens: 200 },
    };
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });
  };
}

describe('thinking that is bound to what stands before it, as Anthropic is sent it', () => {
  for (const [version, { sdk, create }] of Object.entries(versions)) {
    for (const [name, policy] of Object.entries(policies)) {
      it(`${version}, ${name}: no invalid block in ${steps} requests`, async (t) => {
        const server = new Server();
        const rng = createRng(`${version} ${name}`);
        const model = create({ apiKey: 'none', fetch: server.fetch })('claude-opus-4-5');
        using compactor = await createCompactor({ system: 'Help.', tools: {}, ...policy });
        const session = compactor.session();
        let messages: Loose[] = [];
        while (server.requests < steps) {
          messages = [...messages, { role: 'user', content: `Go on with ${server.requests}.` }];
          const result = await sdk.generateText({
            model,
            system: 'Help.',
            messages,
            maxRetries: 0,
            providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } },
            tools: {
              read: sdk.tool({
                description: 'Reads a file.',
                inputSchema: sdk.jsonSchema({ type: 'object' }),
                execute: async () => text(rng, rng.int(100, 3_000), 'code'),
              }),
            },
            stopWhen: sdk.stepCountIs(turnLength),
            prepareStep: session.prepareStep,
          });
          messages = [...messages, ...result.response.messages];
        }
        const { compactions } = session.usage();
        const { thoughts, faults } = server;
        t.diagnostic(JSON.stringify({ compactions, thoughts, invalid: faults.length }));
        assert.equal(server.requests, steps);
        assert.ok(compactions > 3, `${compactions} compactions`);
        assert.ok(thoughts > steps, `${thoughts} blocks came back`);
        assert.deepEqual(faults.slice(0, 5), []);
      });
    }
  }
});
