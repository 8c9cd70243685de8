/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Owns the engine's instance and the sessions that live in it. Makes a new instance when one dies, and
 * looks up model windows.
 */
import { detectDialect, dialects } from '../dialects/detect.ts';
import { type HostMessage, PartKind, Role } from '../dialects/dialect.ts';
import { Core, CoreRefusal, compile } from '../engine/core.ts';
import { RecordWriter } from '../engine/record-writer.ts';
import { EpitomeError } from '../errors.ts';
import { plainError, tell, typed } from '../events/events.ts';
import type { ModelFacts } from '../models/facts.ts';
import { imageLimitOf } from '../models/images.ts';
import {
  isGiven,
  modelIdOf,
  namedSummarizerWindow,
  profileOf,
  unknownModel,
} from '../models/models.ts';
import { checkOptions, checkSharedStep, optionsOf, stateOf } from '../options/options.ts';
import type { Host } from '../session/host.ts';
import { Session } from '../session/session.ts';
import { countRequest } from '../tokens/count-request.ts';
import type { Rates } from '../tokens/rates.ts';
import { writesTypeScript } from '../tokens/tool-definitions.ts';
import { guessedFamily, type TokenFamily, tokenFamilies } from '../types/families.ts';
import type {
  CompactorOptions,
  MessageLike,
  PrepareStep,
  SessionOverrides,
  SharedStep,
  SharedStepOptions,
} from '../types.ts';
import { checkWhole, redactedText } from './core-check.ts';
import { requireId, sharedStep } from './shared-step.ts';
import { netFor, type Ref, refTo } from './weak.ts';

/** Sessions that hold engine memory at once; beyond them the least recent one is parked. */
const liveSessions = 256;
const defaultOpenSessions = 1_000;
/** So many of the least recent sessions are looked at when one is opened beyond those that may be. */
const mostLooked = 8;

/** What a model's tokens are counted by. */
type ModelCounter = Pick<ModelFacts, 'model' | 'family' | 'media'>;

