/**
 * All planted facts. They were written without a look at any rule that finds facts; a phrasing that a
 * rule misses is no reason to change the phrasing.
 */
import type { Rng } from '../../js/support/random.ts';
import { assistants } from './assistants.ts';
import { building } from './tools/building.ts';
import { running } from './tools/running.ts';
import { failingTests } from './tools/tests.ts';
import type { Plant, Planted } from './types.ts';
import { english } from './users/en.ts';
import { european } from './users/europe.ts';
import { asian } from './users/world.ts';

export { constraints } from './constraints.ts';
export type { Constraint, Plant, Planted, Revocation } from './types.ts';

/** Facts said by users, printed by tools, and stated by assistants; `constraints` are apart. */
export const plants: readonly Plant[] = [
  ...english,
  ...european,
  ...asian,
  ...failingTests,
  ...building,
  ...running,
  ...assistants,
];

/**
 * Draws each of some plants once, so that no value is in another one's text: a value that stands in two
 * places could be kept by the wrong one. The same source of randomness gives the same values.
 */
export function drawn<P extends Plant>(rng: Rng, from: readonly P[]): [P, Planted][] {
  const done: [P, Planted][] = [];
  for (const plant of from) {
    const source = rng.fork();
    let planted = plant.plant(source);
    for (let i = 0; i < 20 && done.some(([, other]) => clash(planted, other)); i += 1) {
      planted = plant.plant(source);
    }
    done.push([plant, planted]);
  }
  return done;
}

function clash(a: Planted, b: Planted): boolean {
  return holds(b, a.value) || holds(a, b.value);
}

function holds({ text, revokes }: Planted, value: string): boolean {
  return standsIn(text, value) || (revokes !== undefined && standsIn(revokes.text, value));
}

/** Whether a value stands in a text as a word of its own: 443 is not in 14430. */
export function standsIn(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + value.length] ?? ' '];
    const joined = (outer: string, inner: string) =>
      /[a-z0-9]/i.test(inner) && /[a-z0-9]/i.test(outer);
    if (!joined(before, value[0] as string) && !joined(after, value[value.length - 1] as string))
      return true;
  }
  return false;
}
