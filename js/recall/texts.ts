/** What earlier messages say: their texts, calls and results, without reasoning, hidden fields and media. */
import {
  type Dialect,
  type HostMessage,
  type MessageSink,
  PartFlag,
  PartKind,
  Role,
} from '../dialects/dialect.ts';

const roles = Object.keys(Role);

/** A message that may be searched, as text. */
export interface MessageText {
  /** In the host's array. */
  index: number;
  message: HostMessage;
  role: string;
  text: string;
}

/** Which parts of a message are meant. */
export interface Parts {
  role?: string | undefined;
  /** Calls of this tool and their results. */
  tool?: string | undefined;
  /** Of some messages results alone. */
  resultsOnly?: boolean;
}

/** Reads messages in their order: results of some dialects name no tool, but their calls do. */
export class TextReader {
  readonly #dialect: Dialect;
  /** Tools whose calls are left out: they bring the same texts a second time. */
  readonly #own: ReadonlySet<string>;
  readonly #toolOf = new Map<string, string>();

  constructor(dialect: Dialect, own: ReadonlySet<string>) {
    this.#dialect = dialect;
    this.#own = own;
  }

  /** Names of the tools that the messages call, but for those that are left out. */
  get tools(): Set<string> {
    return new Set([...this.#toolOf.values()].filter((name) => !this.#own.has(name)));
  }

  /** Of the parts that are wanted; undefined where there are none. */
  read(message: HostMessage, index: number, wanted: Parts): MessageText | undefined {
    const { role, tool, resultsOnly = false } = wanted;
    const said: string[] = [];
    let speaker = '';
    let from = '';
    let taken = false;
    const sink: MessageSink = {
      message: (by) => {
        from = roles[by] ?? 'other';
      },
      part: (kind, flags, fields = {}) => {
        const { callId = '' } = fields;
        const isCall = kind === PartKind.toolCall;
        const isResult = kind === PartKind.toolResult;
        if (isCall) this.#toolOf.set(callId, fields.toolName ?? '');
        const name = isCall || isResult ? fields.toolName || this.#toolOf.get(callId) || '' : '';
        const by = (flags & PartFlag.userWords) !== 0 ? 'user' : from;
        const isText = kind === PartKind.text && (flags & PartFlag.opaque) === 0;
        taken =
          (isText || isCall || isResult) &&
          (!resultsOnly || isResult) &&
          (role === undefined || role === by) &&
          (tool === undefined || tool === name) &&
          !this.#own.has(name);
        if (!taken) return;
        speaker ||= by;
        said.push(isCall ? `${name} ` : '');
      },
      attachment: () => {},
      text: (value) => {
        if (taken) said[said.length - 1] += value;
      },
      fault: () => {},
    };
    this.#dialect.read(message, sink);
    const text = said.length === 1 ? (said[0] ?? '') : said.join('\n');
    return text === '' ? undefined : { index, message, role: speaker, text };
  }
}
