/**
 * An agent in the page: the AI SDK's loop with epitome in `prepareStep`, the tools and the script of the
 * Worker template, everything kept in IndexedDB.
 */
import { isStepCount, streamText } from 'ai';
import { createCompactor, fromModel } from 'epitome';
import { indexedDbStore } from 'epitome/stores/indexeddb';
import { scriptedModel } from '../../worker/src/scripted-model.js';
import { createTools } from '../../worker/src/tools.js';
import { openStorage } from './storage.js';

const instructions =
  'You are a helpful assistant. Look things up with the tools instead of guessing.';
const contextWindow = 6_000;
const mostSteps = 12;
const id = 'live';

/** `model`: of the visitor; by default the script. */
export async function createLocalAgent({ model }) {
  const storage = await openStorage('epitome-live-chat');
  const store = indexedDbStore({ name: 'epitome-live' });
  const notes = new Map(await storage.read('notes', []));
  const tools = createTools(notes);
  const agent = model ?? scriptedModel();
  const compactor = await createCompactor({
    contextWindow,
    maxOutputTokens: 800,
    system: instructions,
    tools,
    store,
    windowGuard: { warn: 0 },
    ...(model && { summarize: fromModel(model) }),
  });
  let messages = await storage.read('messages', []);
  let session = await compactor.open(id);
  if (messages.length > 0) await session.prepare(messages);

  return {
    history: async () => messages.flatMap(lines),

    async status() {
      if (messages.length === 0) return { used: 0, budget: 0, records: [] };
      const { viewTokens, budget } = session.usage();
      const records = session.records().filter(({ inView }) => inView);
      return { used: viewTokens, budget, records };
    },

    async *say(text, signal) {
      const asked = [...messages, { role: 'user', content: text }];
      const folds = [];
      const onEvent = (event) => {
        if (event.type === 'compaction' && event.folds.length > 0) folds.push(event);
      };
      let fault;
      const result = streamText({
        model: agent,
        instructions,
        messages: asked,
        tools,
        stopWhen: isStepCount(mostSteps),
        abortSignal: signal,
        prepareStep: session.with({ onEvent, abortSignal: signal }).prepareStep,
        onError: ({ error }) => {
          fault = error;
        },
      });
      for await (const part of result.stream) {
        if (part.type === 'text-delta') yield { type: 'text', text: part.text };
        else if (part.type === 'tool-call') {
          yield { type: 'tool', text: `${part.toolName} ${JSON.stringify(part.input)}` };
        }
      }
      if (fault !== undefined) throw fault;
      messages = [...asked, ...(await result.responseMessages)];
      await storage.write('messages', messages);
      await storage.write('notes', [...notes]);
      await session.prepare(messages);
      for (const { tokensBefore, tokensAfter } of folds) {
        yield { type: 'fold', tokensBefore, tokensAfter };
      }
    },

    /** Takes the last question back, with all that came of it: summaries of before hold again, and none is made anew. */
    async rewind() {
      messages = messages.slice(
        0,
        Math.max(
          0,
          messages.findLastIndex(({ role }) => role === 'user'),
        ),
      );
      await storage.write('messages', messages);
      if (messages.length > 0) await session.prepare(messages);
    },

    async forget() {
      session.dispose();
      await store.delete(id);
      await storage.clear();
      notes.clear();
      messages = [];
      session = await compactor.open(id);
    },
  };
}

/** What is shown of a message. */
function lines({ role, content }) {
  if (role === 'tool') return [];
  if (typeof content === 'string') return [{ who: role, text: content }];
  return content.flatMap((part) => {
    if (part.type === 'text') return [{ who: role, text: part.text }];
    if (part.type !== 'tool-call') return [];
    return [{ who: 'tool', text: `${part.toolName} ${JSON.stringify(part.input)}` }];
  });
}
