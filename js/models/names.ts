/**
 * Names of models, however a host writes them: which spellings mean one model, and which are another
 * model's.
 */

/** What is put around a name without making another model of it: where it is served, and for whom. */
const places = `ai apac ap au azure ca central default demo deploy deployed deployment dev development east eastus eu
europe france germany global gov japan jp korea llm main model my north northcentralus northeurope our poland
prd preprod primary private prod production public ptu qa sa sandbox sea south southcentralus stage staging
standard staging stg sweden swedencentral switzerland team test testing uat uk us west westeurope westus`;
const makers = `alibaba amazon anthropic aws bedrock cerebras cloudflare cohere copilot databricks dashscope deepinfra deepseek
facebook fireworks gcp github google groq hf huggingface litellm meta microsoft minimax minimaxai mistral
mistralai moonshot moonshotai nvidia ollama openai openrouter oracle qwen sap snowflake together togetherai
vercel vertex vertexai workers x xai z zai zhipu zhipuai`;
/** A revision of the same model, the format of its weights, how much it is to think. */
const revisions = `alpha batch beta bf cloud exp experimental floor fp free gguf gptq awq high instruct int it latest low medium
mlx nitro online preview stable`;
const wordsOf = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(/\s+/)));
const before = wordsOf(places, makers);
const after = wordsOf(places, revisions);

/** Families whose weights nobody else has: what stands before such a name is a deployment's. */
const closed = /^(?:gpt-\d|claude|gemini|grok)/;
const family =
  /^(?:chatgpt|claude|command|deepseek|gemini|gemma|glm|gpt|grok|kimi|llama|mistral|mixtral|nova|phi|qwen|qwq)$/;

/** 20250929, 2024-08-06, 09-2025, 0613, 2507, 001; after `preview` a month and a day. */
const date =
  /^(?:20\d{6}|20\d\d-\d\d-\d\d|\d\d-20\d\d|(?:0[1-9]|1[0-2])[0-3]\d|2[3-9](?:0[1-9]|1[0-2])|0\d\d)(?:-|$)/;

/** Families whose fast tier is the same model: `grok-4-fast` is another one. */
const tiered = /^(?:gpt-\d|claude)/;

/** More words than a name has. */
const mostWords = 40;

/** Letters and digits in runs, whatever stands between them: `llama3.1` and `Llama-3-1` are one. */
export function canonical(name: string): string {
  const plain = name
    .toLowerCase()
    // Fireworks has no dots: v3p1.
    .replace(/(\d)p(?=\d)/g, '$1.')
    .replace(/\bllama-v(?=\d)/g, 'llama-');
  return (plain.match(/[a-z]+|\d+/g) ?? []).join('-');
}

/**
 * The known name that an id means; undefined where it means none, or might mean several. `isKnown` takes
 * canonical names.
 */
export function nameIn(id: string, isKnown: (name: string) => boolean): string | undefined {
  const last = id
    .slice(id.lastIndexOf('/') + 1)
    .replace(/\[\d+m\]$/i, '')
    // Bedrock's revisions.
    .replace(/-v\d+(?=:\d+(?:$|:))|^(.*claude.*)-v\d+$/i, '$1');
  const [first = '', ...rest] = last.split(/[:@]/);
  // OpenAI's fine-tuned models: `ft:gpt-4o-mini:acme::7p4lURel`.
  if (first === 'ft') return among(canonical(rest[0] ?? ''), isKnown);
  const pieces = [first, ...rest].map(canonical);
  for (let i = 0; i < pieces.length; i += 1) {
    const [name = '', tag = '', ...tags] = pieces.slice(i);
    // Ollama's tags are sizes as well as revisions.
    const tagged = tag === '' ? undefined : among(`${name}-${tag}`, isKnown);
    if (tagged !== undefined) return tags.every(isRevision) ? tagged : undefined;
    const found = among(name, isKnown);
    if (found !== undefined) return [tag, ...tags].every(isRevision) ? found : undefined;
    if (!/^[a-z-]+$/.test(name)) return undefined;
  }
  return undefined;
}

/** A tag that no size of a model is told by. */
function isRevision(tag: string): boolean {
  return !/\d/.test(tag) || /^(?:v-)?\d$/.test(tag) || isAround(tag, after);
}

/** The longest known name in `text` with nothing around it that makes another model of it. */
function among(text: string, isKnown: (name: string) => boolean): string | undefined {
  const words = text.split('-');
  if (words.length > mostWords) return undefined;
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const name = words.slice(start, start + length).join('-');
      if (!isKnown(name)) continue;
      const [left, right] = [words.slice(0, start), words.slice(start + length).join('-')];
      const own = isAround(left.join('-'), before);
      const named = closed.test(name) && !left.some((word) => family.test(word));
      const tier = tiered.test(name) ? right.replace(/(?:^|-)fast$/, '') : right;
      return (own || named) && isAround(tier, after) ? name : undefined;
    }
  }
  return undefined;
}

/** A canonical name without the date at its end. */
export const withoutDate = (name: string): string => stripped(name, new Set());
/** The same, and without all that makes no other model of it. */
export const withoutRevision = (name: string): string => stripped(name, after);

function stripped(name: string, words: ReadonlySet<string>): string {
  const parts = name.split('-');
  const end = parts.findIndex((_, i) => i > 0 && isAround(parts.slice(i).join('-'), words));
  return end < 0 ? name : parts.slice(0, end).join('-');
}

/** Nothing but words of the list, each with a number or none, and dates. */
function isAround(text: string, words: ReadonlySet<string>): boolean {
  for (let rest = text; rest !== ''; ) {
    const [dated = ''] = date.exec(rest) ?? [];
    const [worded = '', word = ''] = /^([a-z]+)(?:-\d+)*(?:-|$)/.exec(rest) ?? [];
    const taken = dated || (words.has(word) ? worded : '');
    if (taken === '') return false;
    rest = rest.slice(taken.length);
  }
  return true;
}
