/** What a session's recall is made of. Searching itself is loaded when it is first needed. */
import type { RankRecall, Recalled, RecallOptions, SessionToolsOptions } from '../types.ts';
import { attempt, isObject } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import {
  anthropicTools,
  chatTools,
  type Offer,
  offerOf,
  requireOwnNames,
  sdkTools,
} from './offer.ts';
import { inputOf } from './parameters.ts';
import type { Source, Transcript } from './source.ts';

/** Which tools are offered, and how. */
export type Offered = SessionToolsOptions & {
  dialect?: 'ai-sdk' | 'openai-chat' | 'anthropic' | undefined;
};

const nothingToRead = 'There are no earlier messages to read now.';
const goOn =
  'Nothing needs to be done: the conversation has less than half of the size at which it is compacted. Go on.';

/** A session, as its recall sees it. */
export interface Around extends Omit<Source, 'own' | 'clean'> {
  /** The text without secrets. */
  clean(text: string): string;
  /** The compactor's option. */
  readonly tools: unknown;
  /** The last step's. Throws `invalid-argument`, as `method`, where there is none. */
  latest(method: string): Transcript;
  /** The same with what is archived, which is all of it before the first step; undefined where there is neither. */
  whole(): Promise<Transcript | undefined>;
  /** From the next step on the engine knows of the tools. */
  offer(offer: Offer): void;
  /** The next step compacts. */
  compactNext(): void;
  /** Stands for the last step. */
  readonly step: object | undefined;
}

export class Recall {
  readonly #around: Around;
  #offer: Offer | undefined;
  #rank: RankRecall | undefined;
  /** Tokens that answers have taken since a step. */
  #spent: { step: object | undefined; tokens: number } = { step: undefined, tokens: 0 };
  /** What messages say, and the same without secrets: to look for them takes longer than to search. */
  readonly #cleaned = new WeakMap<object, { text: string; clean: string }>();

  constructor(around: Around) {
    this.#around = around;
  }

  async search(query: string, options: RecallOptions): Promise<Recalled[]> {
    const transcript = (await this.#around.whole()) ?? this.#around.latest('recall');
    const { search } = await import('./searching.ts');
    return search(this.#source, transcript, query, options);
  }

  tools({ names, tools, rank, dialect = 'ai-sdk' }: Offered) {
    const offer = offerOf(names);
    requireOwnNames(offer, tools, this.#around.tools);
    this.#offer = offer;
    this.#rank = rank;
    this.#around.offer(offer);
    if (dialect === 'openai-chat') return chatTools(offer);
    if (dialect === 'anthropic') return anthropicTools(offer);
    return sdkTools(offer, async (name, input) => (await this.run(name, input)) ?? '');
  }

  /** Undefined where it is no tool of the session's. Never rejects. */
  async run(name: string, input: unknown): Promise<string | undefined> {
    const offer = this.#offer;
    if (offer === undefined || (name !== offer.recall && name !== offer.compact)) return undefined;
    const given = typeof input === 'string' ? (attempt(() => JSON.parse(input)) ?? input) : input;
    if (name === offer.compact) {
      return this.#compact(
        attempt(() => this.#around.latest('tools').explained),
        given,
      );
    }
    try {
      const transcript = await this.#around.whole();
      return transcript?.messages.length ? await this.#answer(transcript, given) : nothingToRead;
    } catch (error) {
      // The engine may have stopped, or the compactor was disposed of: the agent goes on.
      this.#around.failed(error);
      return nothingToRead;
    }
  }

  async #answer(transcript: Transcript, input: unknown): Promise<string> {
    const { answered } = await import('./searching.ts');
    const { step } = this.#around;
    if (this.#spent.step !== step) this.#spent = { step, tokens: 0 };
    const how = { spent: this.#spent.tokens, rank: this.#rank };
    const answer = await answered(this.#source, transcript, input, how);
    if (this.#spent.step === step) this.#spent.tokens += this.#around.tokens(answer);
    return answer;
  }

  #compact(explained: Transcript['explained'] | undefined, input: unknown): string {
    const read = inputOf({}, input);
    if (typeof read === 'string') return `Nothing was done. ${read}`;
    if (explained === undefined) return goOn;
    if (explained.viewTokens * 2 < explained.budget.trigger) return goOn;
    this.#around.compactNext();
    return 'Older messages will be replaced by a record before the next step. Go on with the next part of the task.';
  }

  #clean(text: string, of: unknown): string {
    const key = isObject(of) ? of : undefined;
    const known = key && this.#cleaned.get(key);
    // The host may have written into its message.
    if (known?.text === text) return known.clean;
    const clean = toWellFormed(this.#around.clean(text));
    if (key) this.#cleaned.set(key, { text, clean });
    return clean;
  }

  get #source(): Source {
    const around = this.#around;
    const { recall = '', compact = '' } = this.#offer ?? {};
    return {
      clean: (text, of) => this.#clean(text, of),
      tokens: (text) => around.tokens(text),
      failed: (error) => around.failed(error),
      own: new Set([recall, compact].filter((name) => name !== '')),
    };
  }
}
