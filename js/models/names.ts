/**
 * Names of models, however a host writes them. Decides which spellings mean one model; refuses to know
 * what is known of it.
 */

/** Regions and vendors that clouds put in front, each with a dot behind: `us.anthropic.claude-…`. */
const vendor = /^[a-z-]+\.(?=.)/;

/** What is put behind a name without making another model of it: dates, revisions, prices, variants of a host. */
const suffix =
  /^(?:-(?:\d{4}-\d\d-\d\d|\d{4,8}|\d\d-\d\d(?:\d\d)?|0\d\d|latest|preview|exp|experimental|beta|batch|instruct|it|v\d+)|[:@].*)+$/;

/** As the table has it: without providers, regions and what follows `:` or `@`, in small letters, dashes for dots. */
export function catalogueName(id: string): string {
  return nameOf(id).replace(/[:@].*$/s, '');
}

function nameOf(id: string): string {
  let name = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
  while (vendor.test(name)) name = name.replace(vendor, '');
  return name.replaceAll('.', '-');
}

/** The longest known name that `name` is but for a date, a revision or the like; undefined where none is. */
export function impliedBy(name: string, isKnown: (name: string) => boolean): string | undefined {
  for (let end = name.length - 1; end > 0; end -= 1) {
    const base = name.slice(0, end);
    if (isKnown(base) && suffix.test(name.slice(end))) return base;
  }
  return undefined;
}
