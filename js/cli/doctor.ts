/** `epitome doctor`: whether the package works here. */
import { readFileSync } from 'node:fs';
import { parseTranscript } from '../formats/index.ts';
import { createCompactor } from '../index.ts';
import { createTokenCounter } from '../tokens/index.ts';
import { type Style, shown, table } from './terminal.ts';

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Version of this package. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(manifest.version);
}

async function check(name: string, work: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, detail: await work() };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: shown(error instanceof Error ? error.message : String(error), 200),
    };
  }
}

const leastNode = 20;

export async function doctor(): Promise<Check[]> {
  return [
    await check('epitome', packageVersion),
    await check('node', () => {
      const major = Number(process.versions.node.split('.')[0]);
      if (major < leastNode) throw new Error(`${process.version}, ${leastNode} is needed`);
      return `${process.version} on ${process.platform} ${process.arch}`;
    }),
    await check('ai', async () => {
      const found = await import('ai' as string).then(
        () => 'found',
        () => 'not installed here; needed with prepareStep only',
      );
      return found;
    }),
    await check('engine', selfCheck),
    await check('tokens', async () => {
      const counter = await createTokenCounter();
      const tokens = counter.estimateTokens('The quick brown fox jumps over the lazy dog.');
      if (tokens < 5 || tokens > 20) throw new Error(`10 tokens are estimated as ${tokens}`);
      return 'estimates';
    }),
  ];
}

/** Folds a small transcript. */
async function selfCheck(): Promise<string> {
  const turns = Array.from({ length: 40 }, (_, i) => [
    { role: 'user', content: `Look at src/file-${i}.ts. ${'What is in it? '.repeat(40)}` },
    { role: 'assistant', content: `It holds part ${i}. ${'Nothing else is there. '.repeat(40)}` },
  ]).flat();
  const { messages } = parseTranscript(JSON.stringify(turns));
  const compactor = await createCompactor({ contextWindow: 8_000 });
  try {
    const { messages: view } = await compactor
      .session()
      .prepare<object & { role: string }>(messages);
    const tokens = compactor.estimateMessagesTokens(view);
    if (view.length >= messages.length || tokens > 8_000) throw new Error('nothing was folded');
    return `folded ${messages.length} messages to ${view.length}`;
  } finally {
    compactor.dispose();
  }
}

export function doctorText(checks: readonly Check[], style: Style): string {
  return table(
    checks.map(({ name, ok, detail }) => [ok ? style.good('ok') : style.bad('no'), name, detail]),
  );
}
