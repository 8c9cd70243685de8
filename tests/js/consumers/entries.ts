/** The same project with every entry of the package. Nothing here runs. */
import type { compactionMiddleware } from 'epitome/ai';
import type { conformance } from 'epitome/stores/conformance';
import type { durableObjectStore } from 'epitome/stores/durable-object';
import type { encrypted } from 'epitome/stores/encrypted';
import type { memoryStore, Store } from 'epitome/stores/memory';
import type { postgresStore } from 'epitome/stores/postgres';
import type { redisStore } from 'epitome/stores/redis';
import type { sqliteStore } from 'epitome/stores/sqlite';
import type { unstorageStore } from 'epitome/stores/unstorage';

type Factories = [
  ...[typeof memoryStore, typeof sqliteStore, typeof postgresStore, typeof redisStore],
  ...[typeof durableObjectStore, typeof unstorageStore, typeof encrypted],
];

/** Each of them makes a store that the others can stand behind. */
export type AllMakeStores = ReturnType<Factories[number]> extends Store ? true : never;
export const stores: AllMakeStores = true;
export type Others = [typeof compactionMiddleware, typeof conformance];
