/**
 * What a scripted model says and what its tools answer. Decides a deterministic agent session of any
 * length; refuses to know the SDK.
 */

import { createRng, type Rng, text, word } from './random.ts';

/** The tools that a script may call. */
export type ToolName = 'list' | 'read' | 'search' | 'run' | 'inspect';

/** A call and its outcome: a result (a string or JSON), or the message of an error. */
export interface ScriptedCall {
  tool: ToolName;
  input: Record<string, unknown>;
  /** What the tool returns; a tool with `error` throws instead. */
  result?: unknown;
  error?: string;
  /** `call-<model call>-<index>` by default. */
  id?: string;
}

/** What the model says in one call. A turn without tool calls ends the loop. */
export interface ScriptedTurn {
  text?: string;
  /** Reasoning; with `signature` it is signed the way Anthropic signs. */
  reasoning?: string;
  signature?: string;
  calls?: readonly ScriptedCall[];
}

/** The model: from the number of the call (from 0) and the provider prompt to what it says. */
export type Script = (call: number, prompt: readonly unknown[]) => ScriptedTurn;

/** Distinct files of the imaginary repository; reads return to them again and again. */
const files = 23;

function fileText(index: number): string {
  const rng = createRng(`file ${index}`);
  const units = index % 5 === 0 ? rng.int(9_000, 14_000) : rng.int(300, 2_500);
  return text(rng, units, index % 4 === 3 ? 'cjk' : 'code');
}

function read(index: number): ScriptedCall {
  return { tool: 'read', input: { path: `src/file-${index}.ts` }, result: fileText(index) };
}

function search(rng: Rng): ScriptedCall {
  const query = word(rng);
  const matches = Array.from({ length: rng.int(1, 12) }, () => ({
    path: `src/file-${rng.int(0, files - 1)}.ts`,
    line: rng.int(1, 900),
    text: text(rng, 60, 'code'),
  }));
  return { tool: 'search', input: { query, limit: 20 }, result: { query, matches, more: false } };
}

function run(rng: Rng, fails: boolean): ScriptedCall {
  const command = `npm test -- ${word(rng)}`;
  if (fails) return { tool: 'run', input: { command }, error: `exit 1: ${text(rng, 200, 'code')}` };
  return { tool: 'run', input: { command }, result: text(rng, rng.int(100, 1_500), 'code') };
}

/** A result that alone is larger than a window of 8,000 tokens. */
function hugeRun(rng: Rng): ScriptedCall {
  return {
    tool: 'run',
    input: { command: 'cat build.log' },
    result: text(rng, 60_000, 'words'),
  };
}

/**
 * A session of `steps` model calls in one turn, the same every time: parallel calls, errors, repeated
 * reads, results of over 2,000 tokens, two that are larger than 8,000 tokens (in sessions of at least
 * 20 steps), JSON, Chinese, signed and plain reasoning. The last call answers in text.
 */
export function defaultScript(steps: number): Script {
  const huge = new Set(steps >= 20 ? [Math.floor(steps * 0.3), Math.floor(steps * 0.7)] : []);
  return (call) => {
    const rng = createRng(`turn ${call} of ${steps}`);
    if (call >= steps - 1) return { text: 'Done: all tests pass. 完成。' };
    if (huge.has(call)) return { text: 'The whole log, please.', calls: [hugeRun(rng)] };
    const turn: ScriptedTurn = {};
    if (call % 3 === 0) turn.text = text(rng, rng.int(20, 240), call % 2 ? 'words' : 'cjk');
    if (call % 13 === 5) turn.reasoning = text(rng, 300, 'words');
    if (call % 26 === 5) turn.signature = `signature-${call}`;
    const calls: ScriptedCall[] = [];
    if (call % 7 === 3) {
      calls.push(read(call % files), read((call + 5) % files), search(rng));
    } else if (call % 11 === 8) {
      calls.push(run(rng, true));
    } else if (call % 5 === 1) {
      calls.push(search(rng));
    } else if (call % 17 === 2) {
      const paths = Array.from({ length: 30 }, (_, i) => `src/${word(rng)}-${i}.ts`);
      calls.push({ tool: 'list', input: { path: 'src' }, result: paths });
    } else if (call % 19 === 4) {
      const state = { branch: 'main', dirty: true, 说明: text(rng, 40, 'cjk'), none: null };
      calls.push({ tool: 'inspect', input: {}, result: state });
    } else if (call % 2 === 0) {
      calls.push(run(rng, false));
    } else {
      calls.push(read((call * 7) % files));
    }
    return { ...turn, calls };
  };
}
