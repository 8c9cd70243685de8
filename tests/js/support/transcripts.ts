/**
 * Random message arrays that know the structure of an agent's history. Decides which shapes occur and
 * how often; refuses to know what the product makes of them.
 *
 * A transcript is made of well-formed units first and damaged afterwards, so that each damage sits in
 * surroundings that are otherwise sound.
 */

import type { Message, Part } from '../../../js/testing/shapes.ts';
import { damage } from './damage.ts';
import { type Rng, text, word } from './random.ts';

/** Shapes of messages that are generated here. */
export type Dialect = 'ai-sdk' | 'ai-sdk-4';

export interface TranscriptOptions {
  /** Only what the SDK itself produces: no damage, nothing that it or a provider refuses. */
  wellFormed?: boolean;
  dialect?: Dialect;
  /** AI SDK version whose shapes may occur; 7 by default. Approvals from 6, custom parts from 7. */
  version?: 5 | 6 | 7;
  /** Most units; the number is random. 12 by default. */
  units?: number;
  /** Share of tool results that are huge; 0.01 by default. */
  hugeShare?: number;
  /** UTF-16 code units of a huge result, at most; 60,000 by default. */
  hugeUnits?: number;
  /** Most damages of a transcript that is not well-formed; 4 by default. */
  damages?: number;
}

/** Writes messages of one dialect; ids are unique within one writer. */
export class Writer {
  readonly rng: Rng;
  readonly dialect: Dialect;
  readonly version: number;
  readonly #hugeShare: number;
  readonly #hugeUnits: number;
  #ids = 0;

  constructor(rng: Rng, options: TranscriptOptions) {
    this.rng = rng;
    this.dialect = options.dialect ?? 'ai-sdk';
    this.version = this.dialect === 'ai-sdk-4' ? 4 : (options.version ?? 7);
    this.#hugeShare = options.hugeShare ?? 0.01;
    this.#hugeUnits = options.hugeUnits ?? 60_000;
  }

  id(prefix: string): string {
    this.#ids += 1;
    if (this.rng.chance(0.02)) return `${prefix} "${this.#ids}"\n${text(this.rng, 6, 'cjk')}`;
    return `${prefix}_${this.#ids}`;
  }

  /** A text of everyday length: mostly a line, sometimes a page. */
  prose(): string {
    const units = this.rng.chance(0.1) ? this.rng.int(200, 2_000) : this.rng.int(1, 100);
    const prose = text(this.rng, units);
    // Nobody says nothing.
    return prose.trim() === '' ? `${prose}.` : prose;
  }

  textPart(): Part {
    return { type: 'text', text: this.prose() };
  }

  /** An image or file of a user message, its data as base64, data URL, bytes or URL. */
  media(): Part {
    const { rng } = this;
    const data = rng.pick<() => unknown>([
      () => text(rng, rng.int(8, 400), 'base64').slice(0, 400),
      () => Uint8Array.from({ length: rng.int(4, 64) }, () => rng.int(0, 255)),
      () => new URL(`https://example.org/${word(rng)}.png`),
      () => `data:image/png;base64,${text(rng, 40, 'base64').slice(0, 40)}`,
    ])();
    const typeField = this.version === 4 ? 'mimeType' : 'mediaType';
    if (rng.chance(0.5)) return { type: 'image', image: data, [typeField]: 'image/png' };
    return { type: 'file', data, [typeField]: 'application/pdf', filename: `${word(rng)}.pdf` };
  }

  user(): Message {
    const { rng } = this;
    if (rng.chance(0.5)) return { role: 'user', content: this.prose() };
    const content = [this.textPart()];
    if (rng.chance(0.2)) content.push(this.media());
    if (rng.chance(0.2)) content.push(this.textPart());
    const message: Message = { role: 'user', content };
    if (rng.chance(0.05)) {
      message.providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    }
    return message;
  }

  system(): Message {
    return { role: 'system', content: this.prose() };
  }

