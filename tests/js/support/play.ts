/**
 * A host with one conversation, seen from outside: hands arrays to a session the way the SDK versions
 * and stores do, keeps what happened, and has every answer judged (by contracts.ts).
 */
import type {
  Compactor,
  CompactorEvent,
  Explanation,
  Session,
  SessionOverrides,
  SessionUsage,
  SummaryRequest,
} from 'epitome';
import type { Message } from '../../../js/testing/shapes.ts';
import { deepFreeze } from './compare.ts';
import { type Call, engineTokens, judge, type Shape, sdkShape } from './contracts.ts';
import { wrongIn } from './foresight.ts';
import { Payments } from './payments.ts';
import type { Replies } from './replies.ts';

export interface PlayOptions {
  compactor: Compactor;
  /** Everything but what the player sets itself. */
  overrides: Omit<SessionOverrides, 'onEvent' | 'summarize' | 'state'>;
  /** How the model answers; without it there is no model. */
  replies?: Replies | undefined;
  /** The AI SDK's messages by default. */
  shape?: Shape;
  /** Before each step the session is asked what it will do. */
  plans?: boolean;
}

/** How a call's array relates to what the host has. */
export interface Journey {
  /** The host's transcript; the array itself where the array is all that the host has. */
  host?: readonly Message[];
  /** The array goes on where the one before ended, in the same loop. */
  goesOn?: boolean;
  /** The array begins in the middle of the conversation. */
  suffix?: boolean;
  /** What stands before a suffix, where the session may still have it. */
  before?: readonly Message[];
  /** Messages that must come through whatever happens. */
  mustKeep?: readonly Message[];
  /** Message numbers count over `host`. */
  numbered?: boolean;
  /** What the provider billed for the view before, tokens; 0 where it does not say. */
  billed?: number;
  /** The model of this step, where its window counts. */
  model?: string;
  /** Nothing in the transcript needs repair. */
  sound?: boolean;
  /** Some messages are new objects with the content of known ones. */
  fresh?: boolean;
  /** The host asks for a fold. */
  manual?: boolean;
  /** And of what stands before that message, counted from 1. */
  above?: number;
}

export class Player {
  /** What the session did wrong so far, each with the number of its call. */
  readonly faults: string[] = [];
  /** JSON of every view and event. */
  readonly log: string[] = [];
  readonly requests: SummaryRequest[] = [];
  /** Those whose calls failed. */
  readonly #unanswered = new Set<SummaryRequest>();
  readonly calls: Call[] = [];
  readonly #payments: Payments;
  readonly #play: PlayOptions;
  #session: Session;
  #events: CompactorEvent[] = [];
  #steps: object[] = [];
  /** Repairs that the view shows, as last told by this process. */
  #repairs = 0;
  #initialGone = false;

  constructor(play: PlayOptions) {
    this.#play = play;
    this.#payments = new Payments((messages) => engineTokens(play.compactor, messages));
    this.#session = this.#open(undefined);
  }

