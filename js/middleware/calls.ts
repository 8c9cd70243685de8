/** One call of a model: the view that goes out, what comes back, and a smaller view where it is refused. */
import { nothingBilled } from '../bills/step-bills.ts';
import { type Billed, billedUsage } from '../bills/usage.ts';
import type { Compactor } from '../compactor/compactor.ts';
import type { Overflow } from '../overflow/refusal.ts';
import type { Sent } from '../session/prepared.ts';
import type { Session } from '../session/session.ts';
import { attempt, type Fields } from '../values/fields.ts';
import { aligned, type Pairs, written } from './align.ts';
import { known, leadingSystem, type Prompt, withMergedResults } from './prompt.ts';
import { type Reply, ServedPrompts } from './served.ts';
import { besideOf, sessionsOf } from './sessions.ts';

/** A model's parameters of any version, as far as they are looked at. */
export type Params = Fields & { prompt: Prompt; abortSignal?: AbortSignal };
// biome-ignore lint/suspicious/noExplicitAny: three versions of a type that epitome does not import.
export type Model = any;

export interface Call {
  session: Session;
  sent: Sent;
  prompt: Prompt;
  /** System messages in front of the view. */
  leading: Prompt;
  /** Where `prepareStep` made the view: what became of its parts. */
  pairs: Pairs | undefined;
}

/** Of views, by their keys, until a session's next step takes them: a host may make a middleware for each request. */
const bills = new WeakMap<object, Billed>();

export class ModelCalls {
  readonly #sessionOf: ReturnType<typeof sessionsOf>;
  readonly #prepares: boolean;
  readonly #served = new ServedPrompts();

  constructor(source: Session | Compactor, { prepares }: { prepares: boolean }) {
    this.#sessionOf = sessionsOf(source);
    this.#prepares = prepares;
  }

  /** Undefined where the call is none of ours. May throw. */
  async begin(params: Params, model: Model): Promise<Call | undefined> {
    const { prompt, providerOptions, abortSignal: signal } = params;
    const session = await this.#sessionOf(prompt, providerOptions);
    // What a step waits for may be this very call: a summary, the turn before a fold.
    if (session.steps.waiting.isUnderWay) return undefined;
    const step = this.#ofStep(session, prompt, model);
    if (step !== undefined || !this.#prepares) return step;
    const lead = leadingSystem(prompt);
    const [leading, own] = [prompt.slice(0, lead), prompt.slice(lead)];
    if (own.length === 0) return undefined;
    session.steps.side.see(besideOf(params, leading));
    const { key = {}, messages = [] } = session.steps.sent ?? {};
    const billed = bills.get(key) ?? nothingBilled;
    bills.delete(key);
    const sent = await session.serve(known(messages, own), { model, billed, signal });
    return sent && this.#call({ session, sent, leading, pairs: undefined }, model);
  }

  /** Takes what came back. Where the prompt was too large all the same, says so. Never throws. */
  end(call: Call, reply: Reply): Overflow | undefined {
    return attempt(() => this.#ended(call, reply));
  }

  #ended(call: Call, reply: Reply): Overflow | undefined {
    const { session, sent, pairs } = call;
    if (this.#served.wasTooLarge(session, call, reply)) return { of: 'tokens' };
    const billed = billedUsage(Object(reply.usage), reply.providerMetadata);
    this.#served.note(session, sent, billed);
    session.steps.served(sent);
    // What `prepareStep` has made is billed in its steps.
    if (pairs === undefined) bills.set(sent.key, billed);
    return undefined;
  }

  /** What goes out in its place after a refusal; undefined where nothing smaller can. Never rejects. */
  async retreat(call: Call, overflow: Overflow, params: Params, model: Model) {
    try {
      const sent = await call.session.retreat(call.sent, overflow, params.abortSignal);
      return sent && this.#call({ ...call, sent }, model);
    } catch {
      return undefined;
    }
  }

  /** The call of a step that `prepareStep` has just prepared. */
  #ofStep(session: Session, prompt: Prompt, model: Model): Call | undefined {
    const step = session.steps.stepSent;
    const found = step && aligned(step.view, prompt);
    if (step === undefined || found === undefined) return undefined;
    const { lead, pairs } = found;
    const call = { session, sent: step, prompt, leading: prompt.slice(0, lead), pairs };
    const { sent } = session.steps;
    // It was refused before, and the SDK tries once more.
    return sent?.insteadOf === step.key ? this.#call({ ...call, sent }, model) : call;
  }

  #call(call: Omit<Call, 'prompt'>, model: Model): Call | undefined {
    const { sent, pairs, leading } = call;
    const view = pairs === undefined ? sent.view : written(sent.view, pairs);
    return view && { ...call, prompt: [...leading, ...withMergedResults(view, model)] };
  }
}
