/** Tells a session's listeners, and those of its requests, what happens. */
import type { Billed } from '../bills/usage.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { PartLookup } from '../dialects/part-facts.ts';
import type { Report } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import { type Listener, plainError, tell, typed } from '../events/events.ts';
import type { ModelFacts } from '../models/facts.ts';
import { unknownModel, unknownModels } from '../models/models.ts';
import type { LearnedLimit } from '../overflow/limits.ts';
import type { CompactionEvent, CompactorEvent, CompactorOptions } from '../types.ts';
import type { Instance } from './host.ts';

/** An event, without whose it is. */
type OwnEvent = CompactorEvent extends infer E
  ? E extends object
    ? Omit<E, 'sessionId'>
    : never
  : never;

type BillFault = Extract<CompactorEvent, { type: 'usage-ignored' }>['reason'];

/** Tokens: hosts are warned of smaller windows where they do not say otherwise. */
const smallWindow = 32_000;

const grown = ({ viewTokens, warn }: { viewTokens: number; warn: number }) =>
  warn > 0 && viewTokens >= warn;

export class News {
  readonly #host: Instance;
  readonly #sessionId: string;
  readonly #options: CompactorOptions;
  /** Of the request whose step is under way. */
  #listener: Listener | undefined;
  #lastRepairs = '[]';
  /** The view had grown to `warn`. */
  #warned = false;
  readonly #unknown = new Set<string>();
  #ignored: BillFault | undefined;
  /** By model, what is known to be proven of an assumed window. */
  readonly #proven = new Map<string, number>();

  constructor(host: Instance, sessionId: string, options: CompactorOptions) {
    this.#host = host;
    this.#sessionId = sessionId;
    this.#options = options;
  }

