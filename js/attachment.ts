/**
 * What a session has of the engine: its side of the session while there is one, and the state that a
 * fresh one starts from. Decides when it is made and what becomes of a state that can't be read; refuses
 * to know steps.
 */
import { EngineSession } from './core/engine-session.ts';
import { coreOptions } from './core-options.ts';
import { EpitomeError } from './errors.ts';
import type { Host } from './host.ts';
import { ruleOf } from './message-rules.ts';
import type { News } from './news.ts';
import type { CompactorEvent, CompactorOptions } from './types.ts';

/** Codes of a state that the session does without. */
const unreadable: ReadonlySet<string> = new Set(['invalid-state', 'state-newer']);

/** `S` is the session's own type. */
export interface Attached<S> {
  host: Host<S>;
  session: S & { readonly id: string };
  options: CompactorOptions;
  news: News;
  onEvent: (event: CompactorEvent) => void;
  /** A state could not be read: the session starts without. */
  onUnreadable: (error: EpitomeError) => void;
}

export class Attachment<S extends object> {
  readonly #of: Attached<S>;
  /** Rules that have thrown. */
  readonly #thrown = new Set<string>();
  /** What there is; undefined while the session has only its state. */
  engine: EngineSession | undefined;
  /** The state as of the last rewrite: what a fresh instance starts from. */
  saved: string | undefined;
  /** Its place was needed: the engine has only its state until the next step. */
  isParked = false;

  constructor(of: Attached<S>) {
    this.#of = of;
  }

  /** The engine's side, made anew from the saved state where there is none. */
  get(): EngineSession {
    const { host, session, options: own, news, onEvent, onUnreadable } = this.#of;
    const core = host.core();
    if (this.engine?.core === core) return this.engine;
    const facts = host.factsOf(own, undefined);
    const options = coreOptions(own, host.overheadOf(own), facts, host.summarizerWindowOf(own));
    const { pin, priority } = own;
    const marks = { pinned: ruleOf(pin), priority: ruleOf(priority), thrown: this.#thrown };
    const made = (state: string | undefined) =>
      new EngineSession(core, options, state, marks, (event) =>
        onEvent({ ...event, sessionId: session.id }),
      );
    try {
      this.engine = made(this.saved);
    } catch (error) {
      if (!EpitomeError.isInstance(error) || !unreadable.has(error.code)) throw error;
      // The transcript says all that is needed to go on.
      this.saved = undefined;
      onUnreadable(error);
      this.engine = made(undefined);
    }
    news.goOn(this.engine);
    host.watch(session, core, this.engine.handle);
    return this.engine;
  }

  /** The same where a state can be read by now: whoever gave it hears at once that it can't be. */
  renew(): void {
    if (this.#of.host.isReady) this.get();
  }

  /** What the engine has decided so far is what a fresh one starts from. */
  keep(): string {
    const state = this.get().snapshot();
    // What is stored may be the same text, and need not be there twice.
    if (state !== this.saved) this.saved = state;
    return this.saved as string;
  }

  /** Lets the engine's side go with what it decided since the state was kept. */
  detach(): void {
    const { engine } = this;
    this.engine = undefined;
    if (engine === undefined) return;
    this.#of.host.unwatch(this.#of.session);
    engine.close();
  }

  /** Gives the engine's memory back; the next call starts from the kept state. */
  park(): void {
    if (this.engine === undefined || this.engine.core.dead) return;
    this.keep();
    this.isParked = true;
    this.detach();
  }
}
