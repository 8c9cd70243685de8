/** What the agent wrote down in a chat, as rows of SQLite: one a note. */

/** `exec(text, ...values)` runs one statement and returns its rows. */
export function notesOf({ id, exec }) {
  exec(`CREATE TABLE IF NOT EXISTS chat_notes (
    chat TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (chat, name))`);
  return {
    set: (name, text) => exec('INSERT OR REPLACE INTO chat_notes VALUES (?, ?, ?)', id, name, text),
    entries: () =>
      exec('SELECT name, text FROM chat_notes WHERE chat = ? ORDER BY name', id).map(
        ({ name, text }) => [name, text],
      ),
    clear: () => exec('DELETE FROM chat_notes WHERE chat = ?', id),
  };
}
