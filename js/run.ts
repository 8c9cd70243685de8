/**
 * The host's messages of one transcript and the view that was last made of them. Decides how a new
 * array is recognised by identity, and how the core's operations become messages; refuses to know
 * when a view changes and why.
 */
import type { Dialect, HostMessage, PartEdit } from './adapters/dialect.ts';
import type { OutputReader } from './core/core.ts';

/** `ViewOp` of `src/edits/view.h`. */
const ViewOp = { host: 0, segments: 1, edited: 2, aborted: 3, pick: 4 } as const;

/** How many messages may be new objects with the same content before it counts as a new array. */
const maxReplaced = 4;

/** An array that goes on where a known one ends. */
export interface Extension {
  /** Index in the incoming array of the first message that is new. */
  from: number;
  /** Known positions whose objects were replaced; their content has to be compared. */
  replaced: number[];
}

interface Written {
  key: string;
  source: HostMessage;
  copy: HostMessage;
}

export class Run {
  /** The core's number for it. */
  readonly id: number;
  /** The host's messages, in transcript order. */
  readonly host: HostMessage[];
  /** What the model sees; undefined while it is the host's own messages. */
  view: HostMessage[] | undefined;
  /**
   * The array that the host goes on with where it is not its transcript: one that begins in the
   * middle, or a view of ours that it kept.
   */
  readonly #given: HostMessage[] | undefined;
  /** Messages that views needed, by what they stand for: one object for one decision, ever. */
  #written = new Map<string, Written>();
  #segments: Written | undefined;

  constructor(id: number, host: HostMessage[], given: readonly HostMessage[]) {
    this.id = id;
    this.host = host;
    if (!sameItems(host, given)) this.#given = [...given];
  }

  /** How `messages` goes on from the last view or the host's array; undefined when it does not. */
  extension(messages: readonly HostMessage[]): Extension | undefined {
    const { host, view } = this;
    // An empty view would begin every array.
    if (view !== undefined && view.length > 0 && startsWith(messages, view)) {
      return { from: view.length, replaced: [] };
    }
    const given = this.#given;
    if (given !== undefined) {
      return startsWith(messages, given) ? { from: given.length, replaced: [] } : undefined;
    }
    if (messages.length < host.length) return undefined;
    const replaced: number[] = [];
    for (let i = 0; i < host.length; i += 1) {
      if (messages[i] === host[i]) continue;
      if (replaced.length === maxReplaced || this.#isEdited(host[i])) return undefined;
      replaced.push(i);
    }
    return { from: host.length, replaced };
  }

  #isEdited(message: HostMessage): boolean {
    for (const { source } of this.#written.values()) if (source === message) return true;
    return false;
  }

  /** Takes an object with the same content in a message's place: hosts get their own objects back. */
  replace(index: number, message: HostMessage): void {
    const shown = this.view?.indexOf(this.host[index]) ?? -1;
    if (shown >= 0 && this.view !== undefined) this.view[shown] = message;
    this.host[index] = message;
  }

  /** Takes new messages in behind the last view. */
  extend(added: readonly HostMessage[]): void {
    for (const message of added) {
      this.host.push(message);
      this.view?.push(message);
      this.#given?.push(message);
    }
  }

  /** Makes the view that the core describes; see `encode` in `bindings/wire.h`. */
  rebuild(description: OutputReader, dialect: Dialect, abortedText: string): void {
    const written = new Map<string, Written>();
    const once = (key: string, source: HostMessage, write: () => HostMessage): HostMessage => {
      const known = this.#written.get(key);
      const entry =
        known !== undefined && known.source === source ? known : { key, source, copy: write() };
      written.set(key, entry);
      return entry.copy;
    };

    const segments = [];
    for (let count = description.word(); count > 0; count -= 1) {
      const low = description.word();
      const high = description.word();
      segments.push({ id: hex(high) + hex(low), text: description.text() });
    }
    const view: HostMessage[] = [];
    for (let count = description.word(); count > 0; count -= 1) {
      const op = description.word();
      const index = description.word();
      const length = description.word();
      const edits: PartEdit[] = [];
      let key = `${op} ${index}`;
      for (let changes = description.word(); changes > 0; changes -= 1) {
        const part = description.word();
        if (description.word() === 0) {
          edits.push({ kind: 'remove', part });
          key += ` ${part}`;
        } else {
          const head = description.word();
          const tail = description.word();
          const cut = { from: head, to: tail, text: description.text() };
          edits.push({ kind: 'cut', part, cuts: [cut], json: false });
          key += ` ${part}:${head}-${tail}`;
        }
      }
      const source = this.host[index];
      if (op === ViewOp.host) {
        for (let i = index; i < index + length; i += 1) view.push(this.host[i]);
      } else if (op === ViewOp.segments) {
        const name = segments.map((segment) => segment.id).join(' ');
        if (this.#segments?.key !== name) {
          const placed = dialect.place(segments, 'user', undefined, undefined);
          this.#segments = { key: name, source: undefined, copy: placed.here[0] };
        }
        view.push(this.#segments.copy);
      } else if (op === ViewOp.edited) {
        view.push(once(key, source, () => dialect.write(source, edits)));
      } else {
        const parts = edits.map((edit) => edit.part);
        const trims = edits.filter((edit) => edit.kind === 'cut');
        const answer = (of: readonly number[]): HostMessage => {
          if (op === ViewOp.aborted) return dialect.aborted(source, of, abortedText);
          return dialect.pick(trims.length > 0 ? dialect.write(source, trims) : source, of);
        };
        for (const of of dialect.oneResultPerMessage ? parts.map((part) => [part]) : [parts]) {
          view.push(once(`${key} of ${of}`, source, () => answer(of)));
        }
      }
    }
    this.#written = written;
    this.view = sameItems(view, this.host) ? undefined : view;
  }
}

export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && startsWith(a, b);
}

function startsWith(array: readonly unknown[], prefix: readonly unknown[]): boolean {
  if (array.length < prefix.length) return false;
  // A view differs from what is not one near its end first: the tail moves, the opening stays.
  for (let i = prefix.length - 1; i >= 0; i -= 1) {
    if (array[i] !== prefix[i]) return false;
  }
  return true;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
