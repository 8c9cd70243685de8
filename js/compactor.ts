/**
 * Owns the engine's instance and the sessions that live in it. Decides instance life, model windows
 * and host overhead; refuses to know messages beyond counting them.
 */
import { detectDialect, dialects } from './adapters/detect.ts';
import { type HostMessage, PartKind, Role } from './adapters/dialect.ts';
import { Code } from './core/code.ts';
import { Core, CoreRefusal } from './core/core.ts';
import { RecordWriter } from './core/record-writer.ts';
import { checkByCore } from './core-check.ts';
import { EpitomeError } from './errors.ts';
import { tell } from './events.ts';
import type { Host, ModelFacts } from './host.ts';
import { listPrices, modelProfile, unknownModel, usableWindow } from './models/models.ts';
import { unknownText } from './news.ts';
import { checkOptions, modelIdOf, optionsOf } from './options.ts';
import { Limits } from './overflow/limits.ts';
import { Session } from './session.ts';
import { SessionTable } from './session-table.ts';
import type { StoredSession } from './stores/store.ts';
import { countRequest } from './tokens/count-request.ts';
import { guessedFamily, tokenFamilies } from './tokens/families.ts';
import type { Rates } from './tokens/rates.ts';
import { writesTypeScript } from './tokens/tool-definitions.ts';
import type {
  AnyStep,
  CompactorOptions,
  MessageLike,
  ModelProfile,
  PrepareStepOf,
  SessionOverrides,
} from './types.ts';

/** How an agent object shared by many chats tells them apart. */
export interface SharedStepOptions<A> {
  /** Names the session of a step; what the agent was called with is in its arguments. */
  sessionId: (step: A) => string;
  overrides?: SessionOverrides;
}

/** What is kept of a model once it was looked up. */
interface KnownModel extends Pick<ModelFacts, 'modelId' | 'model' | 'family' | 'media'> {
  profile: ModelProfile | undefined;
}

export class Compactor {
  readonly #options: CompactorOptions;
  readonly #sessions = new SessionTable<Session>();
  readonly #models = new Map<string, KnownModel>();
  readonly #told = new Set<string>();
  readonly #host: Host<Session>;
  #core: Core;
  #disposed = false;
  #anonymous = 0;
  /** Counts texts outside any session. */
  #counting: { core: Core; options: string; handle: number; writer: RecordWriter } | undefined;

