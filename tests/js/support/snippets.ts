/**
 * The snippets of README and js/docs: where they stand, what they are given, and which of them cannot
 * run in a test. Each is a module of its own; what it does not declare or import, it finds here.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as ai from 'ai7';
import { MockLanguageModelV4, simulateReadableStream } from 'ai7/test';
import * as epitome from 'epitome';
import { z } from 'zod';

export const root = new URL('../../../', import.meta.url);
/** Where the snippets are written as files. */
export const folder = new URL('build/docs/', root);

export interface Snippet {
  page: string;
  /** Of the page, where its fence begins. */
  line: number;
  language: string;
  /** The name in its first line's comment: `// worker.ts`. */
  name: string | undefined;
  code: string;
}

/** Snippets that need what is not here, by their file names. They are compiled. */
export const compiledOnly: Readonly<Record<string, string>> = {
  'worker.ts': 'needs Durable Objects',
  'server.ts': 'listens for requests',
  'route.ts': 'is a route of Next.js',
  'page.ts': 'is the script of a page',
  'sqlite.ts': 'writes a file',
  'postgres.ts': 'needs PostgreSQL',
  'redis.ts': 'needs Redis',
  'unstorage.ts': 'needs unstorage',
  'langchain.ts': 'needs langchain',
  'agent-langchain.ts': 'needs langchain',
  'loop-responses.ts': 'needs a model of yours',
  'agent-openai.ts': 'needs the Agents SDK',
  'agent-mastra.ts': 'needs Mastra',
};

export function textOf(page: string): string {
  return readFileSync(new URL(page, root), 'utf8');
}

/** README and the pages in js/docs. */
export function pages(): string[] {
  const docs = readdirSync(new URL('js/docs/', root), { recursive: true, encoding: 'utf8' });
  const below = docs.filter((file) => file.endsWith('.md')).map((file) => `js/docs/${file}`);
  return ['README.md', ...below.sort()];
}

/** All fenced blocks of a page. */
export function blocksOf(page: string): Snippet[] {
  const blocks: Snippet[] = [];
  let open: Snippet | undefined;
  for (const [at, line] of textOf(page).split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (fence === null) {
      if (open !== undefined) open.code += `${line}\n`;
    } else if (open === undefined) {
      const language = fence[1]?.trim() ?? '';
      open = { page, line: at + 1, language, name: undefined, code: '' };
    } else {
      const name = /^\/\/ (\w[\w./-]*\.[jt]s)\n/.exec(open.code)?.[1];
      blocks.push({ ...open, name });
      open = undefined;
    }
  }
  return blocks;
}

export function snippets(): Snippet[] {
  return pages()
    .flatMap(blocksOf)
    .filter(({ language }) => language === 'ts' || language === 'js');
}

