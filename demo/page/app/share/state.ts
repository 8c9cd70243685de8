/** The options that the page plays with, kept in step with the hash of its address. */

import { effect, signal } from '@preact/signals';
import { replay, setup } from '../player.ts';
import { keepSet, type Way } from '../race/ways.ts';
import { format, hasOptions, parse, setupOf, sharedOf } from './options.ts';

/** What the address or the panel asks for and can't have. */
export const problems = signal<string[]>([]);
/** The options that were just kept for the race. */
export const kept = signal<Way | undefined>(undefined);

/** Takes the options of the address, if there are any. */
export function restore(): void {
  if (!hasOptions(location.hash)) return;
  const { shared, problems: found } = parse(location.hash);
  problems.value = found;
  setup.value = setupOf(shared);
}

/** Plays with the options in `text`, written as in the hash. */
export async function apply(text: string): Promise<void> {
  const { shared, problems: found } = parse(text);
  [problems.value, kept.value] = [found, undefined];
  await replay(setupOf(shared));
}

/** Keeps the options in `text` for the race; the page plays on with its own. */
export function keep(text: string): void {
  const { shared, problems: found } = parse(text);
  [problems.value, kept.value] = [found, keepSet(shared)];
}

/** The address of this page with these options, and nothing else. */
export function addressOf(hash: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${hash === '' ? '' : `#${hash}`}`;
}

export function followAddress(): void {
  let isFirst = true;
  effect(() => {
    const hash = format(sharedOf(setup.value));
    // At first the address stands, with what it asks for in vain.
    if (isFirst) isFirst = false;
    else if (hash !== '') history.replaceState(null, '', `#${hash}`);
    else if (hasOptions(location.hash))
      history.replaceState(null, '', location.pathname + location.search);
  });
  addEventListener('hashchange', () => {
    if (!hasOptions(location.hash)) return;
    if (location.hash.slice(1) !== format(sharedOf(setup.value))) void apply(location.hash);
  });
}