  /**
   * Use `createCompactor`.
   * @internal
   */
  constructor(options: CompactorOptions, code: Code, core: Core) {
    this.#options = options;
    this.#core = core;
    const self = this;
    this.#host = {
      get disposed() {
        return self.#disposed;
      },
      abortedText: core.guard((call) => {
        core.check(call.abortedText());
        return core.outputText();
      }),
      limits: new Limits(),
      core: () => this.#core,
      get isReady() {
        return code.isReady;
      },
      ready: () => code.ready(),
      revive: async () => {
        await code.ready();
        if (!this.#core.dead) return;
        const fresh = await Core.instantiate(code);
        // Another session may have been quicker.
        if (this.#core.dead) this.#core = fresh;
      },
      recoverable: (error, used) =>
        this.#core.dead || used?.dead === true || error instanceof CoreRefusal,
      factsOf: (own, stepModel) => this.#factsOf(own, stepModel),
      overheadOf: (own) => this.#overheadOf(own),
      isNews: (what) => this.#told.size < this.#told.add(what).size,
      summarizerWindowOf: (own) => this.#summarizerWindowOf(own),
      watch: (session, used, handle) => this.#sessions.watch(session, used, handle),
      use: (session) => this.#sessions.use(session),
      unwatch: (session) => this.#sessions.unwatch(session),
      release: (session) => this.#sessions.release(session),
      forget: (session) => this.#sessions.forget(session),
      child: (...of) => this.#child(...of),
      fork: (...of) => this.#fork(...of),
    };
  }

  /**
   * The session with this id, opened when it is new; without an id a new one. `overrides` count when it is
   * opened; of one that is open already only a `state` with a higher revision does. A state that can't be
   * read is told as an `error` event, and done without. With a `store` the first step loads what is stored.
   * Throws `invalid-option` for a wrong override, `invalid-argument` for a wrong id.
   */
  session(id?: string, overrides?: SessionOverrides): Session {
    this.#alive();
    if (id !== undefined) requireId(id);
    const known = id === undefined ? undefined : this.#sessions.get(id);
    if (known !== undefined) {
      this.#optionsOf(this.#options, overrides, 'compactor.session');
      return this.#sessions.open(known).opened(givenState(overrides));
    }
    this.#anonymous += 1;
    const session = this.#open(id ?? `session-${this.#anonymous}`, this.#options, overrides, {
      isStored: id !== undefined,
    });
    return id === undefined ? session : this.#sessions.open(session);
  }

  /**
   * The session with this id, with what the `store` has of it; the newest, if it was open already. Without a
   * store the same as `session`. Rejects as `session` throws.
   */
  async open(id: string, overrides?: SessionOverrides): Promise<Session> {
    requireId(id);
    const session = this.session(id, overrides);
    await session.load();
    return session;
  }

  /**
   * The session with this id, opened when it is new; of one that is open this is no other opening.
   * @internal
   */
  sessionOf(id: string, overrides: SessionOverrides | undefined): Session {
    requireId(id);
    return this.#sessions.get(id) ?? this.session(id, overrides);
  }

  /** Whether a session with this id is open. */
  has(id: string): boolean {
    return this.#sessions.isOpen(id);
  }

  /**
   * One `prepareStep` for an agent object that serves many chats: `sessionId` names the session of
   * each step, by what the SDK passes to it: `(step) => step.runtimeContext.chatId` in AI SDK 7. Never
   * rejects.
   */
  prepareStep<A extends AnyStep = AnyStep>(options: SharedStepOptions<A>): PrepareStepOf<A> {
    if (typeof options?.sessionId !== 'function') {
      throw new EpitomeError(
        'invalid-option',
        'compactor.prepareStep needs `sessionId`, a function that names the session of a step',
      );
    }
    const unknown = Object.keys(options).find(
      (name) => name !== 'sessionId' && name !== 'overrides',
    );
    if (unknown !== undefined) {
      throw new EpitomeError(
        'invalid-option',
        `compactor.prepareStep has no option \`${unknown}\`; the options are sessionId, overrides`,
      );
    }
    // Tells now what is wrong with them.
    this.#optionsOf(this.#options, options.overrides, 'compactor.prepareStep');
    return async (step: AnyStep) => {
      let session: Session;
      try {
        session = this.sessionOf(options.sessionId(step as A), options.overrides);
      } catch (error) {
        tell(this.#options.onEvent, { type: 'error', sessionId: '', error });
        return undefined;
      }
      return session.prepareStep(step);
    };
  }

  /** Tokens of a text by the engine's counter. Throws `invalid-argument` for anything but a string. */
  estimateTokens(text: string): number {
    if (typeof text !== 'string') {
      throw new EpitomeError('invalid-argument', 'estimateTokens takes a string');
    }
    return this.#countText(text, this.#factsOf(this.#options, undefined));
  }

  /** Tokens of a message array by the engine's counter, with what wraps messages. */
  estimateMessagesTokens(messages: readonly MessageLike[]): number {
    if (!Array.isArray(messages)) {
      throw new EpitomeError('invalid-argument', 'estimateMessagesTokens takes an array');
    }
    const dialect = dialects[detectDialect(messages) ?? 'ai-sdk'];
    return this.#counted(this.#factsOf(this.#options, undefined), 'stagedTokens', (writer) => {
      for (const message of messages) dialect.read(message as HostMessage, writer);
    });
  }

  /**
   * The messages that a fold could take, as indexes [begin, end), if the newest `keepLast` stay with
   * all that belongs to them. Never splits a call from its result.
   */
  foldable(messages: readonly MessageLike[], keepLast: number): { begin: number; end: number } {
    const dialect = dialects[detectDialect(messages) ?? 'ai-sdk'];
    this.#alive();
    const core = this.#core;
    return core.guard((call) => {
      const handle = core.check(call.openSession(core.write('{}') ?? 0));
      try {
        const writer = new RecordWriter(core);
        writer.begin(handle, 0, 0);
        for (const message of messages) dialect.read(message as HostMessage, writer);
        writer.finish();
        core.check(call.foldable(handle, core.check(call.attach(handle)), keepLast));
        const answer = core.output();
        return { begin: answer.word(), end: answer.word() };
      } finally {
        call.closeSession(handle);
      }
    });
  }

  /**
   * Ends every session and frees the engine once no loop runs any more: one that has had a step finishes.
   * Other calls of `prepareStep` then leave messages alone. Idempotent.
   */
  dispose(): void {
    if (this.#disposed) return;
    this.#sessions.dispose();
    this.#disposed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #child(
    parent: Session,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
    known: Session | undefined,
  ): Session {
    if (typeof name !== 'string' || name === '' || name.includes('/')) {
      throw new EpitomeError(
        'invalid-argument',
        'the name of a child session must be a non-empty string without `/`',
      );
    }
    const id = `${parent.id}/${name}`;
    // A parent that nobody can ask for by its id keeps its children to itself.
    const isNamed = this.#sessions.get(parent.id) === parent;
    if (known !== undefined) {
      this.#optionsOf(around, overrides, 'session.child');
      if (isNamed) this.#sessions.open(known);
      return known.opened(givenState(overrides));
    }
    if (this.#sessions.isOpen(id)) throw isOpen(id);
    const child = this.#open(id, around, overrides, { parent, isStored: isNamed });
    return isNamed ? this.#sessions.open(child) : child;
  }

  async #fork(
    around: CompactorOptions,
    id: string,
    overrides: SessionOverrides,
    copy: () => Promise<StoredSession>,
  ): Promise<Session> {
    this.#alive();
    requireId(id);
    // Tells now what is wrong with them.
    this.#optionsOf(around, overrides, 'session.fork');
    const requireNew = () => {
      if (this.#sessions.get(id) === undefined) return;
      throw new EpitomeError('session-exists', `a session '${id}' is open`);
    };
    requireNew();
    const state = await copy();
    requireNew();
    return this.#sessions.open(this.#open(id, around, { ...overrides, state }, { isStored: true }));
  }

  #open(
    id: string,
    around: CompactorOptions,
    overrides: SessionOverrides | undefined,
    { parent, isStored }: { parent?: Session; isStored: boolean },
  ): Session {
    const asked = this.#optionsOf(around, overrides, 'compactor.session');
    const { store: _, ...alone } = asked;
    const options: CompactorOptions = isStored ? asked : alone;
    const stored = givenState(overrides);
    return new Session(this.#host, id, options, { store: options.store, stored, parent }).opened(
      undefined,
    );
  }

  #optionsOf(
    around: CompactorOptions,
    overrides: SessionOverrides | undefined,
    where: string,
  ): CompactorOptions {
    const options = withPrices(optionsOf(around, overrides));
    if (overrides !== undefined) {
      checkModel(options, where);
      checkByCore(this.#core, options, where);
    }
    return options;
  }

  #alive(): void {
    if (this.#disposed) throw new EpitomeError('disposed', 'the compactor was disposed');
  }

  #factsOf(own: CompactorOptions, stepModel: string | undefined): ModelFacts {
    const named = modelIdOf(own.model) ?? '';
    const id = stepModel ?? named;
    const { profile: ofStep, ...facts } = this.#lookUp(id, own);
    // A deployment's own name says nothing; the model that the options name does.
    const profile = ofStep ?? this.#lookUp(named, own).profile;
    const { maxOutputTokens = 0 } = profile ?? unknownModel;
    if (own.contextWindow !== undefined) {
      const { contextWindow } = own;
      return {
        ...facts,
        contextWindow,
        maxOutputTokens: id === '' ? 0 : maxOutputTokens,
        known: true,
      };
    }
    const contextWindow = usableWindow(profile ?? unknownModel, own.windowCap);
    return { ...facts, contextWindow, maxOutputTokens, known: profile !== undefined };
  }

  #summarizerWindowOf({ summarizerWindow, summarize, models }: CompactorOptions) {
    const id = summarize?.modelId;
    if (summarizerWindow !== undefined || typeof id !== 'string') return summarizerWindow;
    const profile = profileOf(id, models);
    return profile && usableWindow(profile, undefined);
  }

  /** A family that the host names also prices media, where the model has no prices of its own. */
  #lookUp(modelId: string, { models, family }: CompactorOptions): KnownModel {
    const key = `${family ?? ''}:${modelId}`;
    let known = this.#models.get(key);
    if (known === undefined) {
      const core = this.#core;
      known = core.guard((call) => {
        const length = core.write(modelId.slice(0, 512)) ?? 0;
        core.check(call.lookupModel(length));
        const answer = core.output();
        const found = {
          modelId,
          model: answer.word(),
          family: answer.word(),
          media: answer.word(),
          profile: modelProfile(modelId),
        };
        if (family === undefined) return found;
        const place = tokenFamilies.indexOf(family);
        return { ...found, family: place, media: core.check(call.mediaRule(length, place)) };
      });
      this.#models.set(key, known);
    }
    return models !== undefined && Object.hasOwn(models, modelId)
      ? { ...known, profile: models[modelId] }
      : known;
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
 * Loads the engine. Throws `invalid-option` when an option has a wrong name or value, `unknown-model` where
 * `strict` is set and nothing is known of `model`, `load-failed` when the WebAssembly module can't be had.
 */