/** Packages that a snippet imports, and what stands for them here. */
const support = '../../../tests/js/support/snippets.ts';
const fromBuild = '../../tests/js/support/snippets.ts';
const packages: readonly (readonly [RegExp, string])[] = [
  [/(['"])ai((?:\/test)?)\1/g, "'ai7$2'"],
  [/(['"])@ai-sdk\/(?:openai|anthropic|google)\1/g, `'${support}'`],
];

/** Files of the reader's own that snippets import. */
const readersFiles: Readonly<Record<string, string>> = {
  'tools.ts': `import { given } from '${support}';\nexport const { tools } = await given();\n`,
  'history.ts': `import { given } from '${support}';\nexport const { messages: history } = await given();\n`,
};

/** Writes every snippet as a file of its page's folder, and returns the files in the same order. */
export function write(all: readonly Snippet[]): URL[] {
  rmSync(folder, { recursive: true, force: true });
  const put = (page: string, name: string, text: string): URL => {
    const place = page.replace(/\.md$/, '').replaceAll('/', '-');
    const file = new URL(`${place}/${name}`, folder);
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return all.map(({ page, line, language, name, code }) => {
    for (const [own, text] of Object.entries(readersFiles)) {
      if (code.includes(`'./${own}'`)) put(page, own, text);
    }
    let text = code;
    for (const [given, here] of packages) text = text.replace(imported(given), here);
    return put(page, name ?? `line-${line}.${language}`, `${text}export {};\n`);
  });
}

/** The name of a package where one is imported, and nowhere else. */
function imported(name: RegExp): RegExp {
  return new RegExp(`(?<=\\b(?:from |import |import\\())${name.source}`, name.flags);
}

/** What the type checker reads beside the snippets: what they are given, and packages that are not here. */
export function declarations(names: readonly string[]): string {
  const own = names.map((name) => `  var ${name}: Given['${name}'];`).join('\n');
  return `type Given = Awaited<ReturnType<typeof import('${fromBuild}').given>>;
declare global {
${own}
}
export {};
`;
}

/** Of packages that are not here as much as snippets use. */
export const missingPackages = `interface DurableObjectNamespace<T> {
  getByName(name: string): T;
}
declare module 'cloudflare:workers' {
  export class DurableObject<Env = unknown> {
    protected env: Env;
    protected ctx: {
      id: object;
      waitUntil(work: Promise<unknown>): void;
      storage: {
        sql: { exec(query: string, ...values: unknown[]): { toArray(): unknown[] } };
        transactionSync<T>(work: () => T): T;
        get<T>(key: string): Promise<T | undefined>;
        list<T>(options?: object): Promise<Map<string, T>>;
        put<T>(key: string, value: T): Promise<void>;
        put(entries: object): Promise<void>;
        sql: { exec(query: string, ...values: unknown[]): { toArray(): unknown[] } };
        transactionSync<T>(work: () => T): T;
      };
    };
    constructor(ctx: object, env: Env);
  }
}
declare module 'unstorage' {
  export function createStorage<T>(options?: object): {
    getItem(key: string): Promise<T | null>;
    setItem(key: string, value: T): Promise<void>;
    removeItem(key: string): Promise<void>;
    getKeys(base?: string): Promise<string[]>;
  };
}
declare module 'unstorage/*';
declare module 'pg' {
  export class Pool {
    constructor(options: object);
    query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  }
}
declare module 'redis' {
  interface Client {
    connect(): Promise<Client>;
    eval(script: string): Promise<unknown>;
    evalSha(digest: string): Promise<unknown>;
  }
  export function createClient(options: object): Client;
}
declare module 'hono' {
  interface Context {
    req: { raw: Request; param(name: string): string; json<T>(): Promise<T> };
    json(value: unknown): Response;
    text(text: string, status: number): Response;
    notFound(): Response;
  }
  type Handler = (c: Context) => Response | Promise<Response>;
  export class Hono {
    fetch: (request: Request) => Response | Promise<Response>;
    get(path: string, handler: Handler): void;
    post(path: string, handler: Handler): void;
  }
}
declare module '@hono/node-server';
declare module '*.wasm';
`;

const usage = {
  inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 9, text: 9, reasoning: 0 },
};

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never;

/** A model that calls the tool `read` a few times, where it has one, and then answers. */
function scripted(modelId: string, answer: string) {
  let calls = 0;
  const reply = (tools: readonly { name: string }[] | undefined) => {
    calls += 1;
    const reads = calls <= 3 && tools?.some(({ name }) => name === 'read') === true;
    const input = JSON.stringify({ path: `src/part-${calls}.ts` });
    const part = reads
      ? ({ type: 'tool-call', toolCallId: `c${calls}`, toolName: 'read', input } as const)
      : ({ type: 'text', text: answer } as const);
    const unified = reads ? ('tool-calls' as const) : ('stop' as const);
    return { part, finishReason: { unified, raw: unified } };
  };
  return new MockLanguageModelV4({
    modelId,
    doGenerate: async ({ tools }) => {
      const { part, finishReason } = reply(tools);
      return { content: [part], finishReason, usage, warnings: [] };
    },
    doStream: async ({ tools }) => {
      const { part, finishReason } = reply(tools);
      const said: StreamPart[] =
        part.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ]
          : [part];
      const chunks: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...said,
        { type: 'finish', finishReason, usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

/** The AI SDK's providers. */
export const openai = (id: string) => scripted(id, 'Done.');
export const anthropic = openai;
export const google = openai;

/** What a snippet is given where it does not declare it itself; new for each. */
export async function given() {
  const compactor = await epitome.createCompactor({ contextWindow: 32_000 });
  const session = compactor.session('chat-41');
  const messages: ai.ModelMessage[] = [
    { role: 'user', content: 'Find out why the build of src/part-1.ts fails.' },
    { role: 'assistant', content: 'I read the file first.' },
    { role: 'user', content: 'Good. Go on.' },
  ];
  await session.prepare(messages);
  const tools: ai.ToolSet = {
    read: ai.tool({
      description: 'Reads a file.',
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => `${path}: ${'export const part = 1;\n'.repeat(20)}`,
    }),
  };
  const saveMemory: ai.Tool = ai.tool({
    description: 'Saves a memory.',
    inputSchema: z.object({ text: z.string() }),
    execute: async () => 'saved',
  });
  const queue: epitome.PendingSummary[] = [];
  return {
    // The agent.
    model: scripted('claude-sonnet-4-5', 'Done.'),
    cheapModel: scripted('gpt-5-mini', 'The build failed, and src/part-1.ts was read.'),
    tools,
    system: 'You mend builds.',
    messages,
    lastUsage: { inputTokens: 900, outputTokens: 9 },
    saveMemory,
    // The host.
    compactor,
    session,
    request: new Request('http://localhost/chat', { method: 'POST' }),
    chatId: 'chat-42',
    userId: 'user-7',
    saved: session.snapshot(),
    rules: 'Keep it short.',
    openFile: 'export {};',
    longText: 'a long text '.repeat(4_000),
    queue,
    // The packages, for snippets that show a call and not a program.
    ...only(ai, 'generateText', 'streamText', 'stepCountIs', 'tool', 'ToolLoopAgent'),
    ...only(
      epitome,
      'createCompactor',
      'optionsFromEnv',
      'memoryFlush',
      'modelProfile',
      'fromModel',
      'fromFetch',
      'EpitomeError',
    ),
  };
}

function only<T, K extends keyof T>(module: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, module[name]])) as Pick<T, K>;
}
