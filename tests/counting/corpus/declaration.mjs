/**
 * Held-out text of many languages: the Universal Declaration of Human Rights, one file a language.
 * Decides which language measures which category; languages of unseen scripts are the rare ones.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cut } from './cut.mjs';
import { dice } from './random.mjs';
import { readTexts } from './readers.mjs';
import { fitted, scriptOf } from './scripts.mjs';

const european = new Set(
  'de fr es it pt pt-BR pt-PT nl sv da nb nn fi pl cs sk hu ro tr sl hr bs lt lv et is ga cy sq mt ca eu gl en'.split(
    ' ',
  ),
);

/** Scripts of which one language is measured on its own; their other languages elsewhere. */
const chief = {
  Cyrillic: ['ru', 'cyrillic'],
  Arabic: ['ar', 'arabic-other'],
  Devanagari: ['hi', 'indic'],
  Han: ['zh', 'han-other'],
};

function categoryOf(script, language) {
  if (script === 'Latin') return european.has(language) ? 'latin' : 'latin-other';
  const [one, others] = chief[script] ?? [];
  if (one) return language.split('-')[0] === one ? one : others;
  return fitted[script] ?? 'rare';
}

/** Messages of the declaration's languages, at most `perLanguage` code units of each. */
export function declarationMessages(source, folder, perLanguage) {
  const messages = [];
  for (const file of readdirSync(join(folder, 'package/declaration')).sort()) {
    const bytes = readFileSync(join(folder, 'package/declaration', file));
    const [text] = readTexts(bytes, 'prose');
    // Files with a number for a name are dialects, written in a spelling of their own.
    if (!text || /^\d/.test(file)) continue;
    const script = scriptOf(text);
    const language = /<html[^>]* lang="([^"]*)"/.exec(bytes.toString('utf8', 0, 300))?.[1] ?? '';
    const category = categoryOf(script, language);
    const random = dice(file);
    if (category === 'latin-other' && !random.chance(0.2)) continue;
    let left = perLanguage;
    for (const piece of cut(text, random)) {
      if (left <= 0) break;
      messages.push({ category, source, file: `${script}/${file}`, text: piece });
      left -= piece.length;
    }
  }
  return messages;
}
