/** The engine's side of one session: made anew from the state wherever it is gone. */
import type { Core } from '../engine/core.ts';
import { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import type { Intake } from '../engine/runs.ts';
import { coreOptions, type Overhead } from '../options/core-options.ts';
import { ruleOf } from '../options/message-rules.ts';
import { type Offer, toolsWith } from '../recall/offer.ts';
import { isBlind } from '../redact/secrecy.ts';
import type { CompactorOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { requireThat } from '../values/require.ts';
import type { Instance } from './host.ts';

/** What a request has besides messages. */
export type Beside = Pick<CompactorOptions, 'system' | 'tools' | 'maxOutputTokens'>;

/** What is left out where no secret can be found: a model would be asked of texts that have none left. */
const unasked = {
  summarize: undefined,
  background: undefined,
  memoryFlush: undefined,
  beforeCompaction: undefined,
  reinject: undefined,
};

/** Who is told of an engine's side: the compactor gives back memory that nobody uses. */
export interface Watcher {
  watch(core: Core, handle: number): void;
  unwatch(): void;
  /** It was made anew. */
  opened(engine: EngineSession): void;
  notice(event: Intake): void;
}

export class EngineSide {
  /** The state as of the last rewrite: what a fresh one starts from. */
  saved: string | undefined;
  /** What is there, if only in an instance that has died. */
  live: EngineSession | undefined;
  /** What it was opened with, where that is less than the host's own. */
  requestBytes: number | undefined;
  /** What is there was opened when no secret could be found. */
  #wasBlind = false;
  /** Something has happened that no state the host has taken tells of. */
  isUnsaved = true;
  readonly #host: Instance;
  readonly #options: CompactorOptions;
  readonly #watcher: Watcher;
  #seen: Beside | undefined;
  #offer: Offer | undefined;
  /** Its options are others than those that it was opened with. */
  #isOutdated = false;
  /** Its place was needed, or the session was disposed: there is only the state until the next step. */
  #parked = false;
  /** Rules that have thrown. */
  readonly #thrown = new Set<string>();

  constructor(host: Instance, options: CompactorOptions, watcher: Watcher) {
    this.#host = host;
    this.#options = options;
    this.#watcher = watcher;
  }

  /** Messages are in memory. */
  get hasRun(): boolean {
    return this.live?.runs.latest !== undefined;
  }

  /** The run that was used last. Throws `invalid-argument`, as `method`, where there is none. */
  latest(method: string, otherwise = ''): { engine: EngineSession; run: Run } {
    const engine = this.live;
    const run = engine?.runs.latest;
    const why = this.#parked
      ? 'has no transcript in memory, because more sessions were used than memory is kept for'
      : 'has no transcript yet';
    requireThat(
      engine !== undefined && run !== undefined,
      `session.${method} ${why}: prepare a step first${otherwise}`,
    );
    return { engine, run };
  }

  /** Opens it where it is not there: of a disposed session, too. */
  awake(): EngineSession {
    this.#host.alive();
    const core = this.#host.core();
    if (this.live?.core === core) return this.live;
    const engine = this.opener()(this.saved, (event) => this.#watcher.notice(event), this.#thrown);
    this.live = engine;
    this.#wasBlind = isBlind(this.#options.redact);
    this.#watcher.opened(engine);
    this.#watcher.watch(core, engine.handle);
    return engine;
  }

  /** Opens another one. What the options need of the engine is asked here already. */
  opener(requestBytes: number | undefined = this.requestBytes) {
    const own: CompactorOptions = { ...this.#options, ...this.#seen };
    if (requestBytes !== undefined) own.requestBytes = requestBytes;
    if (isBlind(own.redact)) Object.assign(own, unasked);
    const facts = this.#host.counting.factsOf(own, undefined);
    const overhead = this.#overhead(own);
    const window = this.#host.counting.summarizerWindowOf(own);
    const options = coreOptions(own, overhead, facts, window, this.#offer);
    const rules = { pinned: ruleOf(own.pin), priority: ruleOf(own.priority) };
    return (
      state: string | undefined,
      notice: (event: Intake) => void = () => {},
      thrown = new Set<string>(),
    ) => {
      const marks = { ...rules, thrown };
      return EngineSession.open(this.#host.core(), options, own.redact, state, marks, notice);
    };
  }

  /** Opens it anew where secrets can be found since. */
  lookAgain(): void {
    if (this.#wasBlind && !isBlind(this.#options.redact)) this.reopen();
  }

  /** Opens it with another ceiling of bytes from now on. */
  keepTo(requestBytes: number | undefined): void {
    if (this.requestBytes !== requestBytes || this.#isOutdated) this.reopen();
    this.requestBytes = requestBytes;
    this.#isOutdated = false;
  }

  /** From the next step on it knows of the session's own tools. */
  offer(offer: Offer): void {
    const { recall, compact } = this.#offer ?? {};
    this.#isOutdated ||= offer.recall !== recall || offer.compact !== compact;
    this.#offer = offer;
  }

  /** What a request has besides messages, the session's own tools too. */
  #overhead(own: CompactorOptions): Overhead {
    const { counting } = this.#host;
    if (this.#offer === undefined) return { stated: counting.overheadOf(own) };
    const { system, tools } = own;
    const tokens = counting.overheadOf({ ...own, tools: toolsWith(this.#offer, tools) });
    return system !== undefined || tools !== undefined ? { stated: tokens } : { beside: tokens };
  }

  /** Takes what a request has besides messages, where the host has stated nothing of it. */
  see({ system, tools, maxOutputTokens }: Beside): void {
    if (this.#seen !== undefined) return;
    const { budgets, ...stated } = this.#options;
    const isStated = stated.system !== undefined || stated.tools !== undefined;
    const reserve = stated.maxOutputTokens ?? budgets?.output;
    this.#seen = {
      ...(!isStated && { system, tools }),
      ...(reserve === undefined && { maxOutputTokens }),
    };
    this.reopen();
  }

  /** A fresh one starts from the state as it is now. */
  keep(): void {
    this.saved = this.awake().snapshot();
    this.isUnsaved = true;
  }

  /** Gives the engine's memory back. False where there was none. */
  park(): boolean {
    if (this.live === undefined) return false;
    this.#parked = true;
    this.reopen();
    return true;
  }

  /** Closes it; the next one starts from the state as it is now. */
  reopen(): void {
    const engine = this.live;
    if (engine !== undefined) this.startFrom(attempt(() => engine.snapshot()) ?? this.saved);
  }

  /** Closes it; the next one starts from this state. */
  startFrom(state: string | undefined): void {
    const engine = this.live;
    this.saved = state;
    this.live = undefined;
    if (engine === undefined) return;
    this.#watcher.unwatch();
    engine.close();
  }
}
