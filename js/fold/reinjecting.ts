/**
 * Asks the host for the blocks that stand behind the segments, and tells it which were left out. Never
 * rejects.
 */
import { EpitomeError } from '../errors.ts';
import type { Block, CompactorOptions, ReinjectInfo } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { type Answer, callHost } from './host-call.ts';

/** Milliseconds after which a host that gives no blocks has none. */
const timeout = 10_000;
/** `kMostBlocks` of `src/summary/blocks.h`. */
const mostBlocks = 16;

/** What a host gave. */
export interface Given {
  /** Stable ones first, so that prompt caches keep them. */
  blocks: Block[];
  /** For each entry that is no block, and for those that are too many. */
  faults: EpitomeError[];
}

export async function askForBlocks(
  reinject: NonNullable<CompactorOptions['reinject']>,
  info: Omit<ReinjectInfo, 'signal'>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Answer<Given>> {
  const answer = await callHost<unknown>(
    (signal) => reinject({ ...info, signal }),
    timeout,
    signals,
  );
  return answer.kind === 'answer'
    ? { kind: 'answer', value: attempt(() => given(answer.value)) ?? none(noArray) }
    : answer;
}

/** A block of which not half has room in `tokens`. */
export function withoutRoom(name: string, tokens: number): EpitomeError {
  return leftOut(
    `the block '${name}' has no room: all texts together may take ${tokens} tokens (\`budgets.blocks\`)`,
  );
}

const noArray = 'it must return an array of { name, text }, but what it returned is no array';

function given(value: unknown): Given {
  if (!Array.isArray(value)) return none(noArray);
  const blocks: Block[] = [];
  const faults: EpitomeError[] = [];
  for (const [index, entry] of value.slice(0, mostBlocks).entries()) {
    const { name, text, stable } = (entry ?? {}) as Partial<Block>;
    // One that has nothing to say just now is nobody's fault.
    if (text === '') continue;
    if (typeof text !== 'string') {
      faults.push(leftOut(`entry ${index} has no text: it must be { name, text }`));
    } else {
      blocks.push({
        name: toWellFormed(typeof name === 'string' ? name : ''),
        text: toWellFormed(text),
        stable: stable === true,
      });
    }
  }
  const more = value.length - mostBlocks;
  if (more > 0) faults.push(leftOut(`${more} more blocks than the ${mostBlocks} that are taken`));
  const ordered = [...blocks.filter(({ stable }) => stable), ...blocks.filter((b) => !b.stable)];
  return { blocks: ordered, faults };
}

function none(why: string): Given {
  return { blocks: [], faults: [leftOut(why)] };
}

function leftOut(why: string): EpitomeError {
  return new EpitomeError('invalid-argument', `reinject: ${why}`);
}
