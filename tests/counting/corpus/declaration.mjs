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

const european =
  /lang="(de|fr|es|it|pt|nl|sv|da|nb|nn|fi|pl|cs|sk|hu|ro|tr|sl|hr|bs|lt|lv|et|is|ga|cy|sq|mt|ca|eu|gl|lb|fo|fy|br|gd|oc|rm|co|sc|wa|en)([-"])/;

/** Messages of the declaration's languages, at most `perLanguage` code units of each. */
export function declarationMessages(source, folder, perLanguage) {
  const messages = [];
  for (const file of readdirSync(join(folder, 'package/declaration')).sort()) {
    const bytes = readFileSync(join(folder, 'package/declaration', file));
    const [text] = readTexts(bytes, 'prose');
    if (!text) continue;
    const script = scriptOf(text);
    const latin = european.test(bytes.toString('utf8', 0, 200)) ? 'latin' : 'latin-other';
    const category = script === 'Latin' ? latin : (fitted[script] ?? 'rare');
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
