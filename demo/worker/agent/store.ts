/** The messages of sessions, the states of their compaction, and summaries that wait to be used, in SQLite. */

import type { UIMessage } from 'ai';

/** Runs a statement and returns its rows. */
export type Query = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[];

export class Store {
  readonly #id: string;
  readonly #query: Query;

  constructor(id: string, query: Query) {
    this.#id = id;
    this.#query = query;
    query(
      'CREATE TABLE IF NOT EXISTS messages (session, at, id, message, PRIMARY KEY (session, at))',
    );
    query('CREATE TABLE IF NOT EXISTS texts (session, name, text, PRIMARY KEY (session, name))');
  }

  messages(): UIMessage[] {
    const sql = 'SELECT message FROM messages WHERE session = ? ORDER BY at';
    return this.#query(sql, this.#id).map(({ message }) => JSON.parse(String(message)));
  }

  has({ id }: UIMessage): boolean {
    return this.#at(id) !== undefined;
  }

  /** Adds a message. One that is there already is replaced, and what came after it goes. */
  put(message: UIMessage): void {
    const at = this.#at(message.id);
    if (at !== undefined) {
      this.#query('DELETE FROM messages WHERE session = ? AND at >= ?', this.#id, at);
    }
    this.#query(
      `INSERT INTO messages SELECT ?1, coalesce(max(at), 0) + 1, ?2, ?3 FROM messages WHERE session = ?1`,
      ...[this.#id, message.id, JSON.stringify(message)],
    );
  }

  #at(id: string): number | undefined {
    const sql = 'SELECT at FROM messages WHERE session = ? AND id = ?';
    return this.#query(sql, this.#id, id)[0]?.at as number | undefined;
  }

  /** Texts by name; `prefix` chooses some of them. */
  texts(prefix: string): [name: string, text: string][] {
    return this.#query('SELECT name, text FROM texts WHERE session = ?', this.#id)
      .map(({ name, text }): [string, string] => [String(name), String(text)])
      .filter(([name]) => name.startsWith(prefix));
  }

  write(name: string, text: string): void {
    this.#query('INSERT OR REPLACE INTO texts VALUES (?, ?, ?)', this.#id, name, text);
  }

  drop(name: string): void {
    this.#query('DELETE FROM texts WHERE session = ? AND name = ?', this.#id, name);
  }

  clear(): void {
    for (const table of ['messages', 'texts']) {
      this.#query(`DELETE FROM ${table} WHERE session = ?`, this.#id);
    }
  }
}
