/**
 * The blocks that a host wants behind the segments. Decides what of its answer is a block; refuses to
 * know how many of them fit. Never rejects.
 */
import { attempt } from './adapters/fields.ts';
import { toWellFormed } from './adapters/well-formed.ts';
import { type Answer, callHost } from './host-call.ts';
import type { Block, CompactorOptions, ReinjectInfo } from './types.ts';

/** Milliseconds after which a host that gives no blocks has none. */
const timeout = 10_000;
/** `kMostBlocks` of `src/summary/blocks.h`. */
const mostBlocks = 16;

export async function askForBlocks(
  reinject: NonNullable<CompactorOptions['reinject']>,
  info: Omit<ReinjectInfo, 'signal'>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Answer<Block[]>> {
  const answer = await callHost<unknown>(
    (signal) => reinject({ ...info, signal }),
    timeout,
    signals,
  );
  return answer.kind === 'answer'
    ? { kind: 'answer', value: attempt(() => blocksOf(answer.value)) ?? [] }
    : answer;
}

/** What has a text; stable blocks first, so that prompt caches keep them. */
function blocksOf(given: unknown): Block[] {
  if (!Array.isArray(given)) return [];
  const blocks: Block[] = [];
  for (const entry of given.slice(0, mostBlocks)) {
    const { name, text, stable } = (entry ?? {}) as Partial<Block>;
    if (typeof text !== 'string' || text === '') continue;
    blocks.push({
      name: toWellFormed(typeof name === 'string' ? name : ''),
      text: toWellFormed(text),
      stable: stable === true,
    });
  }
  return [...blocks.filter(({ stable }) => stable), ...blocks.filter(({ stable }) => !stable)];
}
