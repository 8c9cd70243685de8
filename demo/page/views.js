/**
 * What the model is shown, kept small: a view tells either all its items, or how many it keeps of the one
 * before, grown by the messages that came since, and what follows them. Pure data, for the worker and
 * the page alike.
 */

/** Views in a row that tell only what is new: then one tells all, so that any is found at once. */
export const mostInARow = 48;

/** The items of keyframe `key`; `messageItem(number)` is that of a message as it came. Do not change them. */
export function itemsOfView(keyframes, key, messageItem) {
  let start = key;
  while (keyframes[start].keep !== undefined) start -= 1;
  let { items } = keyframes[start];
  for (let at = start + 1; at <= key; at += 1) {
    const { keep, items: following } = keyframes[at];
    const kept = items.slice(0, keep);
    for (let number = keyframes[at - 1].seen + 1; kept.length < keep; number += 1) {
      kept.push(messageItem(number));
    }
    kept.push(...following);
    items = kept;
  }
  return items;
}
