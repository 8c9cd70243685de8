// The longest sentences of README and js/docs: a sentence that has to be read twice is mostly a long one.
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

const pages = () => [
  'README.md',
  ...readdirSync(new URL('js/docs/', root), { recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `js/docs/${file}`),
];

/** Sentences of paragraphs, items of lists and cells of tables, without code blocks, headings and targets of links. */
export function sentencesOf(text) {
  const prose = text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^#.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  const blocks = prose.split(/\n\s*\n| · |\n(?=\s*(?:[-*]|\d+\.) )|\||\n(?=\|)/);
  return blocks
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[`*"A-Z])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w/.test(sentence));
}

export const wordsIn = (sentence) => sentence.split(' ').length;

/** The longest, as lines: words, page, sentence. */
export function longestSentences(most = 10) {
  const all = pages().flatMap((page) =>
    sentencesOf(readFileSync(new URL(page, root), 'utf8')).map((sentence) => ({ page, sentence })),
  );
  return all
    .sort((a, b) => wordsIn(b.sentence) - wordsIn(a.sentence))
    .slice(0, most)
    .map(({ page, sentence }) => `${wordsIn(sentence)} words, ${page}: ${sentence}`);
}
