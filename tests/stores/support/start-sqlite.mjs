/** One of several processes that open the same new file: `node start-sqlite.mjs FILE NUMBER`. */

import { sqliteStore } from 'epitome/stores/sqlite';

const [file, number] = process.argv.slice(2);
const store = sqliteStore({ file });
await store.save(`process ${number}`, { state: number, expectedRevision: 0 });
await store.close();
