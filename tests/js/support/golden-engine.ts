/**
 * Plays a golden case through WebAssembly. Decides how the engine's answers are written down, in the
 * words of `tests/golden/golden_test.cc`; refuses to judge them.
 */
import assert from 'node:assert/strict';
import { Core } from '../../../dist/core/core.js';
import { RecordWriter } from '../../../dist/core/record-writer.js';
import {
  ImageDetail,
  MediaShape,
  MessageFlag,
  PartFlag,
  PartKind,
  Role,
} from '../../../js/adapters/dialect.ts';
import {
  type GoldenEntry,
  type GoldenFile,
  type GoldenReply,
  type GoldenStep,
  type Message,
  messagesOf,
  type Part,
  textOf,
} from './golden-case.ts';

const hows = [
  'new',
  'extended',
  'own view',
  'suffix',
  'truncated',
  'edited',
  'regenerated',
  'unrelated',
];
const ops = ['host', 'segments', 'edited', 'aborted', 'pick'];
const nexts = ['unchanged', 'view', 'read', 'summarize'];
const verdicts = ['accepted', 'empty', 'refused', 'truncated', 'inflated', 'tooShort', 'toolCall'];
const finishes = ['stop', 'length', 'contentFilter', 'toolCalls', 'error', 'other'];
const giveUps = ['failed', 'timedOut', 'aborted'];

interface Trim {
  head: number;
  tail: number;
  marker: string;
}

interface Change {
  part: number;
  trim?: Trim;
}

interface Item {
  op: number;
  message: number;
  count: number;
  changes: Change[];
}

type Seen = Record<string, unknown>;

function flagsOf(names: readonly string[], flags: Readonly<Record<string, number>>): number {
  return names.reduce((bits, name) => bits | (flags[name] ?? assert.fail(`flag ${name}`)), 0);
}

/** The files hold JSON, the comparison is of bytes: an answer has to be what its JSON reads as. */
function exactJson(text: string): unknown {
  if (text === '') return null;
  const json: unknown = JSON.parse(text);
  assert.equal(JSON.stringify(json), text);
  return json;
}

function changeLine({ part, trim }: Change): string {
  if (trim === undefined) return String(part);
  return `${part} to [0, ${trim.head}) and from ${trim.tail} around ${trim.marker}`;
}

