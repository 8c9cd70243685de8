/**
 * Whether a text holds a name as a name of its own. Decides where a name ends; refuses to know what
 * kind of name it is.
 *
 * A name is bounded where no letter or digit of its own kind goes on: `rite.cc` is not in `rewrite.cc`,
 * nor 125 in 3125, but `HAT001` is in `航班HAT001已取消`.
 */

const latin = /[\p{Script=Latin}\p{N}_]/u;
/** Scripts that put spaces between words. */
const spaced =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;

/** 0 for what never goes on as a word. */
export function kindOf(character: string | undefined): number {
  if (character === undefined) return 0;
  const code = character.charCodeAt(0);
  if (code < 128) {
    const isWord =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95;
    return isWord ? 1 : 0;
  }
  if (latin.test(character)) return 1;
  return spaced.test(character) ? 2 : 0;
}

/** Whether `name`, which stands in `text` at `at`, is a name of its own there. */
export function isBounded(text: string, at: number, name: string): boolean {
  const goesOn = (inner: string | undefined, outer: string | undefined) => {
    const kind = kindOf(inner);
    return kind !== 0 && kind === kindOf(outer);
  };
  const end = at + name.length;
  return !goesOn(name[0], text[at - 1]) && !goesOn(name[name.length - 1], text[end]);
}

/** Where `name` stands for itself in `text` from `from` on; -1 for nowhere. */
export function indexOfName(text: string, name: string, from = 0): number {
  if (name === '') return -1;
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isBounded(text, at, name)) return at;
  }
  return -1;
}

export function holdsName(text: string, name: string): boolean {
  return indexOfName(text, name) >= 0;
}
