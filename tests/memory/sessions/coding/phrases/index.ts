/** The tables of what is said in coding sessions, by language. */
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { CodingPhrases } from './phrases.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export const codingPhrases: Readonly<Record<string, CodingPhrases>> = {
  en,
  de,
  fr,
  es,
  pt,
  zh,
  ja,
  ru,
};