function itemLine({ op, message, count, changes }: Item): string {
  const place = op === 1 ? '' : ` ${message}`;
  const many = count === 1 ? '' : ` x ${count}`;
  const told = changes.map((change) => {
    const word = op === 2 ? (change.trim ? 'trim' : 'remove') : 'part';
    return `${word} ${changeLine(change)}`;
  });
  return `${ops[op]}${place}${many}${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
}

function cut(part: Part, { head, tail, marker }: Trim): Part {
  return { ...part, text: part.text.slice(0, head) + marker + part.text.slice(tail) };
}

export class GoldenPlayer {
  readonly #core: Core;
  readonly #writer: RecordWriter;
  readonly #file: GoldenFile;
  readonly #abortedText: string;
  #session = 0;
  #run = 0;
  #history: Message[] = [];
  #shown: Message[] = [];

  private constructor(core: Core, file: GoldenFile) {
    this.#core = core;
    this.#writer = new RecordWriter(core);
    this.#file = file;
    assert.equal(core.call.abortedText(), 0);
    this.#abortedText = core.outputText();
    this.#open();
  }

  static async begin(module: WebAssembly.Module, file: GoldenFile): Promise<GoldenPlayer> {
    return new GoldenPlayer(await Core.instantiate(module), file);
  }

  /** What the engine answers to one step. */
  play(step: GoldenStep): Seen {
    const seen: Seen = {};
    if (step.restart) this.#restart(seen);
    if (step.attach) this.#attach(step.attach, seen);
    if (step.append) this.#append(step.append, seen);
    if (step.stepped ?? true) this.#step(step, seen);
    return seen;
  }

  end(): Seen {
    const { call } = this.#core;
    return {
      explain: this.#asked(call.explain(this.#session, this.#run)),
      totals: this.#asked(call.totals(this.#session)),
      snapshot: this.#asked(call.snapshotSession(this.#session)),
    };
  }

  #asked(answer: number): unknown {
    assert.equal(answer, 0);
    return exactJson(this.#core.outputText());
  }

  #write(text: string): number {
    return this.#core.write(text) ?? assert.fail('the text is larger than the buffer');
  }

  #open(): void {
    this.#session = this.#core.call.openSession(this.#write(JSON.stringify(this.#file.options)));
    assert.ok(this.#session > 0);
    this.#run = 0;
  }

  #restart(seen: Seen): void {
    const { call } = this.#core;
    assert.equal(call.snapshotSession(this.#session), 0);
    const state = this.#core.outputText();
    assert.equal(call.closeSession(this.#session), 0);
    this.#open();
    seen.restored = call.restoreSession(this.#session, this.#write(state));
  }

  #feed(run: number, messages: readonly Message[]): void {
    const writer = this.#writer;
    writer.begin(this.#session, run, 0);
    for (const message of messages) {
      writer.message(Role[message.role as keyof typeof Role], flagsOf(message.flags, MessageFlag));
      for (const { kind, flags, media, text, ...fields } of message.parts) {
        const [byteLength, width, height] = media;
        writer.part(PartKind[kind as keyof typeof PartKind], flagsOf(flags, PartFlag), fields, {
          byteLength,
          width,
          height,
          length: 0,
          shape: MediaShape.other,
          detail: ImageDetail.auto,
        });
        if (text !== '') writer.text(text);
      }
    }
    writer.finish();
  }

  #attach(entries: readonly GoldenEntry[], seen: Seen): void {
    const { call } = this.#core;
    const incoming = messagesOf(entries, this.#history, this.#shown);
    this.#feed(0, incoming);
    seen.stagedTokens = call.stagedTokens(this.#session);
    this.#run = this.#core.check(call.attach(this.#session));
    const output = this.#core.output();
    const how = hows[output.word()];
    const common = output.word();
    const knownRun = output.word();
    const sources: string[] = [];
    const history: Message[] = [];
    for (let n = output.word(); n > 0; n -= 1) {
      const known = output.word() !== 0;
      const begin = output.word();
      const count = output.word();
      sources.push(`${known ? 'known' : 'sent'} ${begin} x ${count}`);
      history.push(...(known ? this.#history : incoming).slice(begin, begin + count));
    }
    seen.attached = { run: this.#run, how, common, knownRun, sources };
    this.#history = history;
  }

  #append(entries: readonly GoldenEntry[], seen: Seen): void {
    const more = messagesOf(entries, this.#history, this.#shown);
    this.#feed(0, more);
    seen.appended = this.#core.call.append(this.#session, this.#run);
    this.#history = [...this.#history, ...more];
  }

  #step(step: GoldenStep, seen: Seen): void {
    const { call } = this.#core;
    const [input, output] = step.billed ?? [0, 0];
    const window = step.window ?? this.#file.window;
    let next = call.step(
      this.#session,
      this.#run,
      window,
      0,
      0,
      0,
      input,
      output,
      step.manual ?? false,
    );
    const told: string[] = [];
    const read: number[] = [];
    const requests: Seen[] = [];
    while (true) {
      told.push(next < 0 ? `error ${-next}` : (nexts[next] ?? assert.fail(`next ${next}`)));
      if (next === 2) {
        next = this.#read(read);
      } else if (next === 3) {
        next = this.#answer(step.replies?.[requests.length] ?? { giveUp: 'failed' }, requests);
      } else {
        break;
      }
    }
    seen.next = told;
    if (read.length > 0) seen.read = read;
    if (requests.length > 0) seen.requests = requests;
    this.#view(seen);
    seen.report = this.#asked(call.report(this.#session, this.#run));
    seen.repairs = this.#asked(call.repairs(this.#session, this.#run));
  }

  #read(read: number[]): number {
    const { call } = this.#core;
    assert.equal(call.readList(this.#session, this.#run), 0);
    const output = this.#core.output();
    const list = Array.from({ length: output.word() }, () => output.word());
    for (const message of list) {
      this.#feed(this.#run, this.#history.slice(message, message + 1));
    }
    read.push(...list);
    return call.readDone(this.#session, this.#run);
  }

  #answer(reply: GoldenReply, requests: Seen[]): number {
    const { call } = this.#core;
    assert.equal(call.request(this.#session, this.#run), 0);
    const output = this.#core.output();
    const request: Seen = {
      kind: output.word() === 0 ? 'fold' : 'merge',
      maxOutputTokens: output.word(),
      system: output.text().split('\n'),
      prompt: output.text().split('\n'),
    };
    requests.push(request);
    if (reply.giveUp !== undefined) {
      return call.giveUp(this.#session, this.#run, giveUps.indexOf(reply.giveUp));
    }
    const length = this.#write(textOf(reply.text, 0));
    const finish = finishes.indexOf(reply.finish ?? 'stop');
    const next = call.reply(this.#session, this.#run, length, finish);
    request.verdict = verdicts[call.lastVerdict(this.#session)];
    return next;
  }

  #view(seen: Seen): void {
    assert.equal(this.#core.call.view(this.#session, this.#run), 0);
    const output = this.#core.output();
    const segments = Array.from({ length: output.word() }, () => {
      const low = output.word();
      const high = output.word();
      const id = (BigInt(low) | (BigInt(high) << 32n)).toString(16).padStart(16, '0');
      return { id, text: output.text() };
    });
    const items: Item[] = Array.from({ length: output.word() }, () => ({
      op: output.word(),
      message: output.word(),
      count: output.word(),
      changes: Array.from({ length: output.word() }, () => {
        const part = output.word();
        if (output.word() === 0) return { part };
        return { part, trim: { head: output.word(), tail: output.word(), marker: output.text() } };
      }),
    }));
    seen.view = items.map(itemLine);
    seen.segments = segments.map(({ id, text }) => ({ id, text: text.split('\n') }));
    this.#shown = items.flatMap((item) => this.#carryOut(item, segments));
  }

  #carryOut(item: Item, segments: readonly { text: string }[]): Message[] {
    const part = { flags: [], callId: '', approvalId: '', toolName: '', mediaType: '' };
    if (item.op === 1) {
      const parts = segments.map(
        ({ text }): Part => ({ ...part, kind: 'text', media: [0, 0, 0], text }),
      );
      return [{ role: 'user', flags: [], parts }];
    }
    const hosts = this.#history.slice(item.message, item.message + item.count);
    assert.equal(hosts.length, item.count);
    if (item.op === 0) return hosts;
    const changeOf = (part: number) => item.changes.find((change) => change.part === part);
    return hosts.map((host) => ({
      ...host,
      role: item.op === 2 ? host.role : 'tool',
      parts: host.parts.flatMap((whole, index): Part[] => {
        const change = changeOf(index);
        if (change === undefined) return item.op === 2 ? [whole] : [];
        if (item.op === 3) {
          return [{ ...whole, kind: 'toolResult', flags: ['error'], text: this.#abortedText }];
        }
        if (change.trim !== undefined) return [cut(whole, change.trim)];
        return item.op === 2 ? [] : [whole];
      }),
    }));
  }
}
