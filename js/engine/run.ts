/**
 * The host's messages of one transcript and the view that was last made of them. Recognises a new array
 * by identity, and makes messages of the core's operations.
 */
import type { BlockText, Dialect, HostMessage, Placed } from '../dialects/dialect.ts';
import { itemsOf } from '../dialects/record.ts';
import type { Placement } from '../types/policy.ts';
import { attempt } from '../values/fields.ts';
import { signOf } from './signs.ts';
import { type ViewDescription, ViewOp } from './view-reader.ts';

/** How many messages may be new objects with the same content before it counts as a new array. */
const maxReplaced = 4;
/** Of so many messages it is noticed that the host changes them in place; the newest that the view shows. */
const mostWatched = 32;
/** From a breakpoint Anthropic looks so many blocks back for what it has cached. */
const lookback = 20;
/** And what answers the same message of the assistant, of so many at most. */
const mostAnswers = 256;

/** An array that goes on where a known one ends. */
export interface Extension {
  /** Index in the incoming array of the first message that is new. */
  from: number;
  /** Known positions whose objects were replaced; their content has to be compared. */
  replaced: number[];
  /** It goes on from the view, which is the host's own array where nothing was changed. */
  isShown: boolean;
}

/** A message that the host may still change in place. */
interface Watched {
  at: number;
  sign: number;
  /** It has a call without a result. */
  isOpen: boolean;
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
  /** What belongs into the request's own system field beside the view. */
  system: string | undefined;
  /**
   * The array that the host goes on with where it is not its transcript: one that begins in the
   * middle, or a view of ours that it kept.
   */
  readonly #given: HostMessage[] | undefined;
  /**
   * Messages that the last view needed, by what they stand for: one object for one decision while
   * views need it.
   */
  #written = new Map<string, Written>();
  /** The view that the host has, where it was rewritten since. */
  #handed: readonly HostMessage[] | undefined;
  /** Whether the array that was taken last has the view's messages; undefined where only a look tells. */
  #isShown: boolean | undefined;
  /** Index in the view behind the message that carries the segments; 0 while there is none. */
  #segmentsEnd = 0;
  /** The message that the last request ended with. */
  #lastEnd: HostMessage;
  #dialect: Dialect | undefined;
  /** Of the last view that holds records. */
  #placement: Placement | undefined;
  /** What stands between messages for user and assistant to take turns, by role. */
  readonly #spacers = new Map<string, HostMessage>();
  #placed: { key: string; source: HostMessage; placed: Placed } | undefined;
  /** In transcript order. */
  #watched: Watched[] = [];

