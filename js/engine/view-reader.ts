/**
 * Reads the core's description of a view (`encode` in `bindings/wire.h`), and fills placeholders with
 * the names that only the host has.
 */
import type { BlockText, Dialect, HostMessage, PartEdit } from '../dialects/dialect.ts';
import { mediaSize, PartLookup } from '../dialects/part-facts.ts';
import { toWellFormed } from '../values/well-formed.ts';
import type { OutputReader } from './core.ts';

/** `ViewOp` of `src/edits/view.h`. */
export const ViewOp = { host: 0, segments: 1, edited: 2, aborted: 3, pick: 4 } as const;

/** `ChangeKind` of `src/edits/view.h`. */
const Change = { asIs: 0, remove: 1, cut: 2, replace: 3, mend: 4 } as const;

/** `PieceKind` of `src/edits/edit.h`. */
const Piece = { text: 0, toolName: 1, callId: 2, mediaType: 3, mediaSize: 4, ownText: 5 } as const;

/** `kMostNameUnits` of `src/edits/edit.h`. */
const mostNameUnits = 64;

export interface ViewItem {
  op: number;
  message: number;
  count: number;
  /** The parts that are meant, in order; of an edited message those that change. */
  parts: number[];
  edits: PartEdit[];
  /** Says what the item makes of its message: equal keys, equal outcome. */
  key: string;
}

export interface ViewDescription {
  segments: BlockText[];
  items: ViewItem[];
}

export function readView(
  answer: OutputReader,
  dialect: Dialect,
  host: readonly HostMessage[],
): ViewDescription {
  const lookup = new PartLookup(dialect);
  const segments: BlockText[] = [];
  for (let count = answer.word(); count > 0; count -= 1) {
    segments.push({ id: readId(answer), text: answer.text() });
  }
  const items: ViewItem[] = [];
  for (let count = answer.word(); count > 0; count -= 1) {
    const item: ViewItem = {
      op: answer.word(),
      message: answer.word(),
      count: answer.word(),
      parts: [],
      edits: [],
      key: '',
    };
    item.key = `${item.op} ${item.message}`;
    for (let changes = answer.word(); changes > 0; changes -= 1) {
      readChange(answer, item, lookup, host);
    }
    items.push(item);
  }
  return { segments, items };
}

function readChange(
  answer: OutputReader,
  item: ViewItem,
  lookup: PartLookup,
  host: readonly HostMessage[],
): void {
  const part = answer.word();
  const kind = answer.word();
  item.parts.push(part);
  item.key += ` ${part}:${kind}`;
  if (kind === Change.remove) {
    item.edits.push({ kind: 'remove', part });
  } else if (kind === Change.mend) {
    item.edits.push({ kind: 'mend', part });
  } else if (kind === Change.cut) {
    const from = answer.word();
    const to = answer.word();
    item.key += ` ${from}-${to}`;
    item.edits.push({ kind: 'cut', part, from, to, text: answer.text() });
  } else if (kind === Change.replace) {
    let text = '';
    for (let count = answer.word(); count > 0; count -= 1) {
      const piece = answer.word();
      const words = piece === Piece.text ? answer.text() : wordsOf(piece, answer, lookup, host);
      text += words;
      // A message's own text is the same wherever the message is.
      item.key += piece === Piece.ownText ? ' own' : ` ${words}`;
    }
    item.edits.push({ kind: 'replace', part, text });
  }
}

function wordsOf(
  piece: number,
  answer: OutputReader,
  lookup: PartLookup,
  host: readonly HostMessage[],
): string {
  const message = host[answer.word()];
  const { fields, text, media } = lookup.of(message, answer.word());
  switch (piece) {
    case Piece.toolName:
      return named(fields.toolName, 'a tool');
    case Piece.callId:
      return named(fields.callId, 'before');
    case Piece.mediaType:
      return named(media[answer.word()]?.mediaType, 'file');
    case Piece.mediaSize:
      return mediaSize(media[answer.word()]?.facts);
    default:
      return text;
  }
}

function named(name: string | undefined, otherwise: string): string {
  return name ? toWellFormed(name.slice(0, mostNameUnits)) : otherwise;
}

/** A fingerprint as the core writes it: 16 hexadecimal digits. */
export function readId(answer: OutputReader): string {
  const low = answer.word();
  return hex(answer.word()) + hex(low);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
