/** The host's turn before messages are folded: its agent saves what it wants to keep, and the host is told of the fold. */
import { EpitomeError } from '../errors.ts';
import { plainError, typed } from '../events/events.ts';
import type { CompactionAnswer, CompactionRequest } from '../types.ts';
import { isObject } from '../values/fields.ts';
import type { StepTurns } from './asking.ts';
import { type Answer, callHost, hookTimeout } from './host-call.ts';

/** Milliseconds that `memoryFlush` has. */
const defaultTimeout = 120_000;
/** `kMostTurnInstructionUnits` of `src/summary/style.h`. */
const mostInstructions = 1_000;

type TurnRequest = Omit<CompactionRequest, 'signal'>;

/** Resolves to what the engine wants next. */
export async function turn(
  step: StepTurns,
  around: Pick<CompactionRequest, 'view' | 'system' | 'model'>,
): Promise<number> {
  const { engine, run, sessionId, emit } = step;
  const { request, flushes, announces } = engine.requests.turn(run);
  const told = { ...request, ...around, sessionId };
  const { messages, tokens, fits } = request;
  const about = { sessionId, messages: messages.length, tokens };
  const started = performance.now();
  const saved = flushes ? await flush(step, told) : undefined;
  const millis = performance.now() - started;
  const { veto = false, instructions } = announces ? await announce(step, told) : {};
  const value = saved?.kind === 'answer' ? saved.value : false;
  const reply = typeof value === 'string' ? value : '';
  const { next, said } = engine.requests.turnDone(run, { reply, instructions, putsOff: veto });
  if (saved !== undefined) {
    emit({
      type: 'flush',
      ...about,
      ran: value !== false,
      millis,
      ...(said ? { reply: said } : {}),
      ...(saved.kind === 'answer' ? {} : { failed: saved.kind, error: plainError(saved.error) }),
    });
  }
  if (veto) emit({ type: 'veto', ...about, heard: fits });
  return next;
}

async function flush(step: StepTurns, request: TurnRequest): Promise<Answer<unknown>> {
  const { options, signals, progress, alive } = step;
  const { memoryFlush = () => false, memoryFlushTimeout = defaultTimeout } = options;
  progress.at('flush', 0);
  const ask = (signal: AbortSignal) => memoryFlush({ ...request, signal });
  const answer = await callHost<unknown>(ask, memoryFlushTimeout, signals);
  alive();
  progress.end();
  return answer;
}

/** What the host wants of the fold; nothing where it fails to say so in time. */
async function announce(step: StepTurns, request: TurnRequest): Promise<CompactionAnswer> {
  const { options, signals, alive, sessionId, emit } = step;
  const { beforeCompaction = () => {} } = options;
  const ask = (signal: AbortSignal) => beforeCompaction({ ...request, signal });
  const answer = await callHost<unknown>(ask, hookTimeout, signals);
  alive();
  try {
    if (answer.kind !== 'answer') throw typed(answer.error);
    return wanted(answer.value);
  } catch (error) {
    emit({ type: 'error', sessionId, error: plainError(error) });
    return {};
  }
}

function wanted(value: unknown): CompactionAnswer {
  if (value === undefined) return {};
  if (!isObject(value)) throw invalid('must return nothing, or { veto, instructions }');
  const { veto = false, instructions = '', ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw invalid(`returned \`${unknown}\`, but knows \`veto\` and \`instructions\` alone`);
  }
  if (typeof veto !== 'boolean') throw invalid('`veto` must be true or false');
  if (typeof instructions !== 'string' || instructions.length > mostInstructions) {
    throw invalid(`\`instructions\` must be a text of at most ${mostInstructions} characters`);
  }
  return { veto, instructions };
}

function invalid(why: string): EpitomeError {
  return new EpitomeError('invalid-argument', `beforeCompaction: ${why}`);
}