  tell({ type, ...event }: OwnEvent, listener: Listener | undefined = this.#listener): void {
    const told = { type, sessionId: this.#sessionId, ...event } as CompactorEvent;
    tell(this.#host, this.#options, told, listener);
  }

  error(error: unknown, listener?: Listener): void {
    const told = plainError(typed(error));
    this.tell({ type: 'error', error: told }, listener);
  }

  /** What happens in the work of a request is told to its own listener, too. */
  async during<T>(listener: Listener | undefined, work: () => Promise<T>): Promise<T> {
    this.#listener = listener;
    try {
      return await work();
    } finally {
      this.#listener = undefined;
    }
  }

  /** What the work of a call gives; undefined where it fails, which is told. */
  async orTold<T>(
    call: { onEvent?: Listener | undefined },
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    let onEvent: Listener | undefined;
    try {
      onEvent = call.onEvent;
      return await work();
    } catch (error) {
      this.error(error, onEvent);
      return undefined;
    }
  }

  /** Tells of each model once whose window is assumed. */
  models({ modelId }: ModelFacts): void {
    for (const model of unknownModels(this.#options, modelId || undefined)) {
      const key = `${model.usedFor} ${model.modelId}`;
      if (this.#unknown.has(key)) continue;
      this.#unknown.add(key);
      const { contextWindow } = unknownModel;
      this.tell({ type: 'unknown-model', ...model, contextWindow });
    }
  }

  /** False for a window that the host does not want to work in. Tells of each small one once. */
  windowServes(contextWindow: number): boolean {
    const { refuse = 0, warn = smallWindow } = this.#options.windowGuard ?? {};
    const refused = refusesWindow(this.#options, contextWindow);
    const small = contextWindow < Math.max(refuse, warn);
    if (small && this.#host.once(`small-window ${contextWindow}`)) {
      this.tell({ type: 'small-window', contextWindow, refused });
    }
    return !refused;
  }

  /** What a restored session has told is told. */
  goOn(engine: EngineSession): void {
    if (this.#options.warn !== undefined) this.#warned ||= grown(engine.totals());
  }

  /** Tells once that a view has grown to where the host wants to know of it. */
  growth(engine: EngineSession): void {
    if (this.#options.warn === undefined) return;
    const totals = engine.totals();
    const { viewTokens, warn, budget } = totals;
    const warned = grown(totals);
    if (warned && !this.#warned) {
      this.tell({ type: 'warning', viewTokens, warn, budget });
    }
    this.#warned = warned;
  }

  /**
   * Tells of a bill that nothing is learned from, when the one before it had another fault or none, and of one
   * that agrees with those before it on what nobody can see.
   */
  usage(engine: EngineSession, facts: ModelFacts, { input, fault }: Billed): void {
    if (facts.window === 'assumed') this.#windowOf(engine, facts, input);
    if (input === 0 && fault === undefined) return;
    const { ignoredBill, unseen: unseenTokens } = engine.totals();
    if (input > 0 && unseenTokens > 0) {
      this.tell({ type: 'unseen-learned', unseenTokens, inputTokens: input });
    }
    const reason = fault ?? ignoredBill;
    if (reason !== undefined && reason !== this.#ignored) {
      this.tell({ type: 'usage-ignored', reason, inputTokens: input });
    }
    this.#ignored = reason;
  }

  /** Tells of a bill that proves an assumed window to be larger. */
  #windowOf(engine: EngineSession, { modelId }: ModelFacts, servedTokens: number): void {
    const { provenWindow: contextWindow } = engine.totals();
    if (servedTokens > 0 && contextWindow > (this.#proven.get(modelId) ?? 0)) {
      this.tell({ type: 'window-learned', modelId, contextWindow, servedTokens });
    }
    this.#proven.set(modelId, contextWindow);
  }

  /** Tells what a refused or served request has taught. */
  limits(modelId: string, learned: readonly LearnedLimit[]): void {
    for (const limit of learned) {
      this.tell({ type: 'limit-learned', modelId, ...limit });
    }
  }

  /** Tells of repairs when they are others than last time. */
  repairs(engine: EngineSession, run: Run): void {
    const text = run.view === undefined ? '[]' : engine.repairs(run);
    if (text === this.#lastRepairs) return;
    this.#lastRepairs = text;
    if (text !== '[]') {
      this.tell({ type: 'repair', repairs: JSON.parse(text) });
    }
  }

  /** Tells what a step rewrote of the view, and when nothing can make it fit. */
  rewrite(
    rewrite: Rewrite | undefined,
    cannotFit: Report['cannotFit'],
  ): CompactionEvent | undefined {
    const event: CompactionEvent | undefined = rewrite && {
      type: 'compaction',
      sessionId: this.#sessionId,
      ...rewrite,
    };
    if (event !== undefined) this.tell(event);
    if (cannotFit !== undefined) this.tell({ type: 'cannot-fit', breakdown: cannotFit });
    return event;
  }
}

/** The host does not want to work in such a window. */
export function refusesWindow({ windowGuard }: CompactorOptions, contextWindow: number): boolean {
  return contextWindow < (windowGuard?.refuse ?? 0);
}

/** A `compaction` event, without whose it is. */
export type Rewrite = Omit<CompactionEvent, 'type' | 'sessionId'>;

/** A report as the `compaction` event tells it; undefined where no model had seen what was rewritten. */
export function rewriteTold(
  { cannotFit: _, reason, target = 0, ...report }: Report,
  engine: EngineSession,
  run: Run,
  dialect: Dialect,
): Omit<Rewrite, 'summarizeMillis'> | undefined {
  if (reason === 'arrival' || report.folds.length + report.edits.length === 0) return undefined;
  const lookup = new PartLookup(dialect);
  return {
    reason,
    ...report,
    // One token stands for as much as can go, which is no size.
    ...(target > 1 && { target }),
    edits: report.edits.map(({ namedIn, part, ...edit }) => ({
      ...edit,
      toolName: engine.told(lookup.of(run.host[namedIn - 1], part).fields.toolName ?? ''),
    })),
  };
}
