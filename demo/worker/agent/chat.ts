/** One session: its requests are served one after the other, and each answer is a stream for useChat. */

import {
  APICallError,
  convertToModelMessages,
  createUIMessageStream,
  generateId,
  JsonToSseTransformStream,
  type ModelMessage,
  RetryError,
  stepCountIs,
  streamText,
  toUIMessageStream,
  UI_MESSAGE_STREAM_HEADERS,
  type UIMessage,
} from 'ai';
import type { Compactor, CompactorEvent, PendingSummary, Session, Summarize } from 'epitome';
import { chatParts } from 'epitome/ai';
import { HTTPException } from 'hono/http-exception';
import { instructions, modelsOf, tools } from './agent.ts';
import { newMessages } from './input.ts';
import { Messages, type Query } from './messages.ts';
import { Running } from './running.ts';
import { resumeSeconds, type Settings } from './settings.ts';

const maxSteps = 30;
const maxWaiting = 8;
const summaryTimeout = 60_000;

export interface ChatOptions {
  /** The user, `/`, and the session's id. */
  name: string;
  query: Query;
  compactor: () => Promise<Compactor>;
  settings: Settings;
  /** Keeps the host awake until the work is done. */
  waitUntil?: (work: Promise<unknown>) => void;
  /** Called when an answer has ended and is saved, and when the session was deleted. */
  changed?: () => Promise<void>;
}

export class Chat {
  readonly #options: ChatOptions;
  readonly #store: Messages;
  readonly #scope: string;
  readonly #id: string;
  /** Summaries that are being written now. */
  readonly #written = new Set<string>();
  /** The answer under way, and the messages that stand before it. */
  #running: { answer: Running; messages: UIMessage[] } | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #summaries: Promise<void> = Promise.resolve();