export async function createCompactor(options: CompactorOptions): Promise<Compactor> {
  checkOptions(options);
  const code = await Code.load(options.wasm);
  const core = await Core.instantiate(code);
  // Patterns are read by the rest of the engine.
  const readsPatterns = Object.values({ ...options.agents, all: options }).some(
    ({ redact }) => redact && redact.patterns !== undefined,
  );
  if (readsPatterns) await code.ready();
  else if (!code.isReady) void code.ready().catch(() => {});
  const check = (own: CompactorOptions, where: string) => {
    checkModel(own, where);
    checkByCore(core, withPrices(own), where);
  };
  check(optionsOf(options, undefined), 'createCompactor');
  for (const agent of Object.keys(options.agents ?? {})) {
    check(optionsOf(options, { agent }), `createCompactor, agent '${agent}'`);
  }
  return new Compactor({ ...options }, code, core);
}

/** What the host says of a model goes before what the table says. */
function profileOf(id: string, models: CompactorOptions['models']): ModelProfile | undefined {
  return models !== undefined && Object.hasOwn(models, id) ? models[id] : modelProfile(id);
}

/** Prices that were asked for by the model's name as what they are; none where they are not known. */
function withPrices(options: CompactorOptions): CompactorOptions {
  const { prices: given, ...rest } = options;
  if (given !== 'model') return options;
  const profile = profileOf(modelIdOf(options.model) ?? '', options.models);
  const prices = profile && listPrices(profile, options.cacheLifetime);
  return { ...rest, ...(prices && { prices }) };
}

function checkModel(
  { strict, contextWindow, model, models }: CompactorOptions,
  where: string,
): void {
  if (strict !== true || contextWindow !== undefined) return;
  const id = modelIdOf(model) ?? '';
  if (profileOf(id, models) !== undefined) return;
  throw new EpitomeError('unknown-model', `${where}: ${unknownText(id)}`);
}

function isOpen(id: string): EpitomeError {
  return new EpitomeError(
    'invalid-argument',
    `session '${id}' is open already, and no child of this one`,
  );
}

/** A state as text alone counts where there is none yet. */
function givenState(overrides: SessionOverrides | undefined): StoredSession | undefined {
  const state = overrides?.state ?? undefined;
  return typeof state === 'string' ? { state, revision: 0 } : state;
}

function requireId(id: unknown): void {
  if (typeof id !== 'string' || id === '') {
    throw new EpitomeError('invalid-argument', 'a session id must be a non-empty string');
  }
}
