/**
 * How each dialect writes Anthropic's cache breakpoints: where in a message one can stand, and which
 * fields say so.
 */
import { copyWith, optionFields, withoutBreakpoints } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import type { DialectName } from './dialect.ts';
import { itemsOf } from './record.ts';

/** Where in a message a breakpoint stands: fields and indexes from the message on. */
export type Path = readonly (string | number)[];

/** How a dialect writes breakpoints. */
export interface Marking {
  /** Objects of a message that may have a breakpoint, in prompt order. May throw. */
  owners(message: Fields): Path[];
  /** The breakpoint of such an object; undefined where there is none. May throw. */
  breakpointOf(owner: Fields): unknown;
  /** Where a mark goes; undefined for a message that has no place for one. May throw. */
  placeOf(message: Fields): Path | undefined;
  /** True where a breakpoint at `path` does what a mark at `place` would. */
  coincide(message: Fields, path: Path, place: Path): boolean;
  mark(owner: Fields, value: Fields, message: Fields): Fields;
  unmark(owner: Fields): Fields;
}

/** A text that is more than white space: others can't be cached. */
function isWords(text: unknown): boolean {
  return typeof text === 'string' && /\S/.test(text);
}

function lastIndex(items: readonly unknown[], fits: (item: Fields) => boolean): number {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (isObject(item) && attempt(() => fits(item)) === true) return index;
  }
  return -1;
}

/** The AI SDK: in the options for providers, of a message or of one of its parts. */
function sdkMarking(newField: string): Marking {
  const cacheable = (item: Fields): boolean => {
    const options = item.providerOptions;
    if (item.type === 'text') {
      const own = isObject(options) ? options.anthropic : undefined;
      return isWords(item.text) && !(isObject(own) && own.type === 'compaction');
    }
    if (item.type === 'tool-call' || item.type === 'tool-result') {
      return item.providerExecuted !== true;
    }
    return item.type === 'image' || item.type === 'file';
  };
  return {
    owners(message) {
      const paths: Path[] = [];
      for (const [index, part] of (itemsOf(message.content) ?? []).entries()) {
        if (!isObject(part)) continue;
        const output = attempt(() => part.output);
        const items = isObject(output) ? attempt(() => itemsOf(output.value)) : undefined;
        for (const [i, item] of (items ?? []).entries()) {
          if (isObject(item)) paths.push(['content', index, 'output', 'value', i]);
        }
        if (isObject(output)) paths.push(['content', index, 'output']);
        paths.push(['content', index]);
      }
      return [...paths, []];
    },
    breakpointOf(owner) {
      for (const options of optionFields.map((field) => owner[field]).filter(isObject)) {
        for (const values of Object.values(options).filter(isObject)) {
          const value = values.cacheControl ?? values.cache_control;
          if (value !== undefined && value !== null) return value;
        }
      }
      return undefined;
    },
    placeOf(message) {
      const { content, role } = message;
      if (typeof content === 'string') return isWords(content) ? [] : undefined;
      const items = itemsOf(content) ?? [];
      const fits = (item: Fields): boolean =>
        cacheable(item) && !(role === 'assistant' && item.type === 'tool-result');
      const last = lastIndex(items, fits);
      // Not on the message: some provider packages copy that to each of its parts.
      return last < 0 ? undefined : ['content', last];
    },
    coincide({ content }, path, place) {
      const last = Array.isArray(content) ? `content,${content.length - 1}` : '';
      return path.join() === place.join() || (path.length === 0 && place.join() === last);
    },
    mark(owner, value, message) {
      const field = optionFields.find((name) => name in owner && owner[name] != null);
      const name = field ?? optionFields.find((known) => known in message) ?? newField;
      const options = isObject(owner[name]) ? owner[name] : {};
      const own = isObject(options.anthropic) ? options.anthropic : {};
      const anthropic = copyWith(own, { cacheControl: value });
      return copyWith(owner, { [name]: copyWith(options, { anthropic }) });
    },
    unmark(owner) {
      const changes = withoutBreakpoints(owner);
      return Object.keys(changes).length === 0 ? owner : copyWith(owner, changes);
    },
  };
}

const cacheableBlocks = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_use',
  'tool_result',
]);

/** Anthropic's API: in the blocks themselves, those inside results too. */
const anthropicMarking: Marking = {
  owners(message) {
    const paths: Path[] = [];
    for (const [index, block] of (itemsOf(message.content) ?? []).entries()) {
      if (!isObject(block)) continue;
      const inner = attempt(() => itemsOf(block.content)) ?? [];
      for (const [i, item] of inner.entries()) {
        if (isObject(item)) paths.push(['content', index, 'content', i]);
      }
      paths.push(['content', index]);
    }
    return paths;
  },
  breakpointOf: (owner) => owner.cache_control,
  placeOf({ content }) {
    if (typeof content === 'string') return isWords(content) ? [] : undefined;
    const fits = ({ type, text }: Fields): boolean =>
      cacheableBlocks.has(type as string) && (type !== 'text' || isWords(text));
    const last = lastIndex(itemsOf(content) ?? [], fits);
    return last < 0 ? undefined : ['content', last];
  },
  coincide: (_message, path, place) => path.join() === place.join(),
  mark(owner, value) {
    const { content, role } = owner;
    if (role === undefined) return copyWith(owner, { cache_control: value });
    // A string has no place for one: it becomes the block that it stands for.
    return copyWith(owner, { content: [{ type: 'text', text: content, cache_control: value }] });
  },
  unmark: (owner) => copyWith(owner, { cache_control: undefined }),
};

export const markings: Readonly<Partial<Record<DialectName, Marking>>> = {
  'ai-sdk': sdkMarking('providerOptions'),
  'ai-sdk-4': sdkMarking('experimental_providerMetadata'),
  anthropic: anthropicMarking,
};
