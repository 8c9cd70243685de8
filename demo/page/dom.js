/**
 * Making and finding elements. Text of a session only ever goes through `textContent`: nothing here
 * takes markup.
 */

export const $ = (id) => document.getElementById(id);

/** An element with attributes, properties that start with `on` as listeners, and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'text') made.textContent = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Sets a text where it differs: an untouched one is not read out again. */
export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

export const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Attributes of what scrolls: the keyboard must get there. */
export const scrolls = { tabIndex: 0 };
