/**
 * Where the items of a window lie on a strip, to scale, and how they move when some of them become a
 * record. Pure figures: tokens in, CSS pixels out; refuses to know how a block is drawn.
 */

/** Blocks `{ item, x, width }` from `x` on, `scale` pixels a token. */
export function layOut(items, { x = 0, scale }) {
  let at = x;
  return items.map((item) => {
    const width = item.tokens * scale;
    const block = { item, x: at, width };
    at += width;
    return block;
  });
}

const keyOf = ({ kind, id, number, role }) =>
  kind === 'record' ? id : `${kind} ${number} ${role}`;

/**
 * The blocks of a view between two states, `t` from 0 (before) to 1 (after). What is folded shrinks into
 * its record; what stays moves. Blocks carry `folding` (they go) and `rising` (the record comes).
 */
export function morph(before, after, t) {
  const places = new Map(after.map((block) => [keyOf(block.item), block]));
  const known = new Set(before.map(({ item }) => keyOf(item)));
  const records = after.filter(({ item }) => item.kind === 'record' && !known.has(keyOf(item)));
  const between = (from, to) => from + (to - from) * t;
  /** The record that a block goes into. */
  const homeOf = ({ number, last = number }) =>
    records.find(({ item }) => number >= item.number && last <= item.last);
  const shares = new Map();
  for (const { item, width } of before) {
    const home = places.has(keyOf(item)) ? undefined : homeOf(item);
    if (home) shares.set(home, (shares.get(home) ?? 0) + width);
  }
  const passed = new Map();
  const moving = [];
  for (const { item, x, width } of before) {
    const place = places.get(keyOf(item));
    if (place) {
      moving.push({ item, x: between(x, place.x), width: between(width, place.width) });
      continue;
    }
    const home = homeOf(item);
    if (home === undefined) continue;
    const factor = home.width / (shares.get(home) || 1);
    const done = passed.get(home) ?? 0;
    passed.set(home, done + width);
    moving.push({
      item,
      x: between(x, home.x + done * factor),
      width: between(width, width * factor),
      folding: t,
    });
  }
  for (const record of records) moving.push({ ...record, rising: t });
  return moving;
}
