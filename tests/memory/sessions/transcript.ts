/**
 * Writes a history step by step. Decides that it stays legal: calls are answered at once, roles follow
 * one another as an agent loop produces them; refuses to know what is said.
 */
import type { Rng } from '../../js/support/random.ts';
import { digits, hex, token } from '../support/values.ts';
import { noise } from './noise.ts';
import type {
  AssistantPart,
  Deed,
  Falsehood,
  Json,
  ModelMessage,
  Superseded,
  ToolOutput,
} from './types.ts';

/** About as many tokens as a text has; letters of scripts without spaces count more. */
export function roughTokens(text: string): number {
  const wide = text.match(/[\u0400-\u{1FFFF}]/gu)?.length ?? 0;
  return wide === 0 ? text.length / 4 : (text.length - wide) / 4 + wide * 0.6;
}

export type Act = Omit<Deed, 'at' | 'tool'>;

/** A call and what came back. */
export interface Call {
  readonly tool: string;
  readonly input: Json;
  /** Text, or anything else as JSON. */
  readonly output: Json;
  readonly failed?: boolean;
  /** What the call changed. */
  readonly deeds?: readonly Act[];
}

/** Of the steps, those that a noisy one follows. */
const noisyShare = 0.08;

export class Transcript {
  readonly messages: ModelMessage[] = [];
  readonly deeds: Deed[] = [];
  readonly superseded: Superseded[] = [];
  readonly falsehoods: Falsehood[] = [];
  tokens = 0;
  readonly #rng: Rng;
  readonly #callId: () => string;
  /** Share of steps that show what was thought before. */
  readonly #thinks: number;
  readonly #noise: Rng;

  constructor(rng: Rng, thinks = 0) {
    this.#rng = rng.fork();
    this.#noise = rng.fork();
    this.#thinks = thinks;
    const ids = this.#rng;
    this.#callId = this.#rng.pick([
      () => `toolu_01${token(ids, 22)}`,
      () => `call_${token(ids, 24)}`,
      () => `call-${hex(ids, 8)}-${digits(ids, 3)}`,
      () => `chatcmpl-tool-${hex(ids, 32)}`,
    ]);
  }

  /** Index of the message that is written next. */
  get next(): number {
    return this.messages.length;
  }

  user(text: string): number {
    this.#add({ role: 'user', content: text }, text);
    return this.next - 1;
  }

  /** The assistant's last word of a turn. */
  say(text: string): number {
    this.#add({ role: 'assistant', content: [{ type: 'text', text }] }, text);
    return this.next - 1;
  }

  /**
   * One step: perhaps a comment, one or more calls, and what they returned. Now and then a noisy one
   * follows it. The index of the first.
   */
  step(comment: string, calls: readonly Call[], thought = ''): number {
    const at = this.#step(comment, calls, thought);
    if (this.#noise.chance(noisyShare)) this.#step('', [noise(this.#noise)]);
    return at;
  }

  #step(comment: string, calls: readonly Call[], thought = ''): number {
    const at = this.next;
    const parts: AssistantPart[] = [];
    if (thought !== '' && this.#rng.chance(this.#thinks)) {
      parts.push({ type: 'reasoning', text: thought });
    }
    if (comment !== '') parts.push({ type: 'text', text: comment });
    const results = calls.map((call) => {
      const ids = { toolCallId: this.#callId(), toolName: call.tool };
      parts.push({ type: 'tool-call', ...ids, input: call.input });
      return { type: 'tool-result' as const, ...ids, output: outputOf(call) };
    });
    const inputs = calls.map((call) => JSON.stringify(call.input)).join('');
    const outputs = calls.map(({ output }) =>
      typeof output === 'string' ? output : JSON.stringify(output),
    );
    this.#add({ role: 'assistant', content: parts }, comment + inputs);
    this.#add({ role: 'tool', content: results }, outputs.join(''));
    for (const call of calls) {
      for (const deed of call.deeds ?? []) this.deeds.push({ at, tool: call.tool, ...deed });
    }
    return at;
  }

  /** What was said to be there is deleted now, so that saying so is no longer wrong. */
  deleted(subjects: readonly string[]): void {
    this.falsehoods.forEach((f, i) => {
      if (f.claim === 'deleted' && f.until === undefined && subjects.includes(f.subject)) {
        this.falsehoods[i] = { ...f, until: this.next };
      }
    });
  }

  #add(message: ModelMessage, text: string): void {
    this.messages.push(message);
    this.tokens += roughTokens(text);
  }
}

function outputOf(call: Call): ToolOutput {
  if (typeof call.output === 'string') {
    return { type: call.failed ? 'error-text' : 'text', value: call.output };
  }
  return { type: call.failed ? 'error-json' : 'json', value: call.output };
}
