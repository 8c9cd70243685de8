/** What is known of a model by its id. */
import { EpitomeError } from '../errors.ts';
import type { Complete } from '../types/complete.ts';
import type { CompactorOptions, KnownModel, ModelProfile } from '../types.ts';
import { modelNamed, requireArgument } from '../values/checks.ts';
import { attempt, isObject } from '../values/fields.ts';
import { canonical, nameIn } from './names.ts';
import { table } from './table.ts';

/** Small enough that no current model overflows by it. Tokens. */
export const unknownModel = { contextWindow: 32_000, maxOutputTokens: 4_096 } as const;

const mostNames = 256;
/** The table's names of ids that were looked up. */
const names = new Map<string, string | undefined>();
let lines: Map<string, string> | undefined;

/** What the table says of each name. */
function known(): ReadonlyMap<string, string> {
  lines ??= new Map(
    table
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [profile = '', names = ''] = line.split(':');
        return names.split(',').map((name) => [canonical(name), profile] as const);
      }),
  );
  return lines;
}

/** `272k` is 272,000. */
const amount = (text: string) => Number(text.replace('k', 'e3'));

/**
 * What the built-in table knows of a model, in tokens and US dollars for a million tokens. The name may be spelt
 * in any usual way: `anthropic/claude-sonnet-4.5` and `us.anthropic.claude-sonnet-4-5-20250929-v1:0` are one.
 * Undefined for a model that the table does not have, however similar its name is. Throws `invalid-argument` for what
 * is neither an id nor an object with a `modelId`.
 */
export function modelProfile(model: string | { readonly modelId: string }): KnownModel | undefined {
  const id = model === '' ? model : modelIdOf(model);
  if (id === undefined) requireArgument('modelProfile', 'model', model, modelNamed);
  return id ? knownModel(id) : undefined;
}

function knownModel(id: string): KnownModel | undefined {
  const table = known();
  if (!names.has(id)) {
    // A host may name any number of them.
    if (names.size >= mostNames) names.clear();
    names.set(
      id,
      nameIn(id.slice(0, 512), (other) => table.has(other)),
    );
  }
  const name = names.get(id);
  if (name === undefined) return undefined;
  const [contextWindow = 0, maxOutputTokens = 0, input, output = 0, cacheRead = 0, cacheWrite] = (
    table.get(name) ?? ''
  )
    .split(' ')
    .map(amount);
  const sizes = { contextWindow, maxOutputTokens };
  if (input === undefined) return sizes;
  return { ...sizes, prices: { input, output, cacheRead, cacheWrite: cacheWrite ?? input } };
}

/**
 * The id of a model as the AI SDK passes it around: a string, or an object with `modelId`; undefined
 * for anything else. Never throws.
 */
export function modelIdOf(model: unknown): string | undefined {
  const id = attempt(() => (isObject(model) ? model.modelId : model));
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export function isGiven(id: string, models: CompactorOptions['models']): boolean {
  return models !== undefined && Object.hasOwn(models, id);
}

/** What the host says of a model goes before the table. */
export function profileOf(
  id: string,
  models: CompactorOptions['models'],
): Complete<ModelProfile> | undefined {
  const given = isGiven(id, models) ? models?.[id] : undefined;
  if (given === undefined) return knownModel(id);
  const { contextWindow, maxOutputTokens = 0 } = given;
  return { contextWindow, maxOutputTokens };
}

/** The summarizer's window as the options name it, by itself or as that of the agent's same model. */
export function namedSummarizerWindow(options: CompactorOptions): number | undefined {
  const { contextWindow, summarizerWindow, summarize, model } = options;
  const same = summarize?.modelId !== undefined && summarize.modelId === modelIdOf(model);
  return summarizerWindow ?? (same ? contextWindow : undefined);
}

/** A model whose window had to be assumed. */
export interface UnknownModel {
  modelId: string;
  usedFor: 'steps' | 'summaries';
}

/** The models that neither the options nor the table know: of the step, or else of the options, and of the summarizer. */
export function unknownModels(options: CompactorOptions, stepModel?: string): UnknownModel[] {
  const { contextWindow, summarize, models } = options;
  const unknown: UnknownModel[] = [];
  const look = (modelId: unknown, window: number | undefined, usedFor: UnknownModel['usedFor']) => {
    if (window !== undefined || typeof modelId !== 'string') return;
    if (profileOf(modelId, models) === undefined) unknown.push({ modelId, usedFor });
  };
  look(stepModel ?? modelIdOf(options.model), contextWindow, 'steps');
  look(summarize?.modelId, namedSummarizerWindow(options), 'summaries');
  return unknown;
}

/** Throws `unknown-model` where the options are `strict` and a window would have to be assumed. */
export function requireKnown(options: CompactorOptions, stepModel?: string): void {
  if (options.strict !== true) return;
  const [unknown] = unknownModels(options, stepModel);
  if (unknown === undefined) return;
  const { modelId, usedFor } = unknown;
  const option = usedFor === 'steps' ? '`contextWindow`' : '`summarizerWindow`';
  throw new EpitomeError(
    'unknown-model',
    `the window of the model '${modelId.slice(0, 100)}' is not known: name it in \`models\`, or set ${option}`,
  );
}

/**
 * Models whose chat templates, or whose servers, refuse two messages of a role in a row or a second system
 * message.
 */
const strictTemplates =
  /(?:mis|mix|minis|codes|devs|magis|maths|pix|vox)tral|gemma|qwen|qwq|deepseek|llama-?2(?!\d)|code-?llama|command-?[ar]|c4ai|sonar|openchat|starling/;

export function hasStrictTemplate(modelId: string | undefined): boolean {
  return modelId !== undefined && strictTemplates.test(modelId.slice(0, 512).toLowerCase());
}

/** Models whose APIs refuse a call without what was thought before it, however long ago that was. */
export function wantsThoughtsBack(modelId: string): boolean {
  return /deepseek|kimi|moonshot|mimo/.test(modelId.slice(0, 512).toLowerCase());
}
