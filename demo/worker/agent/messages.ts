/** The messages of sessions, and summaries that wait to be used, in SQLite. */

import type { UIMessage } from 'ai';

/** Runs a statement and returns its rows. */
export type Query = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[];

export class Messages {
  readonly #session: string;
  readonly #query: Query;

  constructor(session: string, query: Query) {
    this.#session = session;
    this.#query = query;
    query(
      'CREATE TABLE IF NOT EXISTS messages (session, at, id, message, PRIMARY KEY (session, at))',
    );
    query('CREATE TABLE IF NOT EXISTS summaries (session, job, reply, PRIMARY KEY (session, job))');
  }

  messages(): UIMessage[] {
    const sql = 'SELECT message FROM messages WHERE session = ? ORDER BY at';
    return this.#query(sql, this.#session).map(({ message }) => JSON.parse(String(message)));
  }

  has({ id }: UIMessage): boolean {
    return this.#at(id) !== undefined;
  }

  /** Adds a message. One that is there already is replaced, and what came after it goes. */
  put(message: UIMessage): void {
    const at = this.#at(message.id);
    if (at !== undefined) {
      this.#query('DELETE FROM messages WHERE session = ? AND at >= ?', this.#session, at);
    }
    this.#query(
      `INSERT INTO messages SELECT ?1, coalesce(max(at), 0) + 1, ?2, ?3 FROM messages WHERE session = ?1`,
      ...[this.#session, message.id, JSON.stringify(message)],
    );
  }

  #at(id: string): number | undefined {
    const sql = 'SELECT at FROM messages WHERE session = ? AND id = ?';
    return this.#query(sql, this.#session, id)[0]?.at as number | undefined;
  }

  /** The summaries that wait, by the ids of their jobs. */
  summaries(): [job: string, reply: string][] {
    return this.#query('SELECT job, reply FROM summaries WHERE session = ?', this.#session).map(
      ({ job, reply }): [string, string] => [String(job), String(reply)],
    );
  }

  addSummary(job: string, reply: string): void {
    this.#query('INSERT OR REPLACE INTO summaries VALUES (?, ?, ?)', this.#session, job, reply);
  }

  dropSummary(job: string): void {
    this.#query('DELETE FROM summaries WHERE session = ? AND job = ?', this.#session, job);
  }

  clear(): void {
    for (const table of ['messages', 'summaries']) {
      this.#query(`DELETE FROM ${table} WHERE session = ?`, this.#session);
    }
  }
}