  /** A reasoning part, plain or signed the way one of the providers signs. */
  reasoning(): Part {
    const { rng } = this;
    const part: Part = { type: 'reasoning', text: this.prose() };
    const seal = text(rng, 40, 'base64');
    if (this.version === 4) {
      if (rng.chance(0.2)) return { type: 'redacted-reasoning', data: seal };
      return rng.chance(0.5) ? { ...part, signature: seal } : part;
    }
    switch (rng.int(0, 5)) {
      case 0:
        return { ...part, providerOptions: { anthropic: { signature: seal } } };
      case 1:
        return { ...part, text: '', providerOptions: { anthropic: { redactedData: seal } } };
      case 2: {
        const openai = { itemId: this.id('rs'), reasoningEncryptedContent: seal };
        return { ...part, providerOptions: { openai } };
      }
      default:
        return part;
    }
  }

  call(providerExecuted = false): Part {
    const { rng } = this;
    const input = rng.pick<() => unknown>([
      () => ({ path: `src/${word(rng)}.ts` }),
      () => ({ query: this.prose(), limit: rng.int(1, 50) }),
      () => ({ command: `${word(rng)} --${word(rng)}`, nested: { list: [1, null, true, 'x'] } }),
      () => ({}),
    ])();
    const part: Part = {
      type: 'tool-call',
      toolCallId: this.id('call'),
      toolName: rng.chance(0.02)
        ? `a${'b'.repeat(80)}`
        : rng.pick(['read', 'search', 'run', 'edit']),
      [this.version === 4 ? 'args' : 'input']: input,
    };
    if (providerExecuted) part.providerExecuted = true;
    if (this.version >= 5 && rng.chance(0.03)) {
      part.providerOptions = { google: { thoughtSignature: text(rng, 20, 'base64') } };
    }
    return part;
  }

