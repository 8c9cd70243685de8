import { Core, CoreRefusal, compile } from '../engine/core.ts';
import { EpitomeError } from '../errors.ts';
import { plainError, tell, typed } from '../events/events.ts';
import {
  compactorOptions,
  openOptions,
  optionsOf,
  overridesOf,
  sharedStepOptions,
  stateOf,
} from '../options/options.ts';
import * as secrecy from '../redact/secrecy.ts';
import { requireArguments } from '../session/arguments.ts';
import { stateIn } from '../session/decisions.ts';
import type { Host } from '../session/host.ts';
import { idOf, keyOf, type Place, placeName, segmentOf } from '../session/keys.ts';
import { roundOf } from '../session/rounds.ts';
import { Session } from '../session/session.ts';
import type {
  CompactorOptions,
  MessageLike,
  OpenOptions,
  PrepareStep,
  SessionEntry,
  SessionExport,
  SessionOverrides,
  SharedStep,
  SharedStepOptions,
  StoreOptions,
} from '../types.ts';
import { refuseOption, requireThat } from '../values/require.ts';
import { checkWhole } from './core-check.ts';
import { Counting } from './counting.ts';
import { OpenSessions } from './open-sessions.ts';
import { sharedStep } from './shared-step.ts';

export class Compactor {
  readonly #options: CompactorOptions;
  readonly #module: WebAssembly.Module;
  readonly #sessions: OpenSessions;
  readonly #counting: Counting;
  readonly #host: Host<Session>;
  #core: Core;
  #disposed = false;
  #anonymous = 0;
  /** What hosts were told, and are told once. */
  readonly #told = new Set<string>();
  /**
   * Use `createCompactor`.
   * @internal
   */
  constructor(options: CompactorOptions, module: WebAssembly.Module, core: Core) {
    this.#options = options;
    this.#module = module;
    this.#core = core;
    this.#sessions = new OpenSessions(options);
    this.#counting = new Counting(
      () => this.#core,
      () => this.#alive(),
    );
    const self = this;
    this.#host = {
      sessions: this.#sessions,
      counting: this.#counting,
      get disposed() {
        return self.#disposed;
      },
      alive: () => this.#alive(),
      once: (what) => !this.#told.has(what) && this.#told.add(what).size > 0,
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
      child: (parent, around, name, overrides) => this.#child(parent, around, name, overrides),
      fork: (from, ...how) => this.#fork(from, ...how),
    };
  }

  /**
   * The session with this id, as the `store` has it: the same on any machine. It loads what is there, once; an open one
   * is the same object, and has what another process has saved since. Where it was deleted or has expired, it begins anew.
   * `overrides` count only when it is new here, and may name a store of their own. Rejects with `invalid-option` for a wrong
   * override or without a store, `invalid-argument` for a wrong id or scope, and with `strict` `invalid-state` for a state
   * that can't be read. A store that fails is told as an event, and the session begins without what is there.
   */
  async open(id: string, options: OpenOptions = {}): Promise<Session> {
    this.#alive();
    requireArguments('compactor.open', id);
    return this.#loaded(id, openOptions(options), true);
  }

  async #loaded(
    id: string,
    { scope = '', ...overrides }: OpenOptions,
    isHeld = false,
  ): Promise<Session> {
    this.#alive();
    const place = { scope, names: [id] };
    keyOf(scope, place.names);
    const known = this.#sessions.get(placeName(place));
    if (known !== undefined) this.#sessions.renew(known);
    const session = known ?? this.#stored(place, overrides);
    // Before anything is waited for: a `close` that is under way must not dispose of it.
    if (isHeld) session.held();
    try {
      await session.loaded();
    } catch (error) {
      if (known === undefined) session.dispose();
      else if (isHeld) await session.close();
      throw error;
    }
    if (!session.isGone) return session;
    // Another process has deleted it, or it has expired: this is another one.
    session.forgotten();
    return this.#loaded(id, { scope, ...overrides }, isHeld);
  }

  #stored(place: Place, overrides: SessionOverrides): Session {
    const session = this.#open(place.names.join('/'), this.#options, overrides, { place });
    if (session.steps.stored === undefined) {
      refuseOption('compactor.open needs a `store`, here or in the options of createCompactor');
    }
    this.#sessions.add(session);
    return session;
  }

  /**
   * Deletes a session and its children from the store, with rounds and messages, and disposes of those that are open.
   * A step of theirs that is under way ends, and nothing of it is written. Rejects with what the store throws.
   */
  async delete(id: string, at: StoreOptions = {}): Promise<void> {
    this.#alive();
    requireArguments('compactor.delete', id, at);
    const { key, store, session } = this.#found(id, at, 'delete');
    session?.forgotten();
    await store.delete(key);
  }

  /** All that the store has of a session and its children. Rejects with what the store throws. */
  async export(id: string, at: StoreOptions = {}): Promise<SessionExport[]> {
    this.#alive();
    requireArguments('compactor.export', id, at);
    const { key, store, session } = this.#found(id, at, 'export');
    await session?.settled();
    const entries = await store.list(key.scope, key.id);
    return Promise.all(
      entries.map(async (entry) => {
        const own = { scope: key.scope, id: entry.id };
        const [stored, rounds, messages] = await Promise.all([
          store.load(own),
          store.rounds(own),
          store.messages(own),
        ]);
        const state = stored === undefined ? '' : stateIn(stored);
        return { ...entry, id: idOf(entry), state, rounds: rounds.map(roundOf), messages };
      }),
    );
  }

  /** The sessions of a scope, without children; last written first. Rejects with what the store throws. */
  async list(at: StoreOptions = {}): Promise<SessionEntry[]> {
    this.#alive();
    requireArguments('compactor.list', at);
    const { key, store } = this.#found('-', at, 'list');
    const entries = await store.list(key.scope);
    return entries
      .filter((entry) => !entry.id.includes('/'))
      .map((entry) => ({ ...entry, id: idOf(entry) }));
  }

  #found(id: string, { scope = '', store = this.#options.store }: StoreOptions, method: string) {
    const place = { scope, names: [id] };
    const key = keyOf(scope, place.names);
    if (store === undefined) refuseOption(`compactor.${method} needs a \`store\``);
    return { key, store, session: this.#sessions.get(placeName(place)) };
  }

  /**
   * The session with this id, opened when it is new; without an id a new one. `overrides` count only when it is
   * new, but for `state`: an open session goes on from one that it has not grown from when its next request begins.
   * Throws `invalid-option` for a wrong override, `invalid-argument` for a wrong id, and with `strict`
   * `invalid-state` for a state that can't be read.
   */
  session(id?: string, overrides?: SessionOverrides): Session {
    this.#alive();
    requireArguments('compactor.session', id);
    const own = overridesOf('compactor.session', overrides);
    if ((own?.store ?? this.#options.store) !== undefined) {
      refuseOption(
        'compactor.session can load nothing: with a `store`, sessions are opened by `await compactor.open(id)`',
      );
    }
    const known = id === undefined ? undefined : this.#sessions.get(id);
    if (known !== undefined) {
      this.#sessions.renew(known);
      const state = stateOf(own);
      if (state !== undefined) known.steps.states.offer(state);
      return known;
    }
    if (id === undefined) return this.#anonymously(own);
    const session = this.#open(id, this.#options, own);
    this.#sessions.add(session);
    return session;
  }

  #anonymously(overrides: SessionOverrides | undefined): Session {
    this.#anonymous += 1;
    return this.#open(`session-${this.#anonymous}`, this.#options, overrides);
  }

  /**
   * A hook for one request (`sessionId` is a string), or for an agent object that serves many chats (`sessionId`
   * is a function that names the session of a step). A step that it names none for is told as an `error` event,
   * and its request is compacted in a session of its own. The hook never rejects. Throws `invalid-option` at once
   * for a wrong option.
   */
  prepareStep<A = SharedStep>(options: SharedStepOptions<A>): PrepareStep {
    const own = sharedStepOptions<A>(options);
    const { onEvent } = own;
    const overrides = overridesOf('compactor.prepareStep', own.overrides);
    // Tells now what is wrong with them.
    const around = this.#optionsOf(this.#options, overrides, 'compactor.prepareStep');
    const failed = (error: unknown) => {
      const told = plainError(typed(error));
      tell(this.#host, around, { type: 'error', sessionId: '', error: told }, onEvent);
    };
    return sharedStep(own, (id, scope) => this.sessionOf(id, overrides, scope), failed);
  }

  /** That of a request: one that names none is in no store. @internal */
  sessionOf(
    id: string | undefined,
    overrides?: SessionOverrides,
    scope?: string,
  ): Session | Promise<Session> {
    if (id === undefined) return this.#anonymously(overrides);
    const { store = this.#options.store } = overrides ?? {};
    return store === undefined
      ? this.session(id, overrides)
      : this.#loaded(id, { ...overrides, scope });
  }

  /** Tokens of a text by the engine's counter. Throws `invalid-argument` for anything but a string. */
  estimateTokens(text: string): number {
    requireArguments('compactor.estimateTokens', text);
    return this.#counting.text(text, this.#counting.factsOf(this.#options, undefined));
  }

  /**
   * Tokens of an array of messages by the engine's counter, with what wraps messages. Throws `invalid-argument`
   * for anything but an array.
   */
  estimateMessagesTokens(messages: readonly MessageLike[]): number {
    requireArguments('compactor.estimateMessagesTokens', messages);
    return this.#counting.messages(messages, this.#counting.factsOf(this.#options, undefined));
  }

  /**
   * Ends the compactor in good order, before its process ends: waits for the calls that are under way and for what is
   * being saved, and disposes of it.
   */
  async close(): Promise<void> {
    if (!this.#disposed) await Promise.all(this.#sessions.all.map((session) => session.settled()));
    this.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Frees the engine and all sessions. Hooks then leave messages as they are. A second call does nothing. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#sessions.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #child(
    parent: Session,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
  ): Session {
    const id = `${parent.id}/${segmentOf(name)}`;
    const place = parent.place && { ...parent.place, names: [...parent.place.names, name] };
    requireThat(
      this.#sessions.get(place === undefined ? id : placeName(place)) === undefined,
      `session '${id}' was opened by its id and is not a child: dispose of it first`,
    );
    const child = this.#open(id, around, overrides, { parent, place });
    // A parent that nobody can ask for by its id keeps its children to itself.
    if (this.#sessions.get(parent.key) === parent) this.#sessions.add(child);
    return child;
  }

  async #fork(
    { place: from }: Session,
    around: CompactorOptions,
    id: string,
    state: string,
    overrides: SessionOverrides | undefined,
  ): Promise<Session> {
    const place = from && { ...from, names: [id] };
    const key = place === undefined ? id : placeName(place);
    requireThat(
      this.#sessions.get(key) === undefined,
      `session '${id}' is open: dispose of it first, or give the fork another id`,
    );
    requireThat(
      stateOf(overrides) === undefined,
      'session.fork goes on from its own session: open one that goes on from `state` by compactor.session',
    );
    const fork = this.#open(id, around, { ...overrides, state }, { place });
    const { stored } = fork.steps;
    const isSaved = stored === undefined || (await stored.save());
    requireThat(isSaved, `session '${id}' is in the store: give the fork another id`);
    this.#sessions.add(fork);
    return fork;
  }

  #open(
    id: string,
    around: CompactorOptions,
    overrides: SessionOverrides | undefined,
    beginning: { parent?: Session; place?: Place | undefined } = {},
  ): Session {
    const options = this.#optionsOf(around, overrides, 'compactor.session');
    const state = stateOf(overrides);
    return new Session(this.#host, id, options, { state, ...beginning });
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
}

/**
 * Loads the engine. Rejects with `invalid-option` when an option has a wrong name or value, `unknown-model` with
 * `strict`, and `load-failed` when `core.wasm` can't be loaded.
 */
export async function createCompactor(options: CompactorOptions): Promise<Compactor> {
  const own = compactorOptions(options);
  // An agent or a session that redacts though the rest does not has it loaded at its first step.
  const finds = own.redact === false ? undefined : secrecy.load();
  const [module] = await Promise.all([compile(own.wasm), finds]);
  const core = await Core.instantiate(module);
  checkWhole(core, own, optionsOf(own, undefined), 'createCompactor');
  for (const [agent, its] of Object.entries(own.agents ?? {})) {
    checkWhole(core, its, optionsOf(own, { agent }), `createCompactor, agent '${agent}'`);
  }
  return new Compactor(own, module, core);
}
