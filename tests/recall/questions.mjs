/**
 * What is asked of a session's archive, made of the session itself. Decides what an identifier is, which
 * are rare, and how each is asked for; refuses to know any search.
 *
 * Three kinds of questions, for identifiers that stand in one to three messages:
 * - `exact`: the identifier as it was written.
 * - `parts`: the plain words that it is made of, lower case, in reverse order (`retry with fetch` for
 *   `fetchWithRetry`); of identifiers with two such words at least.
 * - `mention`: the sentence in which the user or the assistant named it again, without the identifier and
 *   without any word of it; four other words at least. Only messages before that are searched.
 * What is to be found are the messages that hold the identifier.
 */

const identifier = /[A-Za-z_$][\w$]*(?:[-./:@#]+[\w$]+)*|\d[\w]*(?:[-.:/][\w]+)+|\d{5,}/g;
const mostMessages = 3;
const leastLength = 6;
const leastWords = 4;

/** Names of things, not words: with a digit, a capital inside or a character that joins. */
const isName = (text) =>
  text.length >= leastLength && text.length <= 120 && /\d|[a-z][A-Z]|\w[-_./:@#]\w/.test(text);

const wordsOf = (text) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word.length >= 3)
    .map((word) => word.toLowerCase());

/** Whether `text` holds the name, and not as a part of a longer word. */
function holds(text, name) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isInside = /\w/.test(text[at - 1] ?? '') || /\w/.test(text[at + name.length] ?? '');
    if (!isInside) return true;
  }
  return false;
}

/** A fixed choice of at most `count`, the same on every machine. */
function sample(items, count) {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, i) => items[Math.floor(i * step)],
  );
}

/** `messages` are `{ role, text }` in order; `{ kind, query, name, before, wanted }` comes back. */
export function questionsOf(messages, most = 300) {
  const seen = new Map();
  for (const [at, { text }] of messages.entries()) {
    for (const [name] of text.matchAll(identifier)) {
      if (!isName(name)) continue;
      const places = seen.get(name) ?? new Set();
      if (places.size <= mostMessages) places.add(at);
      seen.set(name, places);
    }
  }
  const rare = [...seen].filter(([, places]) => places.size <= mostMessages);
  const placesOf = (name, before) =>
    messages.flatMap(({ text }, at) => (at < before && holds(text, name) ? [at] : []));
  const questions = [];
  const all = messages.length;
  for (const [name] of sample(rare, most)) {
    questions.push({ kind: 'exact', query: name, name, before: all, wanted: placesOf(name, all) });
  }
  const composed = rare.filter(([name]) => new Set(wordsOf(name)).size >= 2);
  for (const [name] of sample(composed, most)) {
    const query = wordsOf(name).reverse().join(' ');
    questions.push({ kind: 'parts', query, name, before: all, wanted: placesOf(name, all) });
  }
  const mentioned = [];
  for (const [name, places] of seen) {
    const [first, ...later] = [...places].sort((a, b) => a - b);
    const again = later.find((at) => messages[at].role !== 'tool' && at - first >= 2);
    if (again === undefined) continue;
    const own = new Set(wordsOf(name));
    const sentence = messages[again].prose
      .split(/(?<=[.!?])\s|\n/)
      .find((each) => holds(each, name));
    const query = (sentence ?? '')
      .replaceAll(name, ' ')
      .split(/[^\p{L}\p{N}'-]+/u)
      .filter((word) => word !== '' && !own.has(word.toLowerCase()))
      .join(' ');
    if (query.split(' ').length >= leastWords) mentioned.push({ name, query, before: again });
  }
  for (const { name, query, before } of sample(mentioned, most)) {
    const wanted = placesOf(name, before);
    if (wanted.length <= mostMessages)
      questions.push({ kind: 'mention', query, name, before, wanted });
  }
  // A piece of a longer word is no name.
  return questions.filter(({ wanted }) => wanted.length > 0 && wanted.length <= mostMessages);
}