export class Compactor {
  readonly #options: CompactorOptions;
  readonly #module: WebAssembly.Module;
  readonly #sessions = new Map<string, Session>();
  readonly #counters = new Map<string, ModelCounter>();
  readonly #host: Host<Session>;
  /** Sessions with engine memory, least recent first. */
  readonly #live = new Set<Ref<Session>>();
  readonly #refs = new WeakMap<Session, Ref<Session>>();
  /** A net under sessions that were let go without `dispose`. */
  readonly #registry = netFor<{ core: Core; handle: number; ref: Ref<Session> }>(
    ({ core, handle, ref }) => {
      this.#live.delete(ref);
      if (!core.dead) core.guard((call) => call.closeSession(handle));
    },
  );
  #core: Core;
  #disposed = false;
  #anonymous = 0;
  /** What hosts were told, and are told once. */
  readonly #told = new Set<string>();
  /** Counts texts outside any session. */
  #counting: { core: Core; options: string; handle: number; writer: RecordWriter } | undefined;

  /**
   * Use `createCompactor`.
   * @internal
   */
  constructor(options: CompactorOptions, module: WebAssembly.Module, core: Core) {
    this.#options = options;
    this.#module = module;
    this.#core = core;
    const self = this;
    this.#host = {
      get disposed() {
        return self.#disposed;
      },
      alive: () => this.#alive(),
      once: (what) => !this.#told.has(what) && this.#told.add(what).size > 0,
      redacted: (text, redact) => redactedText(this.#core, text, redact),
      abortedText: core.guard((call) => {
        core.check(call.abortedText());
        return core.outputText();
      }),
      core: () => this.#core,
      revive: async () => {
        if (!this.#core.dead) return;
        const fresh = await Core.instantiate(this.#module);
        // Another session may have been quicker.
        if (this.#core.dead) this.#core = fresh;
      },
      recoverable: (error, used) =>
        !this.#disposed && (this.#core.dead || used?.dead === true || error instanceof CoreRefusal),
      factsOf: (own, stepModel) => this.#factsOf(own, stepModel),
      overheadOf: (own) => this.#overheadOf(own),
      summarizerWindowOf: (own) => this.#summarizerWindowOf(own),
      watch: (session, used, handle) => this.#watch(session, used, handle),
      use: (session) => this.#use(session),
      unwatch: (session) => this.#unwatch(session),
      forget: (session) => {
        if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id);
      },
      child: (parent, around, name, overrides) => this.#child(parent, around, name, overrides),
    };
  }

  /**
   * The session with this id, opened when it is new; without an id a new one. `overrides` count only when it is
   * new, but for `state`: an open session goes on from one that it has not grown from when its next request begins.
   * Throws `invalid-option` for a wrong override, `invalid-argument` for a wrong id, and with `strict`
   * `invalid-state` for a state that can't be read.
   */
  session(id?: string, overrides?: SessionOverrides): Session {
    this.#alive();
    if (id !== undefined) requireId(id);
    const known = id === undefined ? undefined : this.#sessions.get(id);
    if (known !== undefined) return this.#offered(known, overrides);
    this.#anonymous += 1;
    const name = id ?? `session-${this.#anonymous}`;
    const session = this.#open(name, this.#options, overrides);
    if (id !== undefined) this.#add(session);
    return session;
  }

  /**
   * A hook for one request (`sessionId` is a string), or for an agent object that serves many chats (`sessionId`
   * is a function that names the session of a step). A step that it names none for is told as an `error` event,
   * and its request is compacted in a session of its own. The hook never rejects. Throws `invalid-option` at once
   * for a wrong option.
   */
  prepareStep<A = SharedStep>(options: SharedStepOptions<A>): PrepareStep {
    checkSharedStep(options);
    const { overrides, onEvent } = options;
    // Tells now what is wrong with them.
    const around = this.#optionsOf(this.#options, overrides, 'compactor.prepareStep');
    const failed = (error: unknown) => {
      const told = plainError(typed(error));
      tell(this.#host, around, { type: 'error', sessionId: '', error: told }, onEvent);
    };
    return sharedStep(options, (id) => this.session(id, overrides), failed);
  }

  /** Tokens of a text by the engine's counter. Throws `invalid-argument` for anything but a string. */
  estimateTokens(text: string): number {
    if (typeof text !== 'string') {
      throw new EpitomeError('invalid-argument', 'estimateTokens takes a string');
    }
    return this.#countText(text, this.#factsOf(this.#options, undefined));
  }

  /**
   * Tokens of an array of messages by the engine's counter, with what wraps messages. Throws `invalid-argument`
   * for anything but an array.
   */
  estimateMessagesTokens(messages: readonly MessageLike[]): number {
    if (!Array.isArray(messages)) {
      throw new EpitomeError(
        'invalid-argument',
        'estimateMessagesTokens takes an array of messages',
      );
    }
    const dialect = dialects[detectDialect(messages) ?? 'ai-sdk'];
    return this.#counted(this.#factsOf(this.#options, undefined), 'stagedTokens', (writer) => {
      for (const message of messages) dialect.read(message as HostMessage, writer);
    });
  }

  /** Frees the engine and all sessions. Hooks then leave messages as they are. A second call does nothing. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const ref of [...this.#live]) ref.deref()?.dispose();
    for (const session of [...this.#sessions.values()]) session.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** An open session that is asked for: the most recent one now, and told of the state that the host has. */
  #offered(session: Session, overrides: SessionOverrides | undefined): Session {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    const state = stateOf(overrides, 'compactor.session');
    if (state !== undefined) session.offer(state);
    return session;
  }

  #add(session: Session): void {
    const { openSessions = defaultOpenSessions } = this.#options;
    this.#sessions.set(session.id, session);
    let looked = 0;
    for (const oldest of this.#sessions.values()) {
      if (this.#sessions.size <= openSessions || looked === mostLooked) return;
      looked += 1;
      if (oldest.eldest.spare) {
        oldest.eldest.forget();
        continue;
      }
      // One that the host has not saved is looked at again after all others.
      this.#sessions.delete(oldest.id);
      this.#sessions.set(oldest.id, oldest);
      if (oldest.idle) oldest.park();
    }
  }

  #child(
    parent: Session,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
  ): Session {
    if (typeof name !== 'string' || name === '' || name.includes('/')) {
      throw new EpitomeError(
        'invalid-argument',
        'the name of a child session must be a non-empty string without `/`',
      );
    }
    const id = `${parent.id}/${name}`;
    if (this.#sessions.has(id)) {
      throw new EpitomeError(
        'invalid-argument',
        `session '${id}' was opened by its id and is not a child: dispose of it first`,
      );
    }
    const child = this.#open(id, around, overrides, parent);
    // A parent that nobody can ask for by its id keeps its children to itself.
    if (this.#sessions.get(parent.id) === parent) this.#add(child);
    return child;
  }

  #open(
    id: string,
    around: CompactorOptions,
    overrides: SessionOverrides | undefined,
    parent?: Session,
  ): Session {
    const options = this.#optionsOf(around, overrides, 'compactor.session');
    return new Session(this.#host, id, options, stateOf(overrides, 'compactor.session'), parent);
  }

  #optionsOf(
    around: CompactorOptions,
    overrides: SessionOverrides | undefined,
    where: string,
  ): CompactorOptions {
    const options = optionsOf(around, overrides);
    if (overrides !== undefined) checkWhole(this.#core, overrides, options, where);
    return options;
  }

  #alive(): void {
    if (this.#disposed)
      throw new EpitomeError('disposed', 'the compactor was disposed of: create a new one');
  }

  #watch(session: Session, core: Core, handle: number): void {
    const ref = refTo(session);
    this.#unwatch(session);
    this.#refs.set(session, ref);
    this.#live.add(ref);
    this.#registry.register(session, { core, handle, ref }, session);
    if (this.#live.size <= liveSessions) return;
    for (const oldest of this.#live) {
      const parked = oldest.deref();
      if (parked === session || parked?.idle === false) continue;
      this.#live.delete(oldest);
      parked?.park();
      break;
    }
  }

  #use(session: Session): void {
    const ref = this.#refs.get(session);
    // One that was added anew is the last.
    if (ref !== undefined && this.#live.delete(ref)) this.#live.add(ref);
  }

  #unwatch(session: Session): void {
    const ref = this.#refs.get(session);
    if (ref !== undefined) this.#live.delete(ref);
    this.#registry.unregister(session);
  }

  #factsOf(own: CompactorOptions, stepModel: string | undefined): ModelFacts {
    const modelId = stepModel ?? modelIdOf(own.model) ?? '';
    const profile = profileOf(modelId, own.models);
    const { contextWindow, maxOutputTokens } = profile ?? unknownModel;
    const isStated = own.contextWindow !== undefined || isGiven(modelId, own.models);
    const window = profile?.contextWindow ?? own.contextWindow ?? contextWindow;
    const { requestImages, manyAreSmall } = imageLimitOf(modelId, window);
    return {
      ...this.#lookUp(modelId, own.family),
      requestImages: own.requestImages ?? requestImages,
      manyAreSmall,
      modelId,
      contextWindow: own.contextWindow ?? contextWindow,
      maxOutputTokens: modelId === '' ? 0 : maxOutputTokens,
      window: isStated ? 'stated' : profile === undefined ? 'assumed' : 'known',
    };
  }

  #summarizerWindowOf(own: CompactorOptions): number | undefined {
    const { summarize, models } = own;
    const window = namedSummarizerWindow(own);
    if (window !== undefined || typeof summarize?.modelId !== 'string') return window;
    return (profileOf(summarize.modelId, models) ?? unknownModel).contextWindow;
  }

  /** A family that the host names also prices media, where the model has no prices of its own. */
  #lookUp(id: string, family: TokenFamily | undefined): ModelCounter {
    const key = `${family ?? ''}:${id}`;
    let known = this.#counters.get(key);
    if (known === undefined) {
      const core = this.#core;
      known = core.guard((call) => {
        const length = core.write(id.slice(0, 512)) ?? 0;
        core.check(call.lookupModel(length));
        const answer = core.output();
        const facts = { model: answer.word(), family: answer.word(), media: answer.word() };
        if (family === undefined) return facts;
        const place = tokenFamilies.indexOf(family);
        return { ...facts, family: place, media: core.check(call.mediaRule(length, place)) };
      });
      this.#counters.set(key, known);
    }
    return known;
  }

  #overheadOf(own: CompactorOptions): number | undefined {
    const { system, tools } = own;
    if (system === undefined && tools === undefined) return undefined;
    const facts = this.#factsOf(own, undefined);
    const family = facts.family % guessedFamily;
    const text = (words: string) => this.#countText(words, facts);
    const typeScriptTools = writesTypeScript(tokenFamilies[family] ?? '');
    const pricing = { text, rates: this.#ratesOf(family) };
    return countRequest(pricing, { system, tools }, { typeScriptTools }).tokens;
  }

  /** A family's envelopes, as far as anything but messages needs them. */
  #ratesOf(family: number): Rates {
    const core = this.#core;
    return core.guard((call) => {
      core.check(call.envelope(family));
      const answer = core.output();
      const message = answer.word();
      return {
        message: () => message,
        part: () => 0,
        text: (_kind, tokens) => tokens,
        media: () => 0,
        tool: answer.word(),
        tools: answer.word(),
        request: answer.word(),
      };
    });
  }

  #countText(text: string, facts: ModelFacts): number {
    return this.#counted(facts, 'stagedTextTokens', (writer) => {
      writer.message(Role.user, 0);
      writer.part(PartKind.text, 0);
      writer.text(text);
    });
  }

  /** What `write` feeds, counted for a model. */
  #counted(
    { family, media }: ModelFacts,
    what: 'stagedTokens' | 'stagedTextTokens',
    write: (writer: RecordWriter) => void,
  ): number {
    this.#alive();
    const core = this.#core;
    return core.guard((call) => {
      const options = JSON.stringify({ family: family % guessedFamily, media });
      if (this.#counting?.core !== core || this.#counting.options !== options) {
        if (this.#counting?.core === core) core.check(call.closeSession(this.#counting.handle));
        const handle = core.check(call.openSession(core.write(options) ?? 0));
        this.#counting = { core, options, handle, writer: new RecordWriter(core) };
      }
      const { handle, writer } = this.#counting;
      writer.begin(handle, 0, 0);
      write(writer);
      writer.finish();
      const tokens = core.check(call[what](handle));
      core.check(call.dropStaged(handle));
      return tokens;
    });
  }
}

/**
 * Loads the engine. Rejects with `invalid-option` when an option has a wrong name or value, `unknown-model` with
 * `strict`, and `load-failed` when `core.wasm` can't be loaded.
 */
export async function createCompactor(options: CompactorOptions): Promise<Compactor> {
  checkOptions(options);
  const module = await compile(options.wasm);
  const core = await Core.instantiate(module);
  checkWhole(core, options, optionsOf(options, undefined), 'createCompactor');
  for (const [agent, own] of Object.entries(options.agents ?? {})) {
    checkWhole(core, own, optionsOf(options, { agent }), `createCompactor, agent '${agent}'`);
  }
  return new Compactor({ ...options }, module, core);
}
