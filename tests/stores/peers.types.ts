/**
 * The clients of the peer packages are what the stores take. Decides nothing: it has to compile, and is
 * never run.
 */

import { DatabaseSync } from 'node:sqlite';
import { indexedDbStore } from 'epitome/stores/indexeddb';
import { postgresStore } from 'epitome/stores/postgres';
import { redisStore } from 'epitome/stores/redis';
import { sqliteStore } from 'epitome/stores/sqlite';
import { unstorageStore } from 'epitome/stores/unstorage';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createClient } from 'redis';
import { createStorage } from 'unstorage';

export const stores = [
  postgresStore({ pool: new pg.Pool(), agentId: 'a' }),
  redisStore({ client: createClient() }),
  redisStore({ client: new Redis() }),
  sqliteStore({ database: new DatabaseSync(':memory:') }),
  unstorageStore({ storage: createStorage() }),
  indexedDbStore(),
];
