/** The page's colours for canvases, which know no custom properties. */

import { signal } from '@preact/signals';

const names = [
  'user',
  'assistant',
  'tool',
  'record',
  'over',
  'accent',
  'ink',
  'quiet',
  'line',
  'ground',
] as const;
export type Palette = Readonly<Record<(typeof names)[number], string>>;

function read(): Palette {
  const probe = document.createElement('span');
  probe.className = 'palette';
  document.body.append(probe);
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries);
}

export const palette = signal<Palette>(read());

for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
  matchMedia(query).addEventListener('change', () => {
    palette.value = read();
  });
}
