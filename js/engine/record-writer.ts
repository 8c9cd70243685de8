/**
 * Packs messages into the engine's buffer as adapters read them, long texts in pieces.
 * `bindings/wire.h` defines the layout.
 */
import type { Fault, MessageSink, PartFields, PartKind, Role } from '../dialects/dialect.ts';
import { PartKind as Kind, MessageFlag } from '../dialects/dialect.ts';
import type { MediaFacts } from '../media/facts.ts';
import type { Core } from './core.ts';

const Record = { message: 1, part: 2, field: 3, end: 4, attached: 5 } as const;
const Field = { callId: 0, approvalId: 1, toolName: 2, mediaType: 3, text: 4 } as const;

/** Below this many UTF-16 code units a loop beats the call of `encodeInto`. */
const shortText = 40;
/** A piece of text is not begun in less room than this, bytes. */
const leastRoom = 64;

const encoder = new TextEncoder();

export type Clean = (text: string) => string;

export class RecordWriter implements MessageSink {
  readonly #core: Core;
  #session = 0;
  #run = 0;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  #view: DataView<ArrayBuffer> = new DataView(new ArrayBuffer(0));
  #at = 0;
  #open = false;
  #index = 0;
  /** Takes the secrets out of a text. */
  #clean: Clean | undefined;
  /** The running part's text, cleaned as a whole: a secret may lie across two of its pieces. */
  #held = '';
  /** Flags that the host has set on the message to come. */
  marks = 0;
  /** Faults of the messages written since `begin`. */
  faults: { messageIndex: number; fault: Fault }[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * What follows goes to a session: new messages with `run` 0, texts that a run wants to read
   * otherwise. `index` numbers the first message in fault reports.
   */
  begin(session: number, run: number, index: number): void {
    this.#session = session;
    this.#run = run;
    this.#index = index - 1;
    this.#clean = undefined;
    this.#held = '';
    this.#open = false;
    this.#at = 0;
    this.faults = [];
    this.#attach();
  }

  /** Texts and names of tools of the messages to come pass through it, or cross as they are. */
  cleanBy(clean: Clean | undefined): void {
    this.#close();
    this.#clean = clean;
  }

  /** Hands over what is still in the buffer. */
  finish(): void {
    this.#close();
    if (this.#at > 0) this.#flush();
  }

  message(role: Role, flags: number): void {
    this.#close();
    this.#reserve(8);
    this.#word(Record.message | (role << 8) | ((flags | this.marks) << 16));
    this.#open = true;
    this.#index += 1;
  }

  part(kind: PartKind, flags: number, fields?: PartFields, media?: MediaFacts): void {
    this.#endText();
    this.#reserve(24);
    this.#word(Record.part | (kind << 8) | (flags << 16));
    if (kind === Kind.media) this.#facts(media);
    if (fields === undefined) return;
    if (fields.callId) this.#field(Field.callId, fields.callId);
    if (fields.approvalId) this.#field(Field.approvalId, fields.approvalId);
    if (fields.toolName) this.#field(Field.toolName, this.#cleaned(fields.toolName));
    if (fields.mediaType) this.#field(Field.mediaType, fields.mediaType);
  }

  attachment(media: MediaFacts, mediaType?: string): void {
    this.#reserve(24);
    this.#word(Record.attached);
    this.#facts(media);
    if (mediaType) this.#field(Field.mediaType, mediaType);
  }

  text(value: string): void {
    if (this.#clean === undefined) this.#field(Field.text, value);
    else this.#held += value;
  }

  fault(fault: Fault): void {
    this.faults.push({ messageIndex: Math.max(0, this.#index), fault });
  }

  /** A message that no adapter could read: it takes its place and carries nothing. */
  unreadable(role: Role, fault: Fault): void {
    this.message(role, MessageFlag.faulty);
    this.fault(fault);
  }

  #cleaned(text: string): string {
    return this.#clean === undefined ? text : this.#clean(text);
  }

  #endText(): void {
    if (this.#held === '') return;
    this.#field(Field.text, this.#cleaned(this.#held));
    this.#held = '';
  }

  #close(): void {
    if (!this.#open) return;
    this.#endText();
    this.#reserve(4);
    this.#word(Record.end);
    this.#open = false;
  }

  #facts(media: MediaFacts | undefined): void {
    this.#word(clamp(media?.byteLength));
    this.#word(clamp(media?.width));
    this.#word(clamp(media?.height));
    this.#word(clamp(media?.length));
    this.#word((media?.shape ?? 0) | ((media?.detail ?? 0) << 8));
  }

  #field(field: number, value: string): void {
    const head = Record.field | (field << 8);
    if (value.length <= shortText) {
      this.#reserve(8 + shortText * 3);
      if (this.#ascii(head, value)) return;
    }
    let from = 0;
    do {
      this.#reserve(8 + leastRoom);
      const room = this.#bytes.length - this.#at - 11;
      let to = Math.min(value.length, from + room);
      // A pair must not be halved: each half alone would become U+FFFD.
      if (to < value.length && (value.charCodeAt(to - 1) & 0xfc00) === 0xd800) to -= 1;
      const piece = from === 0 && to === value.length ? value : value.substring(from, to);
      const { read, written } = encoder.encodeInto(
        piece,
        this.#bytes.subarray(this.#at + 8, this.#at + 8 + room),
      );
      this.#word(head);
      this.#word(written);
      this.#at += (written + 3) & ~3;
      from += read;
    } while (from < value.length);
  }

  /** Writes a short text of ASCII characters alone; false when it holds others. */
  #ascii(head: number, value: string): boolean {
    const bytes = this.#bytes;
    const start = this.#at + 8;
    for (let i = 0; i < value.length; i += 1) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) return false;
      bytes[start + i] = unit;
    }
    this.#word(head);
    this.#word(value.length);
    this.#at += (value.length + 3) & ~3;
    return true;
  }

  #word(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) this.#flush();
  }

  #flush(): void {
    const core = this.#core;
    const length = this.#at;
    this.#at = 0;
    core.check(core.call.feed(this.#session, this.#run, length));
    this.#attach();
  }

  /** Memory may have grown and left the old view empty. */
  #attach(): void {
    if (this.#bytes.length > 0 && this.#bytes.buffer === this.#core.memory.buffer) return;
    this.#bytes = this.#core.buffer();
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
  }
}

function clamp(value: number | undefined): number {
  if (value === undefined || !(value > 0)) return 0;
  return Math.min(Math.floor(value), 0xffff_ffff);
}