  get #writesOneSummary(): boolean {
    const { preset = 'epitome', oneSummary } = this.#play.overrides;
    return oneSummary === true || preset !== 'epitome';
  }

  get #hasMargin(): boolean {
    const { preset, budgets } = this.#play.overrides;
    const own = ['aiSdk', 'rolling', 'checkpoint'].includes(preset as string);
    return own || budgets?.margin !== undefined;
  }

  get view(): readonly Message[] {
    return this.calls.at(-1)?.view ?? [];
  }

  get usage(): SessionUsage {
    return this.#session.usage();
  }

  get state(): string {
    return this.#session.snapshot();
  }

  #compact(messages: Message[], above: number | undefined) {
    return above === undefined
      ? this.#session.compact({ messages })
      : this.#session.compactAbove(above, { messages });
  }

  /** Another host, with a session that goes on from this one's. */
  async fork(id: string): Promise<Player> {
    const other = this.#other();
    other.#session = await this.#session.fork(id, other.#own());
    return other;
  }

  /** The same, with one that is opened with this one's state. */
  restored(): Player {
    const state = this.#session.snapshot();
    const other = this.#other();
    other.#session = other.#open(state);
    return other;
  }

  /** It knows the same, and has no session yet. */
  #other(): Player {
    const other = new Player(this.#play);
    other.#session.dispose();
    other.calls.push(...this.calls);
    other.#initialGone = this.#initialGone;
    other.#repairs = this.#repairs;
    return other;
  }

  get explained(): Explanation {
    return this.#session.explain();
  }

  #open(state: string | undefined): Session {
    const own = this.#own();
    if (state !== undefined) own.state = state;
    return this.#play.compactor.session(undefined, own);
  }

  #own(): SessionOverrides {
    const { overrides, replies } = this.#play;
    const own: SessionOverrides = { ...overrides, onEvent: (event) => this.#events.push(event) };
    if (replies !== undefined) {
      own.summarize = async (request) => {
        this.requests.push(request);
        try {
          const reply = replies.answer(request) as string;
          this.#unanswered.delete(request);
          return reply;
        } catch (error) {
          this.#unanswered.add(request);
          throw error;
        }
      };
    }
    return own;
  }

  /** The process ends, and another one goes on from the saved state. */
  restart(): void {
    const state = this.#session.snapshot();
    const size = new TextEncoder().encode(state).length;
    if (size > 65_536) this.faults.push(`a state of ${size} bytes`);
    this.#session.dispose();
    this.#session = this.#open(state);
    this.#steps = [];
    this.#repairs = 0;
  }

  /** A new loop begins, in the same process. */
  newLoop(): void {
    this.#steps = [];
  }

  /** One call of the model is due. Returns what the model would see. */
  async send(array: readonly Message[], journey: Journey = {}): Promise<readonly Message[]> {
    const { goesOn = false, suffix = false, before, billed = 0 } = journey;
    const given = Object.freeze(deepFreeze([...array]));
    const asked = this.requests.length;
    this.#events = [];
    if (goesOn) this.#steps.push(billed > 0 ? { usage: { inputTokens: billed } } : {});
    const messages = given as Message[];
    const model = { modelId: journey.model, provider: 'test' };
    const plan =
      this.#play.plans && !journey.manual
        ? this.#session.plan(messages, { model, steps: this.#steps })
        : undefined;
    if (plan !== undefined && this.#events.length > 0) this.faults.push('a plan tells events');
    const answer = journey.manual
      ? await this.#compact(messages, journey.above)
      : await this.#session.prepareStep({
          messages,
          steps: this.#steps,
          stepNumber: this.#steps.length,
          model,
        });
    if (plan !== undefined) {
      const isSure = this.#play.replies === undefined;
      this.faults.push(
        ...wrongIn(plan, this.#events, this.#session.usage(), isSure).map(
          (fault) => `call ${this.calls.length + 1}: ${fault}`,
        ),
      );
    }
    for (const event of this.#events) {
      if (event.type === 'repair') this.#repairs = event.repairs.length;
      if (event.type !== 'compaction') continue;
      if (event.folds.some(({ took }) => took === 'initial-messages')) this.#initialGone = true;
    }
    const isSuffix = this.#events.some(
      (event) => event.type === 'aligned' && event.how === 'suffix',
    );
    const joined = isSuffix && before !== undefined;
    const host = joined ? [...before, ...array] : (journey.host ?? array);
    const call: Call = {
      array: given,
      host: Object.freeze(host),
      view: answer?.messages ?? given,
      events: this.#events,
      requests: this.requests.slice(asked),
      usage: this.#session.usage(),
      records: this.#session.records().filter(({ inView }) => inView),
      repairs: this.#repairs,
      previous: this.calls.at(-1),
      goesOn,
      suffix: suffix && !joined,
      initialGone: this.#initialGone,
      mustKeep: journey.mustKeep ?? [],
      sound: journey.sound ?? false,
      fresh: journey.fresh ?? false,
      // A fold on demand knows no step, and so no model but that of the options.
      model: journey.manual ? undefined : journey.model,
      hasMargin: this.#hasMargin,
      oneSummary: this.#writesOneSummary,
      numbered: journey.numbered ?? (!suffix || joined),
    };
    this.calls.push(call);
    // A small window is told once by a compactor, whichever session comes first.
    const told = call.events.filter(({ type }) => type !== 'small-window');
    this.log.push(JSON.stringify([call.view, told.map(withoutTime)]));
    const at = this.calls.length;
    const faults = judge(call, this.#play.compactor, this.#play.shape ?? sdkShape);
    const numbered = call.numbered ? call.host : undefined;
    faults.push(...this.#payments.take(call.requests, numbered, this.#unanswered));
    for (const fault of faults) this.faults.push(`call ${at}: ${fault}`);
    return call.view;
  }

  /** The last call once more: nothing may come of it. */
  async sendAgain(): Promise<void> {
    const last = this.calls.at(-1);
    if (last === undefined) return;
    const { host, suffix, numbered, sound, model } = last;
    const steps = this.#steps;
    await this.send(last.array, {
      host,
      suffix,
      numbered,
      sound,
      goesOn: true,
      ...(model && { model }),
    });
    // It was no step of the loop.
    steps.pop();
    const again = this.calls.at(-1) as Call;
    const at = this.calls.length;
    if (again.events.some((event) => event.type === 'compaction')) {
      this.faults.push(`call ${at}: the same array twice was rewritten twice`);
    }
    if (again.requests.length > 0) {
      this.faults.push(`call ${at}: the same array twice was summarised twice`);
    }
  }

  dispose(): void {
    this.#session.dispose();
  }
}

/** An event as it must be the same in every run. */
function withoutTime(event: CompactorEvent): unknown {
  if (event.type === 'compaction') return { ...event, sessionId: '', summarizeMillis: 0 };
  return { ...event, sessionId: '' };
}
