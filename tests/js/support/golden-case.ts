/**
 * Golden cases as they stand in their files. Decides how their shorthand is read, as
 * `tests/golden/golden_case.h` describes it; refuses to know the engine.
 */
export type GoldenText =
  | string
  | { repeat: GoldenText; times: number }
  | { codeUnits: number[] }
  | GoldenText[];

export interface GoldenPart {
  kind: string;
  flags?: string[];
  callId?: GoldenText;
  approvalId?: GoldenText;
  toolName?: GoldenText;
  mediaType?: GoldenText;
  media?: [number, number, number];
  text?: GoldenText;
}

export interface GoldenMessage {
  role: string;
  flags?: string[];
  parts: GoldenPart[];
}

export type GoldenEntry =
  | GoldenMessage
  | { turns: number; from?: number; messages: GoldenEntry[] }
  | { history: [number, number] }
  | { view: true };

export interface GoldenReply {
  text?: GoldenText;
  finish?: string;
  giveUp?: string;
}

export interface GoldenStep {
  restart?: boolean;
  attach?: GoldenEntry[];
  append?: GoldenEntry[];
  stepped?: boolean;
  window?: number;
  billed?: [number, number];
  manual?: boolean;
  final?: boolean;
  /** Milliseconds of the host's clock. */
  now?: number;
  replies?: GoldenReply[];
  expected: unknown;
}

export interface GoldenFile {
  about: string;
  options: Record<string, unknown>;
  window: number;
  steps: GoldenStep[];
  end: unknown;
}

/** A part with its texts written out. */
export interface Part {
  kind: string;
  flags: readonly string[];
  callId: string;
  approvalId: string;
  toolName: string;
  mediaType: string;
  media: readonly [number, number, number];
  text: string;
}

export interface Message {
  role: string;
  flags: readonly string[];
  parts: readonly Part[];
}

export function textOf(text: GoldenText | undefined, turn: number): string {
  if (text === undefined) return '';
  if (typeof text === 'string') return text.replaceAll('{i}', String(turn));
  if (Array.isArray(text)) return text.map((piece) => textOf(piece, turn)).join('');
  if ('repeat' in text) return textOf(text.repeat, turn).repeat(text.times);
  return String.fromCharCode(...text.codeUnits);
}

function partOf(part: GoldenPart, turn: number): Part {
  return {
    kind: part.kind,
    flags: part.flags ?? [],
    callId: textOf(part.callId, turn),
    approvalId: textOf(part.approvalId, turn),
    toolName: textOf(part.toolName, turn),
    mediaType: textOf(part.mediaType, turn),
    media: part.media ?? [0, 0, 0],
    text: textOf(part.text, turn),
  };
}

export function messagesOf(
  entries: readonly GoldenEntry[],
  history: readonly Message[],
  view: readonly Message[],
  turn = 0,
): Message[] {
  return entries.flatMap((entry) => {
    if ('turns' in entry) {
      const from = entry.from ?? 0;
      return Array.from({ length: entry.turns }, (_, i) =>
        messagesOf(entry.messages, history, view, from + i),
      ).flat();
    }
    if ('history' in entry) return history.slice(...entry.history);
    if ('view' in entry) return [...view];
    return [
      {
        role: entry.role,
        flags: entry.flags ?? [],
        parts: entry.parts.map((part) => partOf(part, turn)),
      },
    ];
  });
}
