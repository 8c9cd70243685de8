/**
 * The page's colours for canvases, read from the style sheet: so they follow light, dark and forced
 * colours as everything else does. Decides how they are read, and nothing about what they mean.
 */

const names = [
  'user',
  'assistant',
  'tool',
  'system',
  'record',
  'alarm',
  'ink',
  'soft',
  'line',
  'panel',
];

let palette;

function read() {
  const probe = document.createElement('span');
  probe.className = 'probe';
  document.body.append(probe);
  const colours = {};
  for (const name of names) {
    probe.dataset.colour = name;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  colours.forced = matchMedia('(forced-colors: active)').matches;
  return colours;
}

/** `{ user, assistant, … , forced }`: CSS colours, and whether the user's own are in force. */
export function colours() {
  palette ??= read();
  return palette;
}

/** Calls `onChange` when other colours hold. */
export function watchColours(onChange) {
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
  ]) {
    matchMedia(query).addEventListener('change', () => {
      palette = undefined;
      onChange();
    });
  }
}