  constructor(options: ChatOptions) {
    this.#options = options;
    this.#store = new Messages(options.name, options.query);
    [this.#scope = '', this.#id = ''] = options.name.split('/');
  }

  get idle(): boolean {
    return this.#waiting === 0 && this.#written.size === 0;
  }

  /** Resolves when everything that was begun has ended. An answer that nobody reads is stopped. */
  async settled(): Promise<void> {
    this.#running?.answer.stopUnread();
    await this.#turn;
    await this.#summaries;
  }

  async fetch(request: Request): Promise<Response> {
    try {
      if (request.method === 'GET') return this.#get(request);
      if (request.method === 'DELETE') return await this.#delete();
      return await this.#post(request);
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error;
      return Response.json({ error: error.message }, { status: error.status });
    }
  }

  #get({ url, signal }: Request): Response {
    const running = this.#running;
    if (new URL(url).pathname.endsWith('/stream')) {
      return running ? streamOf(running.answer, signal) : new Response(null, { status: 204 });
    }
    // What is saved of an answer under way comes with its stream, and must not be there twice.
    return Response.json({ messages: running?.messages ?? this.#store.messages() });
  }

  async #post(request: Request): Promise<Response> {
    const news = newMessages(await request.json().catch(() => undefined));
    const leave = await this.#enter();
    try {
      return await this.#answer(news, request.signal, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #delete(): Promise<Response> {
    const leave = await this.#enter();
    try {
      const compactor = await this.#options.compactor();
      await compactor.delete(this.#id, { scope: this.#scope });
      this.#store.clear();
      await this.#options.changed?.();
      return new Response(null, { status: 204 });
    } finally {
      leave();
    }
  }

  /** Waits until those before are done. The next one waits until the function that comes back is called. */
  async #enter(): Promise<() => void> {
    if (this.#waiting >= maxWaiting) {
      throw new HTTPException(429, { message: 'too many requests wait for this session' });
    }
    // Who asks again does not wait for an answer that nobody reads.
    this.#running?.answer.stopUnread();
    this.#waiting += 1;
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise.then(() => {
      this.#waiting -= 1;
    });
    await before;
    return resolve;
  }

  async #answer(news: UIMessage[], client: AbortSignal, leave: () => void): Promise<Response> {
    const { settings, waitUntil = () => {}, changed } = this.#options;
    const store = this.#store;
    const { model } = modelsOf(settings);
    const compactor = await this.#options.compactor();
    for (const message of news) {
      if (message.role === 'user' || !store.has(message)) store.put(message);
    }
    const messages = store.messages();
    const session = await compactor.open(this.#id, { scope: this.#scope });
    this.#deliver(session);
    const answer = new Running(resumeSeconds(settings) * 1000);
    const abortSignal = answer.signal;
    this.#running = { answer, messages };
    const save = (answer: UIMessage) => {
      // What only tells of the context is no answer.
      if (answer.parts.some(({ type }) => !/^(step-start|data-)/.test(type))) store.put(answer);
    };
    const stream = createUIMessageStream({
      originalMessages: messages,
      generateId,
      onError: errorText,
      execute: async ({ writer }) => {
        writer.write({ type: 'start' });
        const show = chatParts(writer.write);
        const onEvent = (event: CompactorEvent) => {
          show(event);
          // All that the compactor did, for those who want to know. It is not stored.
          writer.write({ type: 'data-epitome', data: event, transient: true });
        };
        const history = await convertToModelMessages(messages, {
          tools,
          ignoreIncompleteToolCalls: true,
        });
        // Those that were begun in a process that has ended since.
        this.#writeSummaries(session, history);
        const result = streamText({
          model,
          instructions,
          tools,
          messages: history,
          allowSystemInMessages: true,
          maxRetries: 1,
          abortSignal,
          stopWhen: stepCountIs(maxSteps),
          prepareStep: (step) => session.prepareStep({ ...step, onEvent, abortSignal }),
          onError: ({ error }) => console.error(logText(error)),
        });
        writer.merge(
          toUIMessageStream({
            stream: result.stream,
            sendStart: false,
            tools,
            onError: errorText,
          }),
        );
      },
      // What was done is kept after each step, should the host end in the middle.
      onStepEnd: ({ responseMessage }) => save(responseMessage),
      onEnd: ({ responseMessage }) => {
        this.#running = undefined;
        try {
          save(responseMessage);
          this.#deliver(session);
          this.#writeSummaries(session);
        } finally {
          this.#summaries = this.#summaries.then(() => session.close()).then(changed);
          this.#summaries = this.#summaries.catch(console.error);
          waitUntil(this.#summaries);
          leave();
        }
      },
    });
    waitUntil(answer.keep(stream.pipeThrough(new JsonToSseTransformStream())));
    return streamOf(answer, client);
  }

  /** Hands over the summaries that were written, and forgets those that nothing waits for. */
  #deliver(session: Session): void {
    for (const [job, reply] of this.#store.summaries()) {
      if (!session.deliver(job, JSON.parse(reply))) this.#store.dropSummary(job);
    }
  }

  /**
   * Has the summaries written that wait now, while nobody waits. One that fails is asked for again later. `history` is
   * needed for those of a session that has not made a step yet.
   */
  #writeSummaries(session: Session, history?: ModelMessage[]): void {
    const { summarize } = modelsOf(this.#options.settings);
    if (!summarize) return;
    const jobs = session.pending(history).filter(({ id }) => !this.#written.has(id));
    for (const { id } of jobs) this.#written.add(id);
    const writing = jobs.map((job) => this.#write(job, session, summarize));
    const before = this.#summaries;
    this.#summaries = Promise.all([before, ...writing]).then(() => {});
    this.#options.waitUntil?.(this.#summaries);
  }

  async #write(job: PendingSummary, session: Session, summarize: Summarize): Promise<void> {
    const controller = new AbortController();
    // AbortSignal.timeout would keep the object awake until its time is over.
    const timer = setTimeout(() => controller.abort(), summaryTimeout);
    try {
      if (job.prompt === undefined) return;
      const reply = await summarize(job, { signal: controller.signal });
      if (session.deliver(job.id, reply)) this.#store.addSummary(job.id, JSON.stringify(reply));
    } catch (error) {
      console.error(`No summary. ${logText(error)}`);
    } finally {
      clearTimeout(timer);
      this.#written.delete(job.id);
    }
  }
}

const streamOf = (answer: Running, client: AbortSignal) =>
  new Response(answer.read(client), { headers: UI_MESSAGE_STREAM_HEADERS });

const causeOf = (error: unknown) => (RetryError.isInstance(error) ? error.lastError : error);

/** What a client is told: neither addresses nor keys. */
function errorText(error: unknown): string {
  const cause = causeOf(error);
  return APICallError.isInstance(cause) && cause.statusCode !== undefined
    ? `The model's API answered ${cause.statusCode}.`
    : 'The model gave no answer.';
}

/** What the log is told: the address, and what the API or the network said. */
function logText(error: unknown): string {
  const cause = causeOf(error);
  if (!APICallError.isInstance(cause)) return `${errorText(error)} ${cause}`;
  const { origin, pathname } = new URL(cause.url);
  const said = cause.responseBody?.slice(0, 500) ?? cause.message;
  return `${errorText(error)} ${origin}${pathname}: ${said}`;
}
