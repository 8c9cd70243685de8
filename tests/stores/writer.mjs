/** A process that adds to one number in an SQLite file, and takes a lease: `node writer.mjs FILE EACH HOLDER`. */

import { sqliteStore } from 'epitome/stores/sqlite';
import { count } from './conform.mjs';

const [file, each, holder] = process.argv.slice(2);
const store = sqliteStore(file);
await count([store], Number(each));
const { granted } = await store.lease({ scope: 'lease', id: 'one' }, holder, 60_000);
console.log(granted ? 'granted' : 'refused');
