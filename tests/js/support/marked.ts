/** Long texts of which a test can tell how much was read, and steps that stay behind what is folded. */
import { assistant, step, user } from './conversation.ts';

/** About `length` characters in which each sentence has a mark of its own. */
export function marked(name: string, length: number): { text: string; marks: string[] } {
  const marks: string[] = [];
  let text = '';
  while (text.length < length) {
    marks.push(`${name}${marks.length}q`);
    text += `The ${marks.at(-1)} of the plan is to be looked at before anything else. `;
  }
  return { text, marks };
}

/** A later request, and so many steps that are not folded. */
export const behind = (steps: number) => [
  assistant('Fine.'),
  user('Go on, please.'),
  ...Array.from({ length: steps }, (_, i) => step(`z${i}`)).flat(),
];
