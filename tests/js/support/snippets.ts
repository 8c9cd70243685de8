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
  'main.ts': 'is the script of a page',
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
const packages: readonly (readonly [RegExp, string])[] = [
  [/(['"])ai((?:\/test)?)\1/g, "'ai7$2'"],
  [/(['"])@ai-sdk\/(?:openai|anthropic|google)\1/g, `'${support}'`],
];

/** Writes every snippet as a file of its page's folder, and returns the files in the same order. */
export function write(all: readonly Snippet[]): URL[] {
  rmSync(folder, { recursive: true, force: true });
  return all.map(({ page, line, language, name, code }) => {
    const place = page.replace(/\.md$/, '').replaceAll('/', '-');
    const file = new URL(`${place}/${name ?? `line-${line}.${language}`}`, folder);
    mkdirSync(dirname(file.pathname), { recursive: true });
    let text = code;
    for (const [given, here] of packages) text = text.replace(imported(given), here);
    writeFileSync(file, `${text}export {};\n`);
    return file;
  });
}

/** The name of a package where one is imported, and nowhere else. */
function imported(name: RegExp): RegExp {
  return new RegExp(`(?<=\\b(?:from |import |import\\())${name.source}`, name.flags);
}

/** What the type checker reads beside the snippets: what they are given, and packages that are not here. */
export function declarations(names: readonly string[]): string {
  const own = names.map((name) => `  var ${name}: Given['${name}'];`).join('\n');
  return `type Given = Awaited<ReturnType<typeof import('../../tests/js/support/snippets.ts').given>>;
declare global {
${own}
}
export {};
`;
}

export const missingPackages = `declare module 'cloudflare:workers' {
  export class DurableObject<Env = unknown> {
    protected ctx: any;
    protected env: Env;
    constructor(ctx: any, env: Env);
  }
}
declare module 'hono';
declare module '@hono/node-server';
declare module '*.wasm';
type DurableObjectNamespace<T = any> = any;
type DurableObjectState = any;
type ExportedHandler<Env = any> = any;
`;

const noReasoning = { text: undefined, reasoning: 0 };
const usage = {
  inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 9, ...noReasoning },
};

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
      const said =
        part.type === 'text'
          ? ([
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ] as const)
          : ([part] as const);
      const chunks = [
        { type: 'stream-start', warnings: [] } as const,
        ...said,
        { type: 'finish', finishReason, usage } as const,
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
  const tools = {
    read: ai.tool({
      description: 'Reads a file.',
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => `${path}: ${'export const part = 1;\n'.repeat(20)}`,
    }),
  };
  const queue: epitome.PendingSummary[] = [];
  return {
    // The agent.
    model: scripted('claude-sonnet-4-5', 'Done.'),
    cheapModel: scripted('gpt-5-mini', 'The build failed, and src/part-1.ts was read.'),
    tools,
    system: 'You mend builds.',
    messages,
    lastUsage: { inputTokens: 900, outputTokens: 9 },
    saveMemory: ai.tool({
      description: 'Saves a memory.',
      inputSchema: z.object({ text: z.string() }),
      execute: async () => 'saved',
    }),
    // The host.
    compactor,
    session,
    request: new Request('http://localhost/chat', { method: 'POST' }),
    chatId: 'chat-42',
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
