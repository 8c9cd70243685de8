/** What `durable-object.ts` needs of the module that workerd has built in. */
declare module 'cloudflare:workers' {
  interface ObjectSql {
    exec(text: string, ...values: unknown[]): { toArray(): Record<string, unknown>[] };
  }
  export interface ObjectStorage {
    readonly sql: ObjectSql;
    transactionSync<Result>(work: () => Result): Result;
    deleteAll(): Promise<void>;
  }
  export abstract class DurableObject {
    constructor(ctx: { storage: ObjectStorage }, env: unknown);
  }
}