  constructor(id: number, host: HostMessage[], given: readonly HostMessage[]) {
    this.id = id;
    this.host = host;
    this.#watch(0);
    this.#isShown = sameItems(host, given);
    if (!this.#isShown) this.#given = [...given];
  }

  /** The same, to take messages in that this one is not to know of. */
  copy(): Run {
    const copy = new Run(this.id, [...this.host], this.#given ?? this.host);
    copy.view = this.view && [...this.view];
    copy.#isShown = this.#isShown;
    copy.#handed = this.#handed;
    copy.#written = this.#written;
    copy.#watched = this.#watched.map((watched) => ({ ...watched }));
    copy.#dialect = this.#dialect;
    copy.#placement = this.#placement;
    for (const [role, spacer] of this.#spacers) copy.#spacers.set(role, spacer);
    return copy;
  }

  /** The messages that the model sees. */
  get shown(): HostMessage[] {
    return this.view ?? this.host;
  }

  /** Whether `messages`, the array that was taken last, is the view item by item. */
  shows(messages: readonly HostMessage[]): boolean {
    const known = this.shown.length === messages.length ? this.#isShown : false;
    return known ?? sameItems(this.shown, messages);
  }

  /** The view is about to be rewritten, and the host may carry on with the one that it has. */
  keepHanded(): void {
    this.#handed ??= this.shown;
  }

  /** How `messages` goes on from the last view or the host's array; undefined when it does not. */
  extension(messages: readonly HostMessage[]): Extension | undefined {
    const { host, shown } = this;
    for (const { at, sign } of this.#watched) if (signOf(host[at]) !== sign) return undefined;
    const given = this.#given;
    const known = [shown, given ?? host, this.#handed ?? []];
    // A host that sends its whole transcript does so again.
    if (given === undefined && this.#isShown === false) known.reverse();
    // One of them may begin with the other: the longer one says more.
    known.sort((a, b) => b.length - a.length);
    // An empty array would begin every other.
    const begins = known.find((array) => array.length > 0 && startsWith(messages, array));
    if (begins !== undefined) {
      return { from: begins.length, replaced: [], isShown: begins === shown };
    }
    if (given !== undefined) return undefined;
    if (messages.length < host.length) return undefined;
    const replaced: number[] = [];
    for (let i = 0; i < host.length; i += 1) {
      if (messages[i] === host[i]) continue;
      if (replaced.length === maxReplaced || this.#isEdited(host[i])) return undefined;
      replaced.push(i);
    }
    return { from: host.length, replaced, isShown: shown === host };
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
    for (const watched of this.#watched) if (watched.at === index) watched.sign = signOf(message);
  }

  /** Watches the messages from `from` on, and lets go of those that have grown old. */
  #watch(from: number): void {
    const { host } = this;
    let oldest = Math.max(0, host.length - mostWatched);
    const limit = Math.max(0, host.length - mostAnswers);
    while (oldest > limit && host[oldest]?.role !== 'assistant') oldest -= 1;
    for (let at = Math.max(from, oldest); at < host.length; at += 1) {
      this.#watched.push({ at, sign: signOf(host[at]), isOpen: false });
    }
    this.#watched = this.#watched.filter(({ at, isOpen }) => at >= oldest || isOpen);
  }

  /** Takes new messages in behind the last view. */
  extend(added: readonly HostMessage[], { isShown }: Extension): void {
    this.#isShown = isShown;
    if (added.length > 0) this.#handed = undefined;
    const from = this.host.length;
    for (const message of added) {
      this.host.push(message);
      this.#given?.push(message);
      if (this.view === undefined) continue;
      const spacer = this.#spacer(this.view.at(-1), message);
      if (spacer.length > 0) this.#isShown = false;
      this.view.push(...spacer, message);
    }
    if (added.length > 0) this.#watch(from);
  }

  /** Whether user and assistant take turns in the view, and are not to, or the other way round. */
  isPlacedElse(placement: Placement): boolean {
    const [was, is] = [this.#placement, placement].map((each) => each === 'alternating');
    return this.#placement !== undefined && was !== is;
  }

  /** Makes the view that the core describes. */
  rebuild(
    description: ViewDescription,
    dialect: Dialect,
    placement: Placement,
    abortedText: string,
  ): void {
    // What was placed before the dialect was known is not written in it.
    if (this.#dialect !== dialect) {
      if (this.#placed !== undefined) this.#placed.key = '';
      this.#spacers.clear();
    }
    this.#dialect = dialect;
    const written = new Map<string, Written>();
    const once = (key: string, source: HostMessage, write: () => HostMessage): HostMessage => {
      const known = this.#written.get(key);
      const entry =
        known !== undefined && known.source === source ? known : { key, source, copy: write() };
      written.set(key, entry);
      return entry.copy;
    };

    let view: HostMessage[] = [];
    let segmentsAt = -1;
    for (const { op, message, count, parts, edits, key } of description.items) {
      const source = this.host[message];
      if (op === ViewOp.host) {
        for (let i = message; i < message + count; i += 1) view.push(this.host[i]);
      } else if (op === ViewOp.segments) {
        segmentsAt = view.length;
      } else if (op === ViewOp.edited) {
        view.push(once(key, source, () => dialect.write(source, edits)));
      } else {
        const answer = (of: readonly number[]): HostMessage => {
          if (op === ViewOp.aborted) return dialect.aborted(source, of, abortedText);
          return dialect.pick(edits.length > 0 ? dialect.write(source, edits) : source, of);
        };
        for (const of of dialect.oneResultPerMessage ? parts.map((part) => [part]) : [parts]) {
          view.push(once(`${key} of ${of}`, source, () => answer(of)));
        }
      }
    }
    this.#written = written;
    this.#watched = watchedIn(description, this.#watched);
    this.system = undefined;
    this.#segmentsEnd = 0;
    this.#placement = segmentsAt >= 0 ? placement : undefined;
    if (segmentsAt >= 0) {
      this.#place(view, segmentsAt, description.segments, dialect, placement);
      view = this.#spaced(view);
    }
    // No provider takes an empty array: where a host says nothing at all, it is told so for that.
    this.view = view.length === 0 || sameItems(view, this.host) ? undefined : view;
    this.#isShown = undefined;
  }

  /**
   * Indexes in the view where a prompt cache should end, two at most: its end, and the end of the last request,
   * where that would not be found from there, or behind the segments.
   */
  breakpoints(): number[] {
    const { shown } = this;
    const end = shown.length - 1;
    const before = shown.lastIndexOf(this.#lastEnd);
    this.#lastEnd = shown[end];
    if (before >= 0 && blocksIn(shown.slice(before + 1)) >= lookback) return [before, end];
    return this.#segmentsEnd > 0 ? [this.#segmentsEnd - 1, end] : [end];
  }

  #spaced(view: readonly HostMessage[]): HostMessage[] {
    const spaced: HostMessage[] = [];
    let segmentsEnd = this.#segmentsEnd;
    for (const [i, message] of view.entries()) {
      const spacer = this.#spacer(view[i - 1], message);
      if (i < this.#segmentsEnd) segmentsEnd += spacer.length;
      spaced.push(...spacer, message);
    }
    this.#segmentsEnd = segmentsEnd;
    return spaced;
  }

  /** What has to stand between two messages of the view: one message, or none. */
  #spacer(before: HostMessage | undefined, after: HostMessage): HostMessage[] {
    if (this.#placement !== 'alternating') return [];
    const made = this.#dialect?.spacer(before, after);
    if (made === undefined) return [];
    const known = this.#spacers.get(made.role) ?? made;
    this.#spacers.set(made.role, known);
    return [known];
  }

  /** Puts the blocks into the view, in front of what stands at `at`. */
  #place(
    view: HostMessage[],
    at: number,
    blocks: readonly BlockText[],
    dialect: Dialect,
    placement: Placement,
  ): void {
    const before = at > 0 ? view[at - 1] : undefined;
    const after = view[at];
    // A message of its own stands the same between any two; only the others depend on them.
    const alone = placement === 'user' || placement === 'alternating';
    const between = alone ? '' : `${before?.role} ${after?.role} ${kindOf(after)}`;
    const key = `${blocks.map(({ id }) => id).join(' ')} ${between}`;
    const merges = placement === 'first-user';
    if (this.#placed?.key !== key || (merges && this.#placed.source !== before)) {
      const placed = dialect.place(blocks, placement, before, after);
      const known = this.#placed?.placed;
      // What comes out the same stays the same object.
      placed.here = placed.here.map((message, i) => sameOr(known?.here[i], message));
      placed.head = placed.head.map((message, i) => sameOr(known?.head[i], message));
      if (placed.before !== undefined && this.#placed?.source === before) {
        placed.before = sameOr(known?.before, placed.before);
      }
      this.#placed = { key, source: before, placed };
    }
    const { placed } = this.#placed;
    this.system = placed.system;
    view.splice(at, 0, ...placed.here);
    this.#segmentsEnd = at + placed.here.length + placed.head.length;
    if (placed.before !== undefined) view[at - 1] = placed.before;
    if (placed.head.length === 0) return;
    const head = view.findIndex(
      (message) => message?.role !== 'system' && message?.role !== 'developer',
    );
    view.splice(head < 0 ? view.length : head, 0, ...placed.head);
  }
}

/** Blocks as Anthropic counts them. */
function blocksIn(messages: readonly HostMessage[]): number {
  const blocksOf = (message: HostMessage) => attempt(() => itemsOf(message.content)?.length) ?? 1;
  return messages.reduce((sum, message) => sum + blocksOf(message), 0);
}

/** The watched messages that a view shows: what a record stands for is read. */
function watchedIn({ items }: ViewDescription, watched: readonly Watched[]): Watched[] {
  return watched.flatMap(({ at, sign }) => {
    const showing = items.filter(({ op, message, count }) => {
      if (op === ViewOp.segments) return false;
      return at >= message && at < message + (op === ViewOp.host ? count : 1);
    });
    const isOpen = showing.some(({ op }) => op === ViewOp.aborted);
    return showing.length > 0 ? [{ at, sign, isOpen }] : [];
  });
}

/** The known message where both say the same. */
function sameOr(known: HostMessage | undefined, made: HostMessage): HostMessage {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(made) ? known : made;
}

/** In Anthropic's messages a result has a user's role: what a message begins with tells. */
function kindOf(message: HostMessage): string {
  const content: unknown = message?.content;
  return Array.isArray(content) ? String(content[0]?.type) : typeof content;
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
