/**
 * Writes a session's messages in the AI SDK's shape, and remembers what was planted in which. Decides
 * how a message is built; refuses to know what a session is about.
 */
import type { Message, Part } from '../../js/testing/shapes.ts';
import type { Canary, Deed, Injection } from './plants.ts';

/** What a statement adds to a message: text, and what is to be found again. */
export type Statement = Pick<Canary, 'kind' | 'needle' | 'sentence'>;

export interface ToolStep {
  tool: string;
  input: Record<string, unknown>;
  output: string;
  failed?: boolean;
  /** Said before the call. */
  text: string;
  /** Facts that stand in `text` and in `output`. */
  said?: Statement[];
  printed?: Statement[];
  deeds?: Pick<Deed, 'kind' | 'text'>[];
  injection?: string;
  /** The host asked the user before the tool ran. */
  decision?: { approved: boolean; reason: string };
}

export class Transcript {
  readonly messages: Message[] = [];
  readonly canaries: Canary[] = [];
  readonly deeds: Omit<Deed, 'lastMessage'>[] = [];
  readonly injections: Injection[] = [];
  #calls = 0;

  user(kind: Canary['kind'], text: string, isOrder = false): void {
    this.#plant({ kind, needle: text, sentence: text }, 'user', isOrder);
    this.messages.push({ role: 'user', content: text });
  }

  assistant(text: string, said: Statement[] = []): void {
    for (const each of said) this.#plant(each, 'assistant');
    this.messages.push({ role: 'assistant', content: [{ type: 'text', text }] });
  }

  step(step: ToolStep): void {
    this.#calls += 1;
    const toolCallId = `call_${this.#calls}`;
    const { tool: toolName, input, decision } = step;
    const parts: Part[] = [
      { type: 'text', text: step.text },
      { type: 'tool-call', toolCallId, toolName, input },
    ];
    for (const deed of step.deeds ?? []) {
      if (deed.kind !== 'error') this.deeds.push({ ...deed, message: this.messages.length });
    }
    for (const each of step.said ?? []) this.#plant(each, 'assistant');
    const approvalId = `approval_${this.#calls}`;
    if (decision) parts.push({ type: 'tool-approval-request', approvalId, toolCallId });
    this.messages.push({ role: 'assistant', content: parts });
    if (decision) {
      const { reason } = decision;
      this.#plant({ kind: 'approval', needle: reason, sentence: reason }, 'decision');
      this.messages.push({
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId, ...decision }],
      });
    }
    this.#result(step, toolCallId);
  }

  #result(step: ToolStep, toolCallId: string): void {
    for (const deed of step.deeds ?? []) {
      if (deed.kind === 'error') this.deeds.push({ ...deed, message: this.messages.length });
    }
    for (const each of step.printed ?? []) this.#plant(each, 'tool');
    const { injection, decision, output: value } = step;
    if (injection !== undefined) {
      this.injections.push({ order: injection, message: this.messages.length });
    }
    const output =
      decision?.approved === false
        ? { type: 'execution-denied', reason: decision.reason }
        : { type: step.failed ? 'error-text' : 'text', value };
    const result = { type: 'tool-result', toolCallId, toolName: step.tool, output };
    this.messages.push({ role: 'tool', content: [result] });
  }

  #plant(statement: Statement, by: Canary['by'], isOrder = false): void {
    this.canaries.push({ ...statement, by, isOrder, message: this.messages.length });
  }
}
