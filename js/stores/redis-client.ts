/** The two clients of Redis as one: scripts by their digest, and keys by a pattern. */
import { is, requireArgument } from '../values/checks.ts';
import { refuseOption } from '../values/require.ts';
import { hasMethods } from './checks.ts';

/**
 * A client of `redis` or of `ioredis`, single or a cluster. Compilers take minutes to compare the types of their methods,
 * so that their names have to do.
 */
export type RedisClient = { eval: unknown } & ({ evalSha: unknown } | { evalsha: unknown });

type Call = (...args: unknown[]) => Promise<unknown>;
type Scan = (cursor: string, pattern: string) => Promise<{ cursor: unknown; keys: string[] }>;

interface Commands {
  eval: Call;
  byDigest: Call;
  /** The nodes that have keys, each with its scan. */
  scans(): Promise<Scan[]>;
}

const eachScan = 1_000;

const isNodeRedis = (client: unknown) => hasMethods(client, 'evalSha', 'eval');
const aClient = is(
  (value) => isNodeRedis(value) || hasMethods(value, 'evalsha', 'eval'),
  'a client of redis (node-redis 5 or newer) or of ioredis',
);

export function clientOf(client: RedisClient) {
  requireArgument('redisStore', 'client', client, aClient);
  const commands = isNodeRedis(client) ? nodeRedis(client as never) : ioRedis(client as never);
  const digests = new Map<string, Promise<string>>();
  const digestOf = (script: string) => {
    const known = digests.get(script) ?? sha1(script);
    digests.set(script, known);
    return known;
  };
  return {
    async run(script: string, keys: string[], args: string[]): Promise<unknown> {
      try {
        return await commands.byDigest(await digestOf(script), keys, args);
      } catch (error) {
        if (!isUnknownScript(error)) throw withoutArguments(error);
      }
      return commands.eval(script, keys, args).catch((error) => {
        throw withoutArguments(error);
      });
    },
    async *scan(pattern: string): AsyncGenerator<string> {
      for (const scan of await commands.scans()) {
        for (let cursor = ''; cursor !== '0'; ) {
          const found = await scan(cursor || '0', pattern);
          cursor = String(found.cursor);
          yield* found.keys;
        }
      }
    },
  };
}

interface NodeRedis {
  eval: Call;
  evalSha: Call;
  scan: Call;
  /** A cluster has them. */
  masters?: unknown[];
  nodeClient?(node: unknown): Promise<NodeRedis>;
}

function nodeRedis(client: NodeRedis): Commands {
  return {
    eval: (script, keys, args) => client.eval(script, { keys, arguments: args }),
    byDigest: (digest, keys, args) => client.evalSha(digest, { keys, arguments: args }),
    async scans() {
      const { masters, nodeClient } = client;
      const nodes =
        masters && nodeClient
          ? await Promise.all(masters.map((node) => nodeClient.call(client, node)))
          : [client];
      return nodes.map(
        (node): Scan =>
          async (cursor, pattern) =>
            (await node.scan(cursor, { MATCH: pattern, COUNT: eachScan })) as Awaited<
              ReturnType<Scan>
            >,
      );
    },
  };
}

interface IoRedis {
  eval: Call;
  evalsha: Call;
  scan: Call;
  options?: { keyPrefix?: string };
  /** A cluster has it. */
  nodes?(role: 'master'): IoRedis[];
}

function ioRedis(client: IoRedis): Commands {
  if (client.options?.keyPrefix) {
    refuseOption('redisStore takes no client with a keyPrefix: give the store the option prefix');
  }
  const flat = (keys: unknown, args: unknown) => {
    const all = keys as string[];
    return [all.length, ...all, ...(args as string[])];
  };
  return {
    eval: (script, keys, args) => client.eval(script, ...flat(keys, args)),
    byDigest: (digest, keys, args) => client.evalsha(digest, ...flat(keys, args)),
    async scans() {
      return (client.nodes?.('master') ?? [client]).map(
        (node): Scan =>
          async (cursor, pattern) => {
            const found = await node.scan(cursor, 'MATCH', pattern, 'COUNT', eachScan);
            const [next, keys] = found as [string, string[]];
            return { cursor: next, keys };
          },
      );
    },
  };
}

const isUnknownScript = (error: unknown) =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');

/** ioredis writes what was sent into its errors: texts of a conversation, which would stand in logs. */
function withoutArguments(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) Reflect.deleteProperty(error, 'command');
  return error;
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
