/** Asks the host for the blocks that stand behind the segments, and tells it which were left out. */
import { EpitomeError } from '../errors.ts';
import { plainError, typed } from '../events/events.ts';
import type { Block } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import type { StepTurns } from './asking.ts';
import { callHost, hookTimeout } from './host-call.ts';

/** `kMostBlocks` of `src/summary/blocks.h`. */
const mostBlocks = 16;

/** What a host gave. */
interface Given {
  /** Stable ones first, so that prompt caches keep them. */
  blocks: Block[];
  /** For each entry that is no block, and for those that are too many. */
  faults: EpitomeError[];
}

/** The host's blocks; none where it has none or fails to give them in time. Resolves to what the engine wants next. */
export async function reinject(step: StepTurns): Promise<number> {
  const { engine, run, sessionId, options, signals } = step;
  const { reinject: give = () => [] } = options;
  const tokens = engine.requests.blockRoom(run);
  const answer = await callHost<unknown>(
    (signal) => give({ sessionId, tokens, signal }),
    hookTimeout,
    signals,
  );
  step.alive();
  const failed = (error: unknown) =>
    step.emit({ type: 'error', sessionId, error: plainError(error) });
  if (answer.kind !== 'answer') failed(typed(answer.error));
  const value = answer.kind === 'answer' ? answer.value : [];
  const { blocks, faults } = attempt(() => given(value)) ?? none(noArray);
  for (const fault of faults) failed(fault);
  const { next, leftOut: without } = engine.requests.offerBlocks(run, blocks);
  for (const { name } of without) failed(withoutRoom(name, tokens));
  return next;
}

/** A block of which not half has room in `tokens`. */
function withoutRoom(name: string, tokens: number): EpitomeError {
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
