import { Core, CoreRefusal, compile } from '../engine/core.ts';
import { EpitomeError } from '../errors.ts';
import { plainError, tell, typed } from '../events/events.ts';
import { checkOptions, checkSharedStep, optionsOf, stateOf } from '../options/options.ts';
import * as secrecy from '../redact/secrecy.ts';
import { arrayOf } from '../session/arguments.ts';
import type { Host } from '../session/host.ts';
import { Session } from '../session/session.ts';
import type {
  CompactorOptions,
  MessageLike,
  PrepareStep,
  SessionOverrides,
  SharedStep,
  SharedStepOptions,
} from '../types.ts';
import { requireThat } from '../values/require.ts';
import { checkWhole } from './core-check.ts';
import { Counting } from './counting.ts';
import { OpenSessions } from './open-sessions.ts';
import { requireId, sharedStep } from './shared-step.ts';

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
    this.#sessions = new OpenSessions(options.openSessions);
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
      fork: (around, id, state, overrides) => this.#fork(around, id, state, overrides),
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
    if (known !== undefined) {
      this.#sessions.renew(known);
      const state = stateOf(overrides, 'compactor.session');
      if (state !== undefined) known.steps.states.offer(state);
      return known;
    }
    this.#anonymous += 1;
    const name = id ?? `session-${this.#anonymous}`;
    const session = this.#open(name, this.#options, overrides);
    if (id !== undefined) this.#sessions.add(session);
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
    requireThat(typeof text === 'string', 'estimateTokens takes a string');
    return this.#counting.text(text, this.#counting.factsOf(this.#options, undefined));
  }

  /**
   * Tokens of an array of messages by the engine's counter, with what wraps messages. Throws `invalid-argument`
   * for anything but an array.
   */
  estimateMessagesTokens(messages: readonly MessageLike[]): number {
    arrayOf(messages, 'estimateMessagesTokens');
    return this.#counting.messages(messages, this.#counting.factsOf(this.#options, undefined));
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
    requireThat(
      typeof name === 'string' && name !== '' && !name.includes('/'),
      'the name of a child session must be a non-empty string without `/`',
    );
    const id = `${parent.id}/${name}`;
    requireThat(
      this.#sessions.get(id) === undefined,
      `session '${id}' was opened by its id and is not a child: dispose of it first`,
    );
    const child = this.#open(id, around, overrides, parent);
    // A parent that nobody can ask for by its id keeps its children to itself.
    if (this.#sessions.get(parent.id) === parent) this.#sessions.add(child);
    return child;
  }

  #fork(
    around: CompactorOptions,
    id: string,
    state: string,
    overrides: SessionOverrides | undefined,
  ): Session {
    requireId(id);
    requireThat(
      this.#sessions.get(id) === undefined,
      `session '${id}' is open: dispose of it first, or give the fork another id`,
    );
    requireThat(
      stateOf(overrides, 'session.fork') === undefined,
      'session.fork goes on from its own session: open one that goes on from `state` by compactor.session',
    );
    const fork = this.#open(id, around, { ...overrides, state });
    this.#sessions.add(fork);
    return fork;
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
}

/**
 * Loads the engine. Rejects with `invalid-option` when an option has a wrong name or value, `unknown-model` with
 * `strict`, and `load-failed` when `core.wasm` can't be loaded.
 */
export async function createCompactor(options: CompactorOptions): Promise<Compactor> {
  checkOptions(options);
  // An agent or a session that redacts though the rest does not has it loaded at its first step.
  const finds = options.redact === false ? undefined : secrecy.load();
  const [module] = await Promise.all([compile(options.wasm), finds]);
  const core = await Core.instantiate(module);
  checkWhole(core, options, optionsOf(options, undefined), 'createCompactor');
  for (const [agent, own] of Object.entries(options.agents ?? {})) {
    checkWhole(core, own, optionsOf(options, { agent }), `createCompactor, agent '${agent}'`);
  }
  return new Compactor({ ...options }, module, core);
}
