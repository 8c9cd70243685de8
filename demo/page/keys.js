/** Keys that hold everywhere on the page but where text is written. Decides only which they are. */

const texts =
  'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="number"], [contenteditable]';

/** `actions` by key, in small letters. */
export function bindKeys(actions) {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.matches(texts)) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      // A select would look for an option that begins so.
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    { capture: true },
  );
}
