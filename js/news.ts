/**
 * What a session's host is told of its steps, each thing once. Decides what is worth an event; refuses
 * to know how a step came about.
 */
import type { Dialect } from './adapters/dialect.ts';
import { PartLookup } from './adapters/part-facts.ts';
import type { EngineSession, Report } from './core/engine-session.ts';
import type { ModelFacts } from './host.ts';
import type { Run } from './run.ts';
import type {
  ArrivalEvent,
  CompactionEvent,
  CompactorEvent,
  CompactorOptions,
  FloorBreakdown,
} from './types.ts';

/** Tokens: hosts are warned of smaller windows where they do not say otherwise. */
const smallWindow = 32_000;

export type ChangeEvent = CompactionEvent | ArrivalEvent;

const grown = ({ viewTokens, warn }: { viewTokens: number; warn: number }) =>
  warn > 0 && viewTokens >= warn;

/** What is wrong, and what to do. */
export function unknownText(modelId: string): string {
  return (
    `nothing is known of the model '${modelId}'; ` +
    'say `contextWindow`, or what it is in `models`'
  );
}

export class News {
  readonly #sessionId: string;
  readonly #options: CompactorOptions;
  readonly #emit: (event: CompactorEvent) => void;
  #lastRepairs = '[]';
  /** The view had grown to `warn`. */
  #warned = false;
  readonly #isNews: (what: string) => boolean;

  /** `isNews` answers for all sessions of a compactor. */
  constructor(
    sessionId: string,
    options: CompactorOptions,
    emit: (event: CompactorEvent) => void,
    isNews: (what: string) => boolean,
  ) {
    this.#sessionId = sessionId;
    this.#options = options;
    this.#emit = emit;
    this.#isNews = isNews;
  }

  /** False for a window that the host does not want to work in. Tells of small and guessed ones. */
  windowServes({ contextWindow, modelId, known }: ModelFacts): boolean {
    const { refuse = 0, warn = smallWindow } = this.#options.windowGuard ?? {};
    const refused = contextWindow < refuse;
    const isSmall = contextWindow < Math.max(refuse, warn);
    const sessionId = this.#sessionId;
    if (isSmall && this.#isNews(`${contextWindow} ${refused}`)) {
      this.#emit({ type: 'small-window', sessionId, contextWindow, refused });
    }
    if (!known && this.#isNews(`model ${modelId}`)) {
      this.#emit({ type: 'unknown-model', sessionId, modelId, contextWindow });
      const { onEvent, debug } = this.#options;
      if (onEvent === undefined && !debug) console.warn(`epitome: ${unknownText(modelId)}`);
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
      this.#emit({ type: 'warning', sessionId: this.#sessionId, viewTokens, warn, budget });
    }
    this.#warned = warned;
  }

  /** Tells of repairs when they are others than last time. */
  repairs(engine: EngineSession, run: Run): void {
    const text = run.view === undefined ? '[]' : engine.repairs(run);
    if (text === this.#lastRepairs) return;
    this.#lastRepairs = text;
    if (text !== '[]') {
      this.#emit({ type: 'repair', sessionId: this.#sessionId, repairs: JSON.parse(text) });
    }
  }

  /** What the last step changed in the view, `millis` of it a model's; undefined where that is nothing. */
  change(report: Report, run: Run, dialect: Dialect, millis: number): ChangeEvent | undefined {
    if (report.folds.length + report.edits.length === 0) return undefined;
    const lookup = new PartLookup(dialect);
    const { cannotFit: _, reason, ...told } = report;
    const sessionId = this.#sessionId;
    const edits = report.edits.map(({ namedIn, part, ...edit }) => ({
      ...edit,
      toolName: lookup.of(run.host[namedIn - 1], part).fields.toolName ?? '',
    }));
    if (reason === 'arrival') {
      const { round, tokensBefore, tokensAfter } = told;
      return { type: 'arrival', sessionId, round, tokensBefore, tokensAfter, edits };
    }
    return { type: 'compaction', sessionId, reason, ...told, edits, summarizeMillis: millis };
  }

  /** Tells of a change, and when nothing can make the view fit. */
  changed(event: ChangeEvent | undefined, breakdown: FloorBreakdown | undefined): void {
    if (event !== undefined) this.#emit(event);
    if (breakdown === undefined) return;
    this.#emit({ type: 'cannot-fit', sessionId: this.#sessionId, breakdown });
  }
}
