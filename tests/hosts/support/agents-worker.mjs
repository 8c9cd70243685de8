/** Cloudflare's Sessions and its Think harness in Durable Objects, as the page of js/docs shows them. */

import { DurableObject } from 'cloudflare:workers';
import { session, sessions } from 'example:cloudflare-0';
import { harnessOf } from 'example:cloudflare-1';
import { wrappedOf } from 'example:cloudflare-2';
import { Lifecycle } from 'agents/lifecycle';
import { jsonSchema, tool } from 'ai';
import { calls, request, resultOf } from './script.mjs';

/** What the example's compactor tells. */
globalThis.told ??= [];
const { told } = globalThis;

export class Conversation extends DurableObject {
  lifecycle = Lifecycle.install(this).use(sessions);

  /** Appends a long conversation; what is read after each message, in ids. */
  async converse() {
    const text = (words) => [{ type: 'text', text: words }];
    for (let n = 1; n <= calls; n++) {
      await session.appendMessage({
        id: `u${n}`,
        role: 'user',
        parts: text(`Look at module ${n}.`),
      });
      const part = { type: 'tool-list', toolCallId: `call_${n}`, state: 'output-available' };
      const parts = [
        { ...part, input: { module: n }, output: resultOf(n) },
        ...text(`Module ${n} is fine.`),
      ];
      await session.appendMessage({ id: `a${n}`, role: 'assistant', parts });
    }
    const history = await session.getHistory();
    return { history, compactions: await session.getCompactions() };
  }
}

const assistant = (of) =>
  class extends DurableObject {
    prompts = [];
    /** What objects before this one told. */
    begin = told.length;
    model = {
      ...{
        specificationVersion: 'v3',
        provider: 'scripted',
        modelId: 'scripted',
        supportedUrls: {},
      },
      doGenerate: async () => {
        throw new Error('Think streams');
      },
      doStream: async ({ prompt }) => {
        this.prompts.push({ prompt, told: told.length - this.begin });
        const n = this.prompts.length;
        const said =
          n <= calls
            ? [
                {
                  ...{ type: 'tool-call', toolCallId: `call_${n}`, toolName: 'list' },
                  input: JSON.stringify({ module: n }),
                },
              ]
            : [
                { type: 'text-start', id: 't' },
                { type: 'text-delta', id: 't', delta: 'Module 7 is broken.' },
                { type: 'text-end', id: 't' },
              ];
        const total = Math.ceil(JSON.stringify(prompt).length / 4);
        const usage = {
          inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 60, text: 60, reasoning: 0 },
        };
        const unified = n <= calls ? 'tool-calls' : 'stop';
        const finish = { type: 'finish', finishReason: { unified, raw: unified }, usage };
        return {
          stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...said, finish]),
        };
      },
    };
    harness = of({
      ...{ model: this.model, system: 'You list modules.', maxSteps: 200 },
      tools: {
        list: tool({
          description: 'Lists a module.',
          inputSchema: jsonSchema({ type: 'object', properties: { module: { type: 'number' } } }),
          execute: async ({ module }) => resultOf(module),
        }),
      },
    });
    lifecycle = Lifecycle.install(this).use(this.harness);

    async ask() {
      const result = await this.harness.prompt(request);
      const events = told.slice(this.begin).map(({ error, ...event }) => ({
        ...event,
        ...(error && { error: String(error) }),
      }));
      return JSON.stringify({ result, events, prompts: this.prompts });
    }
  };

export class Assistant extends assistant(harnessOf) {}
export class Wrapped extends assistant(wrappedOf) {}

export default {
  async fetch(message, env) {
    const [, name, method] = new URL(message.url).pathname.split('/');
    const object = env[name].get(env[name].idFromName('one'));
    const answer = await object[method]();
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  },
};
