/**
 * One chat: an agent with tools and a sub-agent, whose context epitome keeps within the model's window. One
 * request at a time; others wait in line. Knows no HTTP interface and no database.
 */
import {
  consumeStream,
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  generateText,
  isStepCount,
  streamText,
  tool,
} from 'ai';
import { createCompactor } from 'epitome';
import { z } from 'zod';
import { modelOf, summarizerOf } from './model.js';
import { notesOf } from './notes.js';
import { createTools } from './tools.js';
import { transcriptOf } from './transcript.js';

export const instructions =
  'You are a helpful assistant. Look things up with the tools instead of guessing.';
const mostSteps = 20;
/** Requests in line, with the one that is answered. */
const mostWaiting = 4;

/** What a caller may know of a fault. */
const told = () => 'The model could not answer.';

const json = (body, status = 200, headers = {}) => Response.json(body, { status, headers });

export class Chat {
  #id;
  #settings;
  #store;
  #model;
  #options;
  #transcript;
  #notes;
  #keepAlive;
  #compactor;
  /** Summary calls since the last answer ended. */
  #calls = [];
  #line = Promise.resolve();
  #waiting = 0;
  #resting = 0;

  /**
   * `store` is epitome's, `exec` runs a statement of SQLite, `keepAlive` is given what goes on after the answer.
   * `model` and `options` (of createCompactor) take the place of what `settings` say.
   */
  constructor({ id, settings, store, exec, keepAlive, model, options }) {
    this.#id = id;
    this.#settings = settings;
    this.#store = store;
    this.#model = model ?? modelOf(settings);
    this.#options = options ?? {};
    this.#transcript = transcriptOf({ id, exec });
    this.#notes = notesOf({ id, exec });
    this.#keepAlive = keepAlive;
  }

  /** Nothing is answered, and nothing goes on after an answer. */
  get isIdle() {
    return this.#waiting === 0 && this.#resting === 0;
  }

  /** POST says something, DELETE forgets, GET tells: what was said, or how much. */
  async fetch(request) {
    if (request.method === 'GET') {
      const messages = this.#transcript.messages();
      if (new URL(request.url).pathname.endsWith('/messages')) return json(messages);
      const { length } = await this.#store.records(this.#id);
      return json({ messages: messages.length, folds: length, waiting: this.#waiting });
    }
    const turn = request.method === 'POST' ? await request.json() : undefined;
    if (this.#waiting >= mostWaiting) {
      return json({ error: 'this chat has enough requests in line' }, 429, { 'retry-after': '5' });
    }
    const leave = await this.#enter();
    try {
      if (turn !== undefined) return await this.#answer(turn, request.signal, leave);
      await this.#forget();
      leave();
      return new Response(null, { status: 204 });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends what is open; later requests are refused. */
  async dispose() {
    (await this.#compactor)?.dispose();
  }

  /** Waits in line; returns what lets the next one in. */
  async #enter() {
    const before = this.#line;
    let leave;
    this.#line = new Promise((resolve) => {
      leave = resolve;
    });
    this.#waiting += 1;
    await before;
    let isIn = true;
    return () => {
      if (isIn) this.#waiting -= 1;
      isIn = false;
      leave();
    };
  }

  /** A compactor that could not be made is made anew at the next request. */
  async #open() {
    this.#compactor ??= createCompactor({
      model: this.#settings.modelId,
      contextWindow: this.#settings.contextWindow,
      system: instructions,
      store: this.#store,
      background: true,
      ...this.#options,
    });
    try {
      return await (await this.#compactor).open(this.#id, this.#overrides());
    } catch (error) {
      this.#compactor = undefined;
      throw error;
    }
  }

  #overrides() {
    const summarize = this.#options.summarize ?? summarizerOf(this.#settings);
    if (summarize === undefined) return {};
    const tracked = (...args) => {
      const call = Promise.resolve(summarize(...args));
      this.#calls.push(call);
      return call;
    };
    return { summarize: Object.assign(tracked, { modelId: summarize.modelId }) };
  }

  async #answer({ messages, isNewest }, signal, leave) {
    const session = await this.#open();
    const tools = this.#tools(session);
    const conversation = isNewest ? this.#transcript.with(messages[0]) : messages;
    let modelMessages;
    try {
      modelMessages = await convertToModelMessages(conversation, { tools });
    } catch (error) {
      await session.close();
      leave();
      return json({ error: `messages: ${error.message.slice(0, 300)}` }, 400);
    }
    // Only what a model can read: anything else would stand in the way of all that follows.
    this.#transcript.replace(conversation);

    const stream = createUIMessageStream({
      originalMessages: conversation,
      generateId: () => crypto.randomUUID(),
      execute: ({ writer }) => {
        // What a page may show of a fold; it is no part of the message.
        const onEvent = (event) => {
          if (event.type !== 'compaction' || event.folds.length === 0) return;
          const { round, reason, tokensBefore, tokensAfter, budget, folds } = event;
          const data = { round, reason, tokensBefore, tokensAfter, budget, folds: folds.length };
          writer.write({ type: 'data-compaction', data, transient: true });
        };
        const result = streamText({
          model: this.#model,
          tools,
          instructions,
          messages: modelMessages,
          allowSystemInMessages: true,
          stopWhen: isStepCount(mostSteps),
          abortSignal: signal,
          prepareStep: session.with({ abortSignal: signal, onEvent }).prepareStep,
          onError: ({ error }) => console.error(error),
        });
        writer.merge(result.toUIMessageStream({ onError: told }));
      },
      onError: told,
      onEnd: ({ responseMessage }) => {
        if (responseMessage.parts.length === 0) return;
        this.#transcript.replace(this.#transcript.with(responseMessage));
      },
    });
    return createUIMessageStreamResponse({
      stream,
      // An answer that nobody reads any more comes to its end, too.
      consumeSseStream: ({ stream: copy }) => {
        const end = consumeStream({ stream: copy, onError: () => {} }).finally(leave);
        this.#resting += 1;
        const rest = end.then(() => this.#rest(session));
        this.#keepAlive(
          rest.finally(() => {
            this.#resting -= 1;
          }),
        );
      },
    });
  }

  /** After the answer: a summary that was begun is waited for, taken up and stored. */
  async #rest(session) {
    while (this.#calls.length > 0) {
      await Promise.allSettled(this.#calls.splice(0));
      // Where another request came meanwhile, its steps take the summary up.
      if (this.#waiting > 0) break;
      const tools = this.#tools(session);
      await session.prepare(await convertToModelMessages(this.#transcript.messages(), { tools }));
    }
    await session.close();
  }

  async #forget() {
    const session = await this.#open();
    session.dispose();
    // Sub-agents have sessions of their own.
    const children = await this.#store.list({ prefix: `${this.#id}/` });
    for (const id of [this.#id, ...children]) await this.#store.delete(id);
    this.#transcript.clear();
    this.#notes.clear();
  }

  #tools(session) {
    const model = this.#model;
    const research = tool({
      description: 'Has a sub-agent look something up in the files.',
      inputSchema: z.object({ task: z.string() }),
      execute: async ({ task }, { toolCallId, abortSignal }) => {
        const child = session.child(toolCallId);
        const { prepareStep } = child.with({ abortSignal });
        const own = createTools();
        const stopWhen = isStepCount(mostSteps);
        try {
          const asked = { model, prompt: task, tools: own, stopWhen, prepareStep, abortSignal };
          return (await generateText(asked)).text;
        } finally {
          await child.close();
        }
      },
    });
    return { ...createTools(this.#notes), research, compact_context: session.compactTool() };
  }
}
