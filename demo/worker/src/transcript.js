/** What was said in a chat, as rows of SQLite: one a message. Decides what is written; refuses to know models. */

/** `exec(text, ...values)` runs one statement and returns its rows. */
export function transcriptOf({ id, exec }) {
  exec(`CREATE TABLE IF NOT EXISTS chat_messages (
    chat TEXT NOT NULL, position INTEGER NOT NULL, message TEXT NOT NULL, PRIMARY KEY (chat, position))`);
  const texts = () =>
    exec('SELECT message FROM chat_messages WHERE chat = ? ORDER BY position', id).map(
      ({ message }) => message,
    );
  const messages = () => texts().map((text) => JSON.parse(text));

  /** Rows are paid for: those that stay the same are not written anew. */
  function replace(conversation) {
    const before = texts();
    const after = conversation.map((message) => JSON.stringify(message));
    const changed = after.findIndex((text, at) => text !== before[at]);
    const from = changed < 0 ? after.length : changed;
    if (before.length > from) {
      exec('DELETE FROM chat_messages WHERE chat = ? AND position >= ?', id, from);
    }
    for (const [at, text] of after.entries()) {
      if (at >= from) exec('INSERT INTO chat_messages VALUES (?, ?, ?)', id, at, text);
    }
  }

  return {
    messages,
    replace,
    /** All messages with one more at the end, which leaves the place that it had. */
    with: (message) => [...messages().filter((known) => known.id !== message.id), message],
    clear: () => exec('DELETE FROM chat_messages WHERE chat = ?', id),
  };
}
