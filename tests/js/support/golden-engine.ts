/**
 * Plays a golden case through WebAssembly. Decides how the engine's answers are written down, in the
 * words of `tests/golden/golden_test.cc`; refuses to judge them.
 */
import assert from 'node:assert/strict';
import type { Code } from '../../../build/modules/core/code.js';
import { Core, type OutputReader } from '../../../build/modules/core/core.js';
import { RecordWriter } from '../../../build/modules/core/record-writer.js';
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
const changes = ['part', 'remove', 'cut', 'replace', 'mend'];
const Kind = { remove: 1, cut: 2, replace: 3 } as const;
const pieces = ['text', 'tool', 'call', 'media type', 'media size', 'own text'];
const nexts = ['unchanged', 'view', 'read', 'summarize', 'blocks', 'prepare', 'flush'];
const verdicts = [
  'accepted',
  'empty',
  'refused',
  'truncated',
  'inflated',
  'tooShort',
  'toolCall',
  'echo',
  'wrongLanguage',
  'invented',
  'mended',
];
/** `StepFlag` of `bindings/engine.h`. */
const StepFlag = { manual: 1, final: 2 } as const;
const finishes = ['stop', 'length', 'contentFilter', 'toolCalls', 'error', 'other'];
const requestKinds = ['fold', 'merge', 'part'];
const giveUps = ['failed', 'timedOut', 'aborted'];

interface Cut {
  from: number;
  to: number;
  text: string;
}

/** Words of a placeholder (kind 0), or a name that is taken of a part of the host's. */
interface Piece {
  kind: number;
  text: string;
  message: number;
  part: number;
}

interface Change {
  part: number;
  kind: number;
  cut: Cut | undefined;
  pieces: Piece[];
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

function pieceLine({ kind, text, message, part }: Piece): string {
  return kind === 0 ? text : `<${pieces[kind]} of ${message}.${part}>`;
}

function changeLine(change: Change): string {
  const { cut } = change;
  const cuts = cut === undefined ? '' : ` [${cut.from}, ${cut.to}) as ${cut.text}`;
  const by = change.pieces.length > 0 ? ` by ${change.pieces.map(pieceLine).join('')}` : '';
  return `${changes[change.kind]} ${change.part}${cuts}${by}`;
}

function itemLine({ op, message, count, changes }: Item): string {
  const place = op === 1 ? '' : ` ${message}`;
  const many = count === 1 ? '' : ` x ${count}`;
  const told = changes.map(changeLine);
  return `${ops[op]}${place}${many}${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
}

function readChange(output: OutputReader): Change {
  const change: Change = {
    part: output.word(),
    kind: output.word(),
    cut: undefined,
    pieces: [],
  };
  if (change.kind === Kind.cut) {
    change.cut = { from: output.word(), to: output.word(), text: output.text() };
  } else if (change.kind === Kind.replace) {
    change.pieces = Array.from({ length: output.word() }, () => {
      const kind = output.word();
      if (kind === 0) return { kind, text: output.text(), message: 0, part: 0 };
      const piece = { kind, text: '', message: output.word(), part: output.word() };
      // No case has a result with images: the number of the image says nothing.
      if (kind === 3 || kind === 4) output.word();
      return piece;
    });
  }
  return change;
}

/** As `nameOf` of `tests/core/support/view_reader.h` has it. */
function nameOf({ kind, message, part }: Piece, host: readonly Message[]): string {
  const named = host[message]?.parts[part] ?? assert.fail(`part ${message}.${part}`);
  if (kind === 1) return named.toolName.slice(0, 64) || 'a tool';
  if (kind === 2) return named.callId.slice(0, 64) || 'before';
  if (kind === 5) return named.text;
  if (kind === 3) return named.mediaType.slice(0, 64) || 'file';
  const [byteLength, width, height] = named.media;
  const sizes = [];
  if (width > 0 && height > 0) sizes.push(`${width} x ${height} pixels`);
  if (byteLength > 0) sizes.push(`${byteLength} bytes`);
  return sizes.join(', ') || 'size unknown';
}

function cutText(whole: string, { from, to, text }: Cut): string {
  return whole.slice(0, from) + text + whole.slice(to);
}

function replaced(whole: Part, change: Change, host: readonly Message[]): Part {
  const text = change.pieces
    .map((piece) => (piece.kind === 0 ? piece.text : nameOf(piece, host)))
    .join('');
  if (whole.kind !== 'media') {
    const flags = whole.flags.filter((flag) => flag !== 'hasMedia' && flag !== 'json');
    return { ...whole, flags, text };
  }
  const bare = { flags: [], callId: '', approvalId: '', toolName: '', mediaType: '' };
  return { ...bare, kind: 'text', media: [0, 0, 0], text };
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

  static async begin(code: Code, file: GoldenFile): Promise<GoldenPlayer> {
    return new GoldenPlayer(await Core.instantiate(code), file);
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
      step.now ?? 0,
      (step.manual ? StepFlag.manual : 0) | (step.final ? StepFlag.final : 0),
      0,
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
    assert.equal(call.pending(this.#session, this.#run), 0);
    const waiting = this.#core.output();
    assert.ok(waiting.word() > 0);
    const number = waiting.word();
    assert.equal(call.request(this.#session, this.#run, number), 0);
    const output = this.#core.output();
    const request: Seen = {
      kind: requestKinds[output.word()],
      maxOutputTokens: output.word(),
      attempt: output.word(),
      system: output.text().split('\n'),
      prompt: output.text().split('\n'),
    };
    requests.push(request);
    if (reply.giveUp !== undefined) {
      return call.giveUp(this.#session, this.#run, number, giveUps.indexOf(reply.giveUp));
    }
    const length = this.#write(textOf(reply.text, 0));
    const finish = finishes.indexOf(reply.finish ?? 'stop');
    const next = call.reply(this.#session, this.#run, number, length, finish, 0, 0);
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
      changes: Array.from({ length: output.word() }, () => readChange(output)),
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
        if (change.kind === Kind.remove) return [];
        if (change.cut) return [{ ...whole, text: cutText(whole.text, change.cut) }];
        if (change.kind === Kind.replace) return [replaced(whole, change, this.#history)];
        return [whole];
      }),
    }));
  }
}
