/**
 * One call of a model, kept within its window. Decides what the model is sent, and what follows from an
 * answer that says that it was too long; refuses to know how an answer is got.
 */
import type { HostMessage } from '../adapters/dialect.ts';
import type { Fields } from '../adapters/fields.ts';
import { type Overflow, overflowOf } from '../overflow/overflow.ts';
import { silentOverflow } from '../overflow/silent.ts';
import type { PrepareOptions } from '../prepared.ts';
import { sameItems } from '../run.ts';
import type { Session } from '../session.ts';
import { billedUsage } from '../usage.ts';
import {
  type Call,
  type CallParams,
  type Finish,
  finishOf,
  type ModelLike,
  readCall,
  wasEdited,
  withPrompt,
} from './call.ts';
import { interned } from './interned.ts';
import { textLength } from './text-length.ts';

/** Smaller requests that a call may make after one that was too long. */
const mostAttempts = 3;
/** A smaller request that was billed at so much of its estimate was read whole. */
const wholeShare = 0.7;

const charactersPerToken = 4;

/** What a session's calls leave for the next. */
interface Memory {
  system?: readonly HostMessage[];
  messages?: readonly HostMessage[];
  tools?: readonly unknown[];
  /** The call that is under way, or was last. */
  latest?: Guard;
  bill?: Pick<Finish, 'usage' | 'providerMetadata'>;
  /** The last answer was too long for the window, and had reached its user when that was seen. */
  pending?: Overflow;
  /** What the provider bills is not what it read: it says nothing of what was cut off. */
  misbills?: boolean;
}

const memories = new WeakMap<Session, Memory>();

export class Guard {
  /** What the model is sent. */
  params: CallParams;
  readonly #model: ModelLike;
  readonly #given: CallParams;
  readonly #call: Call;
  readonly #session: Session;
  readonly #memory: Memory;
  /** Prepares this call's views; undefined while the call goes out as it is. */
  #views: Session | undefined;
  #sent: readonly HostMessage[];
  #attempts = 0;
  #suspected = false;

  private constructor(session: Session, model: ModelLike, params: CallParams) {
    const memory = memories.get(session) ?? {};
    memories.set(session, memory);
    const call = readCall(params, model);
    call.system = memory.system = interned(memory.system, call.system);
    call.messages = memory.messages = interned(memory.messages, call.messages);
    call.tools = memory.tools = interned(memory.tools, call.tools);
    memory.latest = this;
    this.#session = session;
    this.#model = model;
    this.#given = params;
    this.#call = call;
    this.#memory = memory;
    this.#sent = call.messages;
    this.params = withPrompt(params, params.prompt);
  }

  /** The call as it is to go out first. Never rejects. */
  static async of(session: Session, model: ModelLike, params: CallParams): Promise<Guard> {
    const guard = new Guard(session, model, params);
    const { hooked, standDown } = session.behindModel;
    if (guard.#call.isContinued) {
      standDown('server-history');
      return guard;
    }
    if (hooked) {
      standDown('prepare-step');
      return guard;
    }
    const memory = guard.#memory;
    const { bill, pending } = memory;
    delete memory.bill;
    delete memory.pending;
    guard.#views = session;
    guard.#suspected = pending?.kind === 'truncated';
    await guard.#prepare(pending ? { overflow: pending } : (bill ?? {}));
    return guard;
  }

  /**
   * Makes `params` smaller after an answer that was too long. False where there is nothing more to try:
   * that answer stands.
   */
  async again(overflow: Overflow): Promise<boolean> {
    const { isContinued, abortSignal } = this.#call;
    if (isContinued) return false;
    const before = this.#sent;
    this.#suspected = overflow.kind === 'truncated';
    const isRescue = this.#views === undefined;
    const { behindModel } = this.#session;
    this.#views ??= behindModel.aside(overflow);
    const sent = overflow.input ?? (isRescue ? behindModel.request(this.#model)?.sent : undefined);
    const known = sent === undefined ? overflow : { ...overflow, input: sent };
    // An attempt that leaves all as it was is none.
    for (let isTold = false; this.#attempts < mostAttempts; isTold = true) {
      if (abortSignal?.aborted) return false;
      this.#attempts += 1;
      await this.#prepare({ overflow: { ...known, attempt: this.#attempts, isTold } });
      if (!sameItems(this.#sent, before)) return true;
    }
    return false;
  }

  /** Whether an answer that was no error shows that its request was too long. */
  silent(result: Fields, isAnswered: boolean): Overflow | undefined {
    const views = this.#views;
    const request = views?.behindModel.request(this.#model);
    if (views === undefined || request === undefined) return undefined;
    const finish = finishOf(result);
    const { input, output } = billedUsage(finish.usage, finish.providerMetadata);
    const { contextWindow } = request;
    // What is learned from bills is not above suspicion: a text has a fourth of its characters, too.
    const sent = Math.min(request.sent, textLength(this.params.prompt) / charactersPerToken);
    const { maxOutputTokens, isEdited } = this.#call;
    const found = silentOverflow({
      ...finish,
      ...{ isAnswered, input, output, sent, contextWindow, maxOutputTokens },
      isEdited: isEdited || wasEdited(finish),
    });
    if (found?.kind !== 'truncated') {
      // The smaller request was read whole: the window is what it was thought to be.
      if (this.#suspected && input >= sent * wholeShare) {
        views.behindModel.learn(this.#model, { kind: 'truncated', limit: contextWindow });
      }
      return found;
    }
    if (this.#suspected) this.#memory.misbills = true;
    return this.#memory.misbills ? undefined : found;
  }

  /** The answer stands. `overflow`: it shows that the next one has to be smaller. */
  settle(result: Fields, overflow: Overflow | undefined): void {
    const memory = this.#memory;
    this.#end();
    // Of calls at once nobody knows which view was sent last.
    if (this.#views !== this.#session || memory.latest !== this) return;
    if (overflow !== undefined) memory.pending = overflow;
    else if (!memory.misbills) memory.bill = finishOf(result);
  }

  /** Whether the call has to be made again after an error; else it has failed with it. */
  async mends(error: unknown): Promise<boolean> {
    const overflow = overflowOf(error);
    if (overflow !== undefined && (await this.again(overflow))) return true;
    this.#end();
    return false;
  }

  #end(): void {
    if (this.#views !== undefined && this.#views !== this.#session) this.#views.dispose();
  }

  async #prepare(more: PrepareOptions): Promise<void> {
    const { dialect, system, messages, tools, maxOutputTokens, abortSignal } = this.#call;
    const besides = { system, tools, maxOutputTokens, abortSignal, dialect };
    const prepared = await this.#views?.prepare(messages as HostMessage[], {
      model: this.#model,
      ...besides,
      ...more,
    });
    if (prepared === undefined) return;
    this.#sent = prepared.messages;
    this.params = withPrompt(this.#given, [...system, ...prepared.messages]);
  }
}
