/**
 * `@context-chef/ai-sdk-middleware` as its page shows it, with an exact tokenizer: in flight without a
 * model, and durable with one. Its knobs are the context window, and the size at which a host compacts.
 */

import { compactModelMessages, createMiddleware } from '@context-chef/ai-sdk-middleware';
import { countMessages, countText } from '../../../demo/replay/exact-tokens.mjs';
import { sizeOfAll } from '../sizes.mjs';
import { scripted } from '../summarisers.mjs';

const silent = { debug() {}, info() {}, warn() {}, error() {}, log() {} };

/** Its own shape of a message, counted exactly. */
const tokenizer = (messages) =>
  messages.reduce((sum, { content, tool_calls: calls = [] }) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    return sum + 4 + countText(text) + (calls.length > 0 ? countText(JSON.stringify(calls)) : 0);
  }, 0);

const promptOf = (messages) =>
  messages.map((message) =>
    typeof message.content === 'string' && message.role !== 'system'
      ? { ...message, content: [{ type: 'text', text: message.content }] }
      : message,
  );

/** A model of the AI SDK that writes what `summarize` does. */
function modelOf(summarize) {
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const text = prompt
        .flatMap(({ content }) =>
          typeof content === 'string' ? [content] : content.map((part) => part.text ?? ''),
        )
        .join('\n');
      const reply = await summarize({ kind: 'fold', prompt: text, maxOutputTokens: 1_000 });
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      return {
        content: [{ type: 'text', text: reply.text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      };
    },
  };
}

/** In flight without a model: what is old is discarded from each request anew. */
export const contextChef = {
  name: 'context-chef',
  knob: [1_000, 400_000],
  at: (contextWindow) => ({
    name: 'context-chef',
    open() {
      const middleware = createMiddleware({
        contextWindow,
        tokenizer,
        logger: silent,
        compress: {},
      });
      return {
        async prompt({ messages }) {
          const params = { prompt: promptOf(messages) };
          const { prompt } = await middleware.transformParams({ type: 'generate', params });
          const usage = { inputTokens: { total: countMessages(prompt) } };
          await middleware.wrapGenerate({ doGenerate: async () => ({ usage }), params });
          return prompt;
        },
      };
    },
  }),
};

/** Turns that `compactModelMessages` keeps. */
const keepRecentTurns = 10;

/** As its page recommends for long loops: the host compacts its own store once that is over a size. */
export const contextChefDurable = {
  name: 'context-chef durable, faithful',
  knob: [1_000, 400_000],
  at: (tokens) => ({
    name: 'context-chef durable, faithful',
    open({ session }) {
      const model = modelOf(scripted('faithful', session).summarize);
      let store = [];
      let taken = 0;
      return {
        async prompt({ messages }) {
          store = [...store, ...messages.slice(taken)];
          taken = messages.length;
          if (sizeOfAll(store) > tokens) {
            store = await compactModelMessages(store, model, { keepRecentTurns });
          }
          return store;
        },
      };
    },
  }),
};
