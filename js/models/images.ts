/** How many images a request may have, by what providers document. */
export interface ImageLimit {
  /** Images in a request; 0: any number. */
  requestImages: number;
  /** Of more than 20 images none may be longer than 2,000 pixels on a side. */
  manyAreSmall: boolean;
}

interface Row {
  model: RegExp;
  /** Of models with a window of up to 200,000 tokens, and with a larger one. */
  images: readonly [number, number];
  manyAreSmall?: boolean;
}

/**
 * The first row that fits a model's id counts. Bedrock's limit (20 in a message) is no limit of a request, and other
 * providers document none.
 *
 * Anthropic, "Vision" (platform.claude.com/docs/en/build-with-claude/vision): 100 for models with a window of 200,000
 * tokens, 600 for all others; more than 20 have to be at most 2,000 by 2,000 pixels.
 * OpenAI, "Images and vision" (developers.openai.com/api/docs/guides/images-vision): 1,500.
 * Google, "Image understanding" (docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding):
 * 900 for Gemini 3, 3,000 for Gemini 1.5 to 2.5.
 * Mistral, "Vision" (docs.mistral.ai/capabilities/vision, its questions and answers): 8.
 */
const rows: readonly Row[] = [
  { model: /claude/, images: [100, 600], manyAreSmall: true },
  { model: /gemini-?1[.-]0|gemini-?[12]\b/, images: [3_000, 3_000] },
  { model: /gemini/, images: [900, 900] },
  { model: /\b(?:gpt-|chatgpt|o[134](?:-|$))/, images: [1_500, 1_500] },
  { model: /(?:mis|pix|minis|magis|devs)tral/, images: [8, 8] },
];

const largestSmallWindow = 200_000;

/** The limit of a model with a window of so many tokens. */
export function imageLimitOf(modelId: string, contextWindow: number): ImageLimit {
  const id = modelId.slice(0, 512).toLowerCase();
  const row = rows.find(({ model }) => model.test(id));
  const [few = 0, many = 0] = row?.images ?? [];
  return {
    requestImages: contextWindow > largestSmallWindow ? many : few,
    manyAreSmall: row?.manyAreSmall ?? false,
  };
}
