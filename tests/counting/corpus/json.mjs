/** Decides how JSON is written by programs that do not write it as JavaScript does. */

/** JSON as Python's json.dumps writes it: a space after each comma and colon. */
export function spacedJson(value) {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).map(
      ([key, inner]) => `${JSON.stringify(key)}: ${spacedJson(inner)}`,
    );
    return `{${pairs.join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
