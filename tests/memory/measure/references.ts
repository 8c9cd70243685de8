/**
 * What a step refers to by name: paths, symbols, URLs, ids, numbers, quoted strings, error names.
 * Decides what counts as a reference, and of which type; refuses to know where it was said before.
 */
import { field, partsOf, stringField, typeOf } from '../../../js/testing/shapes.ts';

export const referenceTypes = ['path', 'symbol', 'url', 'id', 'number', 'quoted', 'error'] as const;
export type ReferenceType = (typeof referenceTypes)[number];

export interface Reference {
  readonly type: ReferenceType;
  readonly text: string;
  /** Said in an argument of a call, or in the text beside it. */
  readonly place: 'call' | 'text';
}

const url = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\^]+/g;
/** Text between quotation marks; single ones must not be apostrophes. */
const quotation =
  /"([^"\n]{3,80})"|`([^`\n]{3,80})`|“([^”\n]{3,80})”|(?<![\p{L}\p{N}])'([^'\n]{3,80})'(?![\p{L}\p{N}])/gu;
const separators = /[\s"'`“”<>()[\]{}|,;=*\\…，。、：；]+/;

const extension =
  /\.(?:[cm]?[jt]sx?|json[5lc]?|md|mdx|txt|ya?ml|toml|ini|cfg|conf|lock|py|rb|rs|go|java|kt|c|cc|cpp|h|hh|hpp|cs|php|swift|sh|bash|zsh|sql|css|scss|html?|xml|svg|png|jpe?g|gif|pdf|csv|tsv|log|env|rst|ipynb|proto|graphql|vue|svelte|tf|patch|diff|wasm|zip|gz|docx?|xlsx?)$/i;
const errorName =
  /^(?:[A-Z]\w*(?:Error|Exception|Warning|Failure)|E[A-Z]{3,}|ERR_[A-Z_]+|TS\d{3,5}|E\d{3,5})$/;
const plainChain = /^[A-Za-z_$][\w$]+(?:(?:\.|::)[A-Za-z_$][\w$]+)+$/;
const camel = /^[A-Za-z_$][\w$]*$/;

function isPath(word: string): boolean {
  if (!/^[~\w.@/+$-]+$/.test(word) || !/[A-Za-z]/.test(word)) return false;
  const slashes = word.split('/').length - 1;
  if (slashes === 0) return /^[\w@-][\w.@+-]*$/.test(word) && extension.test(word);
  // "and/or" is none.
  return /^[~./@]/.test(word) || slashes > 1 || extension.test(word) || /[-_.\d]/.test(word);
}

function isSymbol(word: string): boolean {
  if (/^--[a-z][\w-]+$/.test(word)) return true;
  if (word.length < 4 || !camel.test(word)) return false;
  return /[a-z\d][A-Z]/.test(word) || /[A-Z]{2}[a-z]/.test(word) || /\w_\w/.test(word);
}

/** The type of a word that is a name by its form. */
function typeOfWord(word: string): ReferenceType | undefined {
  if (word.length > 200) return undefined;
  if (/^https?:\/\/\S+$/.test(word)) return 'url';
  if (errorName.test(word)) return 'error';
  if (isPath(word)) return 'path';
  if (/^[#$€£]?\d[\d.,:_-]*$/.test(word)) {
    return (word.match(/\d/g)?.length ?? 0) >= 4 ? 'number' : undefined;
  }
  const isMixed = /\d/.test(word) && /[A-Za-z]/.test(word);
  if (isMixed && word.length >= 5 && /^[A-Za-z\d][\w.@-]*$/.test(word)) return 'id';
  return isSymbol(word) ? 'symbol' : undefined;
}

/**
 * Without what a sentence or a compiler puts around a name. An end is looked for only where it may begin:
 * else a long run of marks would be read again from each of them.
 */
function bare(word: string): string {
  return word
    .replace(/^[^\p{L}\p{N}~./@$_#-]+/u, '')
    .replace(/(?::\d+){1,2}:?$/, '')
    .replace(/(?<![.:!?])[.:!?]+$/, '');
}

interface Name {
  type: ReferenceType;
  text: string;
}

function* namesOfWord(whole: string): Generator<Name> {
  const word = bare(whole);
  const type = typeOfWord(word);
  if (type !== undefined) {
    yield { type, text: word };
    return;
  }
  // A chain such as `session.prepareStep`, `epitome::Ledger` or, of plain words alone, `theme.bold`.
  const links = word.split(/\.|::|->|#|:|\?|!|&/);
  if (links.length < 2) return;
  let isPlain = plainChain.test(word);
  for (const link of links) {
    const linked = typeOfWord(link);
    if (linked === undefined) continue;
    isPlain = false;
    yield { type: linked, text: link };
  }
  if (isPlain) yield { type: 'symbol', text: word };
}

/** The names in a text. */
export function* namesIn(text: string): Generator<Name> {
  for (const [found] of text.matchAll(url))
    yield { type: 'url', text: found.replace(/(?<![.,;:!?])[.,;:!?]+$/, '') };
  const rest = text.replace(url, ' ');
  for (const word of rest.split(separators)) if (word !== '') yield* namesOfWord(word);
}

/** A phrase is something said or shown: names in it count by themselves. */
function* phraseOf(text: string): Generator<Name> {
  const phrase = text.trim();
  const isShort = phrase.length >= 3 && phrase.length <= 80;
  if (isShort && /\p{L}{2}/u.test(phrase) && namesIn(phrase).next().done === true) {
    yield { type: 'quoted', text: phrase };
  }
}

/** Phrases that the text quotes. A word alone is quoted for many reasons. */
function* quotedIn(text: string): Generator<Name> {
  for (const match of text.matchAll(quotation)) {
    const phrase =
      match
        .slice(1)
        .find((group) => group !== undefined)
        ?.trim() ?? '';
    if (/\p{L}\s+\p{L}/u.test(phrase)) yield* phraseOf(phrase);
  }
}

/** More than this, in UTF-16 code units, or several lines, is content that is written, no reference. */
const longestReference = 300;

/** What an argument refers to: a city or a status as a whole, the names in a command. */
function* referredTo(argument: string): Generator<Name> {
  if (argument.length > longestReference || argument.trim().includes('\n')) return;
  yield* namesIn(argument);
  const isCommand = /[|&;$]|\s-/.test(argument);
  if (!isCommand) yield* phraseOf(argument);
}

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* leavesOf(inner);
  }
}

/** What an assistant message refers to, each name once; one in a call and in the text is the call's. */
export function referencesOf(message: unknown): Reference[] {
  const found = new Map<string, Reference>();
  const add = (names: Iterable<Name>, place: Reference['place']) => {
    for (const { type, text } of names) {
      if (!found.has(text)) found.set(text, { type, text, place });
    }
  };
  const parts = partsOf(message);
  for (const part of parts) {
    if (typeOf(part) !== 'tool-call') continue;
    for (const leaf of leavesOf(field(part, 'input'))) {
      add(referredTo(leaf), 'call');
    }
  }
  const said = parts.flatMap((part) =>
    typeOf(part) === 'text' ? [stringField(part, 'text') ?? ''] : [],
  );
  const content = stringField(message, 'content');
  for (const text of content === undefined ? said : [content]) {
    add(namesIn(text), 'text');
    add(quotedIn(text), 'text');
  }
  return [...found.values()];
}
