/** What a host writes with each client: it compiles, in the strictest settings. */

import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { type ConformanceCheck, conformance } from 'epitome/stores/conformance';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { encrypted } from 'epitome/stores/encrypted';
import { memoryStore, type Store } from 'epitome/stores/memory';
import { postgresSchema, postgresStore } from 'epitome/stores/postgres';
import { redisStore } from 'epitome/stores/redis';
import { sqliteSchema, sqliteStore } from 'epitome/stores/sqlite';
import { unstorageStore } from 'epitome/stores/unstorage';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { createStorage } from 'unstorage';

/** As pg declares them, whose types are a package of their own. */
interface Pool {
  query<R extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}
declare const pool: Pool;
/** As Cloudflare declares them. */
interface SqlStorage {
  exec<T extends Record<string, ArrayBuffer | string | number | null>>(
    query: string,
    ...bindings: unknown[]
  ): { toArray(): T[]; one(): T };
}
interface DurableObjectStorage {
  sql: SqlStorage;
  transactionSync<T>(closure: () => T): T;
  get(key: string): Promise<unknown>;
}
declare const storage: DurableObjectStorage;
declare const key: CryptoKey;

export const stores: Store[] = [
  memoryStore(),
  sqliteStore('file.db'),
  sqliteStore(new DatabaseSync('file.db'), { prefix: 'own_', migrate: false }),
  postgresStore(pool),
  postgresStore(new PGlite()),
  postgresStore({ query: (text, values) => pool.query(text, values) }),
  redisStore(createClient()),
  redisStore(createCluster({ rootNodes: [] })),
  redisStore(new Redis()),
  redisStore(new Cluster([])),
  durableObjectStore(storage),
  unstorageStore(createStorage(), { singleWriter: true }),
  encrypted(memoryStore(), key),
];
export const checks: ConformanceCheck[] = conformance();
export const schemas: string = postgresSchema() + sqliteSchema('own_');

// @ts-expect-error: without its word for one writer there is no such store.
unstorageStore(createStorage(), {});
// @ts-expect-error: no client.
postgresStore({});
// @ts-expect-error: no database.
sqliteStore(7);
