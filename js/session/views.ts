/** How a session's arrays are read and its views written: their dialect, where records stand, cache breakpoints. */
import { mostBreakpoints, unmarked, withBreakpoints } from '../dialects/cache-control.ts';
import { anyDialect, dialects, firstSign } from '../dialects/detect.ts';
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import { type Run, sameItems } from '../engine/run.ts';
import { hasStrictTemplate, modelIdOf } from '../models/models.ts';
import type { Placement } from '../types/policy.ts';
import type { CompactorOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';
import type { Prepared } from './prepared.ts';

/** What messages have told so far, and up to which of them: while that is the same object, nobody reads those before. */
interface Seen {
  dialect: Dialect | undefined;
  index: number;
  message: HostMessage | undefined;
  /** It gives its dialect away. */
  isSign: boolean;
}

export class Views {
  /** The model that a step named last. */
  model: string | undefined;
  /** A step was the AI SDK's hook. */
  hooked = false;
  readonly #options: CompactorOptions;
  /** The host's word. */
  readonly #stated: Dialect | undefined;
  #seen: Seen = { dialect: undefined, index: -1, message: undefined, isSign: false };

  constructor(options: CompactorOptions) {
    const { dialect } = options;
    this.#options = options;
    if (dialect !== undefined && dialect !== 'auto') this.#stated = dialects[dialect];
  }
  /** Of messages that do not tell it; a hook's are the AI SDK's, whatever they look like. */
  get dialect(): Dialect {
    return this.dialectOf([]);
  }

  /** Without learning anything of them. */
  dialectOf(messages: readonly HostMessage[], hooked = this.hooked): Dialect {
    const told = this.#stated ?? this.#look(messages).dialect;
    return told ?? (hooked ? dialects['ai-sdk'] : anyDialect);
  }

  /** All of the messages are in another dialect than those before: they were converted, and so is each that is known. */
  areConverted(messages: readonly HostMessage[]): boolean {
    const { dialect } = this.#seen;
    if (this.#stated !== undefined || dialect === undefined) return false;
    return this.#look(messages).dialect !== dialect;
  }

  /** Learns from a step's messages. */
  see(messages: readonly HostMessage[], hook: boolean): void {
    this.#seen = this.#look(messages);
    this.hooked ||= hook;
  }

  /** One sign of the dialect that was seen tells more than many of another. */
  #look(messages: readonly HostMessage[]): Seen {
    const { dialect, index, message, isSign } = this.#seen;
    const isSame = index >= 0 && messages[index] === message;
    if (isSame && isSign) return this.#seen;
    const sign = firstSign(messages, isSame ? index + 1 : 0);
    const at = sign?.index ?? messages.length - 1;
    const seen = { dialect, index: at, message: messages[at], isSign: sign !== undefined };
    if (sign === undefined || sign.name === dialect?.name) return seen;
    const isKept = dialect !== undefined && firstSign(messages, 0, dialect.name) !== undefined;
    return { ...seen, dialect: isKept ? dialect : dialects[sign.name] };
  }

  placement(hook: boolean, stepModel = this.model): Placement {
    const { placement = 'user', model } = this.#options;
    if ([stepModel, modelIdOf(model)].some(hasStrictTemplate)) return 'alternating';
    return placement === 'system' && hook ? 'user' : placement;
  }

  /** Cache breakpoints are ours to set. */
  get #marks(): boolean {
    return this.#options.cacheControl === 'auto';
  }

  /** A host may carry on with a view that has our marks in it. */
  unmarked(messages: readonly HostMessage[]): readonly HostMessage[] {
    return this.#marks ? messages.map(unmarked) : messages;
  }

  marked(run: Run, dialect: Dialect): readonly HostMessage[] {
    const { shown } = run;
    return this.#marks && dialect !== anyDialect
      ? withBreakpoints(shown, dialect.name, run.breakpoints(), breakpointsFor(shown))
      : shown;
  }

  /** The view as the host gets it: its own array's content needs no answer. */
  handOut(
    run: Run,
    messages: readonly HostMessage[],
    dialect: Dialect,
  ): Pick<Prepared, 'messages' | 'changed' | 'system'> {
    const { system } = run;
    const view = this.marked(run, dialect);
    // With marks the array that was taken is not the one that came.
    const same = this.#marks ? sameItems(view, messages) : run.shows(messages);
    return same
      ? { messages: messages as HostMessage[], changed: false, system }
      : { messages: view.slice(), changed: true, system };
  }
}

/** The system prompt and the tools have breakpoints, too. What the view does not show of them is left one each. */
function breakpointsFor([first]: readonly HostMessage[]): number {
  const isSystem = attempt(() => first.role) === 'system';
  return mostBreakpoints - (isSystem ? 1 : 2);
}
