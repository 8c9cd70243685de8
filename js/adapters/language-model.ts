/**
 * The prompt that the AI SDK hands to a language model: `LanguageModelV2`, `V3` and `V4` of AI SDK 5 to 7
 * (`languageModel`), and `V1` of AI SDK 4 (`languageModelV1`). Decides what is spelt otherwise there than in
 * the messages that a host writes; refuses to know calls, tools and models.
 */
import { aiSdkParts } from './ai-sdk.ts';
import { aiSdk4Parts, withResult } from './ai-sdk-4.ts';
import type { Dialect } from './dialect.ts';
import { sdkDialect, sdkPlacement } from './sdk-dialect.ts';
import { toolResultPart } from './sdk-parts.ts';

/** The instructions of a call are part of its prompt, so that text for them has a place here. */
const promptPlacement = {
  ...sdkPlacement,
  system: (text: string) => ({ head: [{ role: 'system', content: text }] }),
};

export const languageModel: Dialect = sdkDialect(
  { ...aiSdkParts, name: 'language-model' },
  promptPlacement,
);

/** Its messages say to providers in `providerMetadata` what those of later versions say in `providerOptions`. */
const { marks: _, ...unmarkedPlacement } = promptPlacement;

export const languageModelV1: Dialect = sdkDialect(
  {
    ...aiSdk4Parts,
    name: 'language-model-v1',
    read: (item, type, inAssistant) =>
      type === 'tool-result'
        ? withResult(toolResultPart(item, inAssistant), item, 'content')
        : aiSdk4Parts.read(item, type, inAssistant),
    // The content items, where there are some, would go to the model in the result's stead.
    resultText: (_item, _record, text) => ({ result: text, content: undefined }),
  },
  unmarkedPlacement,
);
