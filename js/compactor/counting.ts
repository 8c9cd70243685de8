/** What is known of a model's sizes and tokenizer, and what texts cost outside any session. */
import { detectDialect, dialects } from '../dialects/detect.ts';
import { type HostMessage, PartKind, Role } from '../dialects/dialect.ts';
import type { Core } from '../engine/core.ts';
import { RecordWriter } from '../engine/record-writer.ts';
import type { ModelFacts } from '../models/facts.ts';
import { imageLimitOf } from '../models/images.ts';
import {
  isGiven,
  modelIdOf,
  namedSummarizerWindow,
  profileOf,
  unknownModel,
} from '../models/models.ts';
import { countRequest } from '../tokens/count-request.ts';
import type { Rates } from '../tokens/rates.ts';
import { writesTypeScript } from '../tokens/tool-definitions.ts';
import { guessedFamily, type TokenFamily, tokenFamilies } from '../types/families.ts';
import type { CompactorOptions } from '../types.ts';

/** What a model's tokens are counted by. */
type ModelCounter = Pick<ModelFacts, 'model' | 'family' | 'media'>;

export class Counting {
  readonly #core: () => Core;
  readonly #alive: () => void;
  readonly #counters = new Map<string, ModelCounter>();
  /** The engine's session that counted last. */
  #last: { core: Core; options: string; handle: number; writer: RecordWriter } | undefined;

  constructor(core: () => Core, alive: () => void) {
    this.#core = core;
    this.#alive = alive;
  }

  factsOf(own: CompactorOptions, stepModel: string | undefined): ModelFacts {
    const modelId = stepModel ?? modelIdOf(own.model) ?? '';
    const profile = profileOf(modelId, own.models);
    const { contextWindow, maxOutputTokens } = profile ?? unknownModel;
    const isStated = own.contextWindow !== undefined || isGiven(modelId, own.models);
    const window = profile?.contextWindow ?? own.contextWindow ?? contextWindow;
    const { requestImages, manyAreSmall } = imageLimitOf(modelId, window);
    return {
      ...this.#lookUp(modelId, own.family),
      requestImages: own.requestImages ?? requestImages,
      manyAreSmall,
      modelId,
      contextWindow: own.contextWindow ?? contextWindow,
      maxOutputTokens: modelId === '' ? 0 : maxOutputTokens,
      window: isStated ? 'stated' : profile === undefined ? 'assumed' : 'known',
    };
  }

  summarizerWindowOf(own: CompactorOptions): number | undefined {
    const { summarize, models } = own;
    const window = namedSummarizerWindow(own);
    if (window !== undefined || typeof summarize?.modelId !== 'string') return window;
    return (profileOf(summarize.modelId, models) ?? unknownModel).contextWindow;
  }

  /** A family that the host names also prices media, where the model has no prices of its own. */
  #lookUp(id: string, family: TokenFamily | undefined): ModelCounter {
    const key = `${family ?? ''}:${id}`;
    let known = this.#counters.get(key);
    if (known === undefined) {
      const core = this.#core();
      known = core.guard((call) => {
        const length = core.write(id.slice(0, 512)) ?? 0;
        core.check(call.lookupModel(length));
        const answer = core.output();
        const facts = { model: answer.word(), family: answer.word(), media: answer.word() };
        if (family === undefined) return facts;
        const place = tokenFamilies.indexOf(family);
        return { ...facts, family: place, media: core.check(call.mediaRule(length, place)) };
      });
      this.#counters.set(key, known);
    }
    return known;
  }

  overheadOf(own: CompactorOptions): number | undefined {
    const { system, tools } = own;
    if (system === undefined && tools === undefined) return undefined;
    const facts = this.factsOf(own, undefined);
    const family = facts.family % guessedFamily;
    const text = (words: string) => this.text(words, facts);
    const typeScriptTools = writesTypeScript(tokenFamilies[family] ?? '');
    const pricing = { text, rates: this.#ratesOf(family) };
    return countRequest(pricing, { system, tools }, { typeScriptTools }).tokens;
  }

  /** A family's envelopes, as far as anything but messages needs them. */
  #ratesOf(family: number): Rates {
    const core = this.#core();
    return core.guard((call) => {
      core.check(call.envelope(family));
      const answer = core.output();
      const message = answer.word();
      return {
        message: () => message,
        part: () => 0,
        text: (_kind, tokens) => tokens,
        media: () => 0,
        tool: answer.word(),
        tools: answer.word(),
        request: answer.word(),
      };
    });
  }

  messages(messages: readonly HostMessage[], facts: ModelFacts): number {
    const dialect = dialects[detectDialect(messages) ?? 'ai-sdk'];
    return this.#counted(facts, 'stagedTokens', (writer) => {
      for (const message of messages) dialect.read(message, writer);
    });
  }

  text(text: string, facts: ModelFacts): number {
    return this.#counted(facts, 'stagedTextTokens', (writer) => {
      writer.message(Role.user, 0);
      writer.part(PartKind.text, 0);
      writer.text(text);
    });
  }

  /** What `write` feeds, counted for a model. */
  #counted(
    { family, media }: ModelFacts,
    what: 'stagedTokens' | 'stagedTextTokens',
    write: (writer: RecordWriter) => void,
  ): number {
    this.#alive();
    const core = this.#core();
    return core.guard((call) => {
      const options = JSON.stringify({ family: family % guessedFamily, media });
      if (this.#last?.core !== core || this.#last.options !== options) {
        if (this.#last?.core === core) core.check(call.closeSession(this.#last.handle));
        const handle = core.check(call.openSession(core.write(options) ?? 0));
        this.#last = { core, options, handle, writer: new RecordWriter(core) };
      }
      const { handle, writer } = this.#last;
      writer.begin(handle, 0, 0);
      write(writer);
      writer.finish();
      const tokens = core.check(call[what](handle));
      core.check(call.dropStaged(handle));
      return tokens;
    });
  }
}
