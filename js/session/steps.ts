/** What a session is made of, and what one of its steps leaves for the next. */
import { StepBills } from '../bills/step-bills.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import { tell } from '../events/events.ts';
import { Calls } from '../fold/calls.ts';
import type { CompactorOptions } from '../types.ts';
import { canResume } from './awaited.ts';
import { boundsOf } from './bounds.ts';
import { EngineSide, type Watcher } from './engine-side.ts';
import type { Instance } from './host.ts';
import { Line } from './line.ts';
import { News } from './news.ts';
import type { Sent } from './prepared.ts';
import { Refusals } from './refusals.ts';
import { States } from './states.ts';
import type { MidStep, StepContext } from './step-context.ts';
import type { Stored } from './stored.ts';
import { Views } from './views.ts';
import { Waiting } from './within.ts';

/** Who is told of a session's memory, and of its being at work. */
export interface Around extends Pick<Watcher, 'watch' | 'unwatch'> {
  use(): void;
  /** Work is over. */
  left(): void;
}

export class Steps {
  readonly host: Instance;
  readonly sessionId: string;
  readonly options: CompactorOptions;
  readonly bills = new StepBills();
  readonly refusals = new Refusals();
  readonly news: News;
  readonly side: EngineSide;
  readonly calls: Calls;
  readonly views: Views;
  readonly line: Line;
  readonly states: States;
  /** Its place in a store, where it has one. */
  stored: Stored | undefined;
  /** Of a release whose states this one does not read, until its records are made anew of what is stored. */
  foreign: string | undefined;
  /** Requests so far. */
  turns = 0;
  /** The view that went out last. */
  sent: Sent | undefined;
  /** The one that `prepareStep` made last. */
  stepSent: Sent | undefined;
  /** A fold was made since the last view went out: the next bill is not for what that left. */
  foldedSince = false;
  /** The agent wants older messages to give way before the next step. */
  compacts = false;
  /** Until summaries that no step waits for are used. */
  buying: Promise<void> | undefined;
  /** For the host. */
  readonly waiting = new Waiting();
  /** It was told that no secret can be found. */
  toldBlind = false;
  /** It is at work. */
  readonly use: () => void;

  constructor(host: Instance, sessionId: string, options: CompactorOptions, around: Around) {
    this.host = host;
    this.sessionId = sessionId;
    this.options = options;
    this.use = around.use;
    this.news = new News(host, sessionId, options);
    this.side = new EngineSide(host, options, {
      ...around,
      opened: (engine) => this.news.goOn(engine),
      notice: (event) => this.news.tell(event),
    });
    this.calls = new Calls(sessionId, options, (event, own) => tell(host, options, event, own));
    this.views = new Views(options);
    this.line = new Line(() => {
      this.stored?.calls.workEnds();
      around.left();
    });
    this.states = new States(this);
  }

  /** The provider has taken a view. */
  served({ modelId, sizes }: Sent): void {
    this.news.limits(modelId, this.refusals.served(modelId, sizes));
  }

  /** Without a lifetime the time decides nothing, and states are the same whenever they are made. */
  get now(): number {
    const { cacheLifetime, now = Date.now } = this.options;
    return cacheLifetime === undefined ? 0 : now();
  }

  bounds(modelId: string | undefined, limits = this.refusals.limits) {
    return boundsOf(this.host.counting, this.options, limits, modelId);
  }

  /** Replies are there for a postponed rewrite, or nobody here knows what it asks. */
  resumes(engine: EngineSession): boolean {
    return Boolean(this.options.background) && canResume(engine, this.calls);
  }

  /** Makes the view of a step as it is now. */
  show({ engine, run, dialect }: MidStep, { hook }: Pick<StepContext, 'hook'>): void {
    engine.show(run, dialect, this.views.placement(hook), this.host.abortedText);
  }

  /** Its memory is gone: so are the messages, which are the host's. */
  letGo(): void {
    if (this.sent !== undefined) this.sent = { ...this.sent, messages: [], view: [] };
    this.stepSent = undefined;
  }
}