  #resultText(): string {
    const { rng } = this;
    if (rng.chance(this.#hugeShare)) {
      return text(rng, rng.int(Math.ceil(this.#hugeUnits / 4), this.#hugeUnits));
    }
    return text(rng, rng.chance(0.2) ? rng.int(400, 4_000) : rng.int(1, 200));
  }

  #json(): unknown {
    const { rng } = this;
    return rng.pick<() => unknown>([
      () => ({ ok: rng.chance(0.5), lines: [this.prose(), this.prose()], count: rng.int(0, 9) }),
      () => [1, 2.5, null, { deep: { deeper: [this.#resultText()] } }],
      () => null,
      () => rng.int(0, 1_000_000),
      () => this.#resultText(),
    ])();
  }

  /** What a tool returned, in this dialect's words. */
  #output(): Record<string, unknown> {
    const { rng } = this;
    if (this.version === 4) {
      const result = rng.chance(0.5) ? this.#resultText() : this.#json();
      return rng.chance(0.15) ? { result: this.prose(), isError: true } : { result };
    }
    switch (rng.int(0, 9)) {
      case 0:
        return { output: { type: 'error-text', value: this.prose() } };
      case 1:
        return { output: { type: 'error-json', value: { message: this.prose(), code: 7 } } };
      case 2:
      case 3:
        return { output: { type: 'json', value: this.#json() } };
      case 4: {
        const data = text(rng, 60, 'base64').slice(0, 60);
        const image =
          this.version === 5
            ? { type: 'media', data, mediaType: 'image/png' }
            : { type: 'image-data', data, mediaType: 'image/png' };
        const value: unknown[] = [{ type: 'text', text: this.#resultText() }];
        if (rng.chance(0.5)) value.push(image);
        return { output: { type: 'content', value } };
      }
      case 5:
        // A tool that prints nothing is legal.
        return { output: { type: 'text', value: rng.chance(0.2) ? '' : this.prose() } };
      default:
        return { output: { type: 'text', value: this.#resultText() } };
    }
  }

  result(call: Part): Part {
    const { toolCallId, toolName } = call;
    return { type: 'tool-result', toolCallId, toolName, ...this.#output() };
  }

  /** Parts that stand before the calls or the text of an assistant message. */
  #preamble(): Part[] {
    const parts: Part[] = [];
    if (this.rng.chance(0.3)) parts.push(this.reasoning());
    if (this.rng.chance(0.4)) parts.push(this.textPart());
    if (this.version >= 7 && this.rng.chance(0.03)) {
      const payload = text(this.rng, 30, 'base64');
      parts.push({
        type: 'custom',
        kind: 'openai.compaction',
        providerOptions: { openai: { type: 'compaction', encryptedContent: payload } },
      });
    }
    return parts;
  }

  /** An assistant message without calls. */
  answer(): Message {
    const { rng } = this;
    if (rng.chance(0.4)) return { role: 'assistant', content: this.prose() };
    const content = [...this.#preamble(), this.textPart()];
    if (rng.chance(0.05)) {
      const typeField = this.version === 4 ? 'mimeType' : 'mediaType';
      content.push({ type: 'file', data: text(rng, 40, 'base64'), [typeField]: 'image/png' });
    }
    return { role: 'assistant', content };
  }

  /** One assistant message with calls, and tool messages that answer the first `answered` of them. */
  toolUnit(calls: number, answered = calls): Message[] {
    const { rng } = this;
    const parts = Array.from({ length: calls }, () => this.call());
    const unit: Message[] = [{ role: 'assistant', content: [...this.#preamble(), ...parts] }];
    const results = parts.slice(0, answered).map((call) => this.result(call));
    const ordered = rng.chance(0.15) ? rng.shuffle(results) : results;
    while (ordered.length > 0) {
      const together = rng.chance(0.7) ? ordered.length : rng.int(1, ordered.length);
      unit.push({ role: 'tool', content: ordered.splice(0, together) });
    }
    return unit;
  }

  /** Parallel calls without the last result, and that one by itself. */
  tornUnit(): { unit: Message[]; lost: Message } {
    const unit = this.toolUnit(this.rng.int(2, 4));
    const last = unit.at(-1) as Message;
    const parts = [...(last.content as Part[])];
    const lost = { role: 'tool', content: parts.splice(-1) };
    if (parts.length > 0) unit[unit.length - 1] = { ...last, content: parts };
    else unit.pop();
    return { unit, lost };
  }

  /** A call that the provider ran, with its result in the same message or in the next one. */
  providerUnit(): Message[] {
    const call = this.call(true);
    const { toolCallId, toolName } = call;
    const value = [{ url: 'https://example.org', title: this.prose() }];
    const result = { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value } };
    const before = this.#preamble();
    if (this.rng.chance(0.8)) {
      return [{ role: 'assistant', content: [...before, call, result, this.textPart()] }];
    }
    return [
      { role: 'assistant', content: [...before, call] },
      { role: 'assistant', content: [result, this.textPart()] },
    ];
  }

  /** A call that waits for approval, was granted, or was denied. */
  approvalUnit(state: 'granted' | 'denied' | 'responded' | 'pending'): Message[] {
    const { rng } = this;
    const call = this.call();
    const approvalId = this.id('approval');
    const request = { type: 'tool-approval-request', approvalId, toolCallId: call.toolCallId };
    const unit: Message[] = [{ role: 'assistant', content: [...this.#preamble(), call, request] }];
    if (state === 'pending') return unit;
    const approved = state !== 'denied';
    const response: Part = { type: 'tool-approval-response', approvalId, approved };
    if (!approved) response.reason = this.prose();
    const answer: Message = { role: 'tool', content: [response] };
    unit.push(answer);
    if (state === 'responded') return unit;
    const result = approved
      ? this.result(call)
      : {
          type: 'tool-result',
          toolCallId: call.toolCallId,
          toolName: call.toolName,
          output: { type: 'execution-denied', reason: 'not now' },
        };
    if (rng.chance(0.5)) (answer.content as Part[]).push(result);
    else unit.push({ role: 'tool', content: [result] });
    return unit;
  }

  /** Anthropic's own compaction block, which must stay the first content. */
  compactionBlock(): Message {
    const block = {
      type: 'text',
      text: this.prose(),
      providerOptions: {
        anthropic: { type: 'compaction', signature: text(this.rng, 30, 'base64') },
      },
    };
    return { role: 'assistant', content: [block, this.textPart()] };
  }

  /** One step of an agent that goes on. */
  step(): Message[] {
    const { rng } = this;
    const kind = rng.weighted({ call: 10, parallel: 4, provider: 1, approval: 1, answer: 2 });
    switch (kind) {
      case 'parallel':
        return this.toolUnit(rng.int(2, 5));
      case 'provider':
        return this.version >= 5 ? this.providerUnit() : this.toolUnit(1);
      case 'approval':
        return this.version >= 6
          ? this.approvalUnit(rng.chance(0.6) ? 'granted' : 'denied')
          : this.toolUnit(1);
      case 'answer':
        return [this.answer()];
      default:
        return this.toolUnit(1);
    }
  }

  /** What may stand at the end of a transcript that is sent to the model or to the SDK. */
  tail(): Message[] {
    const { rng } = this;
    const kind = rng.weighted({ done: 5, user: 3, open: 1, partly: 1, pending: 1, responded: 1 });
    switch (kind) {
      case 'user':
        return [this.user()];
      case 'open':
        return this.toolUnit(rng.int(1, 3), 0);
      case 'partly':
        return this.toolUnit(3, rng.int(1, 2));
      case 'pending':
      case 'responded':
        return this.version >= 6 ? this.approvalUnit(kind) : [];
      default:
        return [];
    }
  }
}

/**
 * A random transcript in the AI SDK's shapes. Without `wellFormed` it has up to `damages` of the
 * defects of damage.ts, which hosts produce by aborting, racing, editing and replaying.
 */
export function randomTranscript(rng: Rng, options: TranscriptOptions = {}): Message[] {
  const writer = new Writer(rng, options);
  const messages: Message[] = [];
  while (rng.chance(0.25)) messages.push(writer.system());
  if (writer.version >= 5 && rng.chance(0.02)) messages.push(writer.compactionBlock());
  if (rng.chance(0.95)) messages.push(writer.user());
  while (rng.chance(0.1)) messages.push(writer.user());
  const units = rng.int(0, options.units ?? 12);
  for (let i = 0; i < units; i++) {
    if (rng.chance(0.15)) {
      if (rng.chance(0.7)) messages.push(writer.answer());
      messages.push(writer.user());
    } else {
      messages.push(...writer.step());
    }
  }
  messages.push(...writer.tail());
  if (messages.length === 0) messages.push(writer.user());
  if (options.wellFormed) return messages;
  return damage(rng, writer, messages, rng.int(0, options.damages ?? 4));
}

export interface GrowthOptions extends TranscriptOptions {
  /** User turns; 3 by default. */
  turns?: number;
  /** Most steps of a turn; 8 by default. */
  steps?: number;
}

/**
 * Yields what a host would pass at each call of the model as one conversation goes on: the same
 * message objects in a new array each time, only ever longer. With `wellFormed: false` turns may be
 * aborted with calls open, a result may come after the next user message, and an agent may go on before
 * all its calls have their results, which come a step later or never.
 */
export function* growingTranscript(
  rng: Rng,
  options: GrowthOptions = {},
): Generator<Message[], void, void> {
  const wellFormed = options.wellFormed ?? true;
  const writer = new Writer(rng, options);
  const messages: Message[] = [];
  let late: Message | undefined;
  if (rng.chance(0.3)) messages.push(writer.system());
  const turns = options.turns ?? 3;
  for (let turn = 0; turn < turns; turn++) {
    messages.push(writer.user());
    yield [...messages];
    if (late) {
      messages.push(late);
      late = undefined;
      yield [...messages];
    }
    const steps = rng.int(0, options.steps ?? 8);
    for (let step = 0; step < steps; step++) {
      const torn = !wellFormed && rng.chance(0.1) ? writer.tornUnit() : undefined;
      if (torn) messages.push(...torn.unit);
      messages.push(...writer.step());
      if (torn && rng.chance(0.5)) messages.push(torn.lost);
      yield [...messages];
    }
    if (!wellFormed && rng.chance(0.3)) {
      const [assistant, answer] = writer.toolUnit(1);
      messages.push(assistant as Message);
      if (rng.chance(0.5)) late = answer;
    } else {
      messages.push(writer.answer());
    }
  }
}
