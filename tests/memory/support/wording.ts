/**
 * Sentences with choices in them. Decides how a template becomes a text; refuses to know what is said.
 *
 * A template holds alternatives as `(one|another|)`, nested as deep as wanted, and slots as `<name>`.
 * Parentheses without a bar stand for themselves, and so does a slot that nobody fills.
 */
import type { Rng } from '../../js/support/random.ts';

export type Slots = Readonly<Record<string, string | number>>;

const innermostChoice = /\(((?:[^()|]|\([^()|]*\))*(?:\|(?:[^()|]|\([^()|]*\))*)+)\)/;

/** One of the texts that a template stands for. What fills a slot is never read as a template. */
export function phrase(rng: Rng, template: string, slots: Slots = {}): string {
  let text = template;
  for (let choice = innermostChoice.exec(text); choice; choice = innermostChoice.exec(text)) {
    const before = text.slice(0, choice.index);
    const after = text.slice(choice.index + choice[0].length);
    text = `${before}${rng.pick((choice[1] as string).split('|'))}${after}`;
  }
  text = text.replace(/(\S) {2,}/g, '$1 ').replace(/ (?=[.,](?:\s|$))/g, '');
  return text.replace(/<(\w+)>/g, (whole, name: string, at: number) => {
    const value = slots[name];
    if (value === undefined) return whole;
    const begins = clauses.has(name) && /(?:^|[.!?] )$/.test(text.slice(0, at));
    return begins ? capital(String(value)) : String(value);
  });
}

/** Slots that are filled with clauses: at the start of a sentence they get a capital. */
const clauses = new Set(['why', 'reason', 'choice', 'thing']);

/** One of several templates, filled. */
export function say(rng: Rng, templates: readonly string[], slots: Slots = {}): string {
  return phrase(rng, rng.pick(templates), slots);
}

/** A text as somebody types it who does not look: letters swapped, dropped or doubled, capitals gone. */
export function mistyped(rng: Rng, text: string, kept: readonly string[] = []): string {
  return text
    .split(' ')
    .map((word) => {
      const safe =
        !/^[a-zA-Z']{4,}[,.?!]?$/.test(word) ||
        kept.some((k) => k.includes(word.replace(/[,.?!]$/, '')));
      if (safe || !rng.chance(0.12)) return word;
      const at = rng.int(1, word.length - 3);
      const [head, first, second, tail] = [
        word.slice(0, at),
        word[at],
        word[at + 1],
        word.slice(at + 2),
      ];
      if (/[^a-z]/i.test(`${first}${second}`)) return word;
      const wrong = [`${second}${first}`, `${first}`, `${first}${first}${second}`];
      return `${head}${rng.pick(wrong)}${tail}`;
    })
    .join(' ');
}

/** `n` different values, fewer where there are not as many. */
export function some<T>(rng: Rng, values: readonly T[], n: number): T[] {
  return rng.shuffle(values).slice(0, Math.max(0, n));
}

/** `one, two and three`. */
export function listed(words: readonly string[], and = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${and} ${words[words.length - 1]}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
