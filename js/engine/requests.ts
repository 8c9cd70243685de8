/** What a rewrite asks of models and of the host before it is made, and their answers. */
import type { Billed } from '../bills/usage.ts';
import type { Secrecy } from '../redact/secrecy.ts';
import type { Block, FinishReason, Rejection, SummaryRequest } from '../types.ts';
import { toWellFormed } from '../values/well-formed.ts';
import {
  type Awaited,
  checkedBefore,
  finishReasons,
  giveUps,
  requestKinds,
  verdicts,
  type Waiting,
} from './codes.ts';
import type { Core, OutputReader } from './core.ts';
import type { Run } from './run.ts';
import { type CoreTurn, readTurn } from './turn-reader.ts';
import { readId } from './view-reader.ts';

/** A longer reply is refused by the check whatever it says, and told by nobody; UTF-16 code units. */
const longestReply = 40_000;

function readNumbers(answer: OutputReader): Omit<SummaryRequest, 'system' | 'prompt'> {
  return {
    kind: requestKinds[answer.word()] ?? 'fold',
    maxOutputTokens: answer.word(),
    attempt: answer.word(),
    firstMessage: answer.word(),
    lastMessage: answer.word(),
  };
}

/** What came of the host's turn before a fold. */
export interface TurnAnswer {
  /** The agent's. */
  reply?: string | undefined;
  /** For the summary of the fold. */
  instructions?: string | undefined;
  /** No fold is made in this step, where the view fits without. */
  putsOff?: boolean | undefined;
}

export class Requests {
  readonly #core: Core;
  readonly #handle: number;
  readonly #secrecy: Secrecy;

  constructor(core: Core, handle: number, secrecy: Secrecy) {
    this.#core = core;
    this.#handle = handle;
    this.#secrecy = secrecy;
  }

  /** The requests that wait for a reply. */
  pending(run: Run): Waiting[] {
    return this.#core.read(
      (call) => call.pending(this.#handle, run.id),
      (answer) =>
        Array.from({ length: answer.word() }, () => ({
          number: answer.word(),
          id: readId(answer),
        })),
    );
  }

  /** The postponed rewrites. */
  awaited(): Awaited[] {
    return this.#core.read(
      (call) => call.awaited(this.#handle),
      (answer) => {
        const list = <T>(item: () => T) => Array.from({ length: answer.word() }, item);
        return list(() => ({
          firstMessage: answer.word(),
          lastMessage: answer.word(),
          isLate: answer.word() === 1,
          ids: list(() => readId(answer)),
        }));
      },
    );
  }

  /** The step goes on without the replies. */
  postpone(run: Run): number {
    this.#secrecy.takeBack();
    return this.#core.ask((call) => call.postpone(this.#handle, run.id));
  }

  request(run: Run, number: number): SummaryRequest {
    return this.#core.read(
      (call) => call.request(this.#handle, run.id, number),
      (answer) => {
        const numbers = readNumbers(answer);
        const [system, prompt] = [answer.text(), answer.text()];
        return { ...numbers, system, prompt };
      },
    );
  }

  /** The same without its texts, which are long. */
  about(run: Run, number: number): Omit<SummaryRequest, 'system' | 'prompt'> {
    return this.#core.read((call) => call.request(this.#handle, run.id, number), readNumbers);
  }

  /**
   * Gives a model's reply to a request; `rejected` says why the check did not take it. `billed` is nothing
   * where the reply was given before.
   */
  reply(
    run: Run,
    number: number,
    text: string,
    finishReason: FinishReason,
    billed: Billed,
  ): { next: number; rejected: Rejection | undefined } {
    const [core, handle] = [this.#core, this.#handle];
    const known = Object.hasOwn(finishReasons, finishReason) ? finishReason : 'other';
    return core.guard((call) => {
      // Not the other way round: half a secret is known by nothing.
      const clean = this.#secrecy.counted(text).slice(0, longestReply);
      const length = core.write(clean) ?? 0;
      const finish = finishReasons[known];
      const next = core.check(
        call.reply(handle, run.id, number, length, finish, billed.input, billed.output),
      );
      return { next, rejected: verdicts[call.lastVerdict(handle)] };
    });
  }

  /** The same with a reply that was checked when it was written, by another release perhaps. */
  replyAgain(run: Run, number: number, text: string): number {
    const [core, handle] = [this.#core, this.#handle];
    return core.guard((call) => {
      const length = core.write(this.#secrecy.counted(text).slice(0, longestReply)) ?? 0;
      return core.check(call.reply(handle, run.id, number, length, checkedBefore, 0, 0));
    });
  }

  giveUp(run: Run, number: number, why: keyof typeof giveUps): number {
    return this.#core.ask((call) => call.giveUp(this.#handle, run.id, number, giveUps[why]));
  }

  /** Which share of the records that the rewrite needs is written. */
  progress(run: Run): number {
    return this.#core.read(
      (call) => call.progress(this.#handle, run.id),
      (answer) => answer.word() / Math.max(1, answer.word()),
    );
  }

  /** Tokens that the texts of all blocks may have together, as estimated. */
  blockRoom(run: Run): number {
    return this.#core.ask((call) => call.blockRoom(this.#handle, run.id));
  }

  /** Gives the host's blocks, stable ones first; tells those that had no room. */
  offerBlocks(run: Run, given: readonly Block[]): { next: number; leftOut: Block[] } {
    const [core, handle] = [this.#core, this.#handle];
    const { counted } = this.#secrecy;
    return core.guard((call) => {
      const blocks = given.map(({ name, text, ...own }) => {
        return { ...own, name: counted(name), text: counted(text) };
      });
      let count = blocks.length;
      const written = () => {
        const rows = blocks.slice(0, count).map(({ name, text }) => [name, text]);
        return core.write(JSON.stringify({ blocks: rows }));
      };
      let length = written();
      while (length === undefined) {
        count -= 1;
        length = written();
      }
      const next = core.check(call.offerBlocks(handle, run.id, length));
      const answer = core.output();
      const leftOut = Array.from({ length: answer.word() }, () => blocks[answer.word()] as Block);
      return { next, leftOut: [...leftOut, ...blocks.slice(count)] };
    });
  }

  turn(run: Run): CoreTurn {
    return this.#core.read(
      (call) => call.turnRequest(this.#handle, run.id),
      (answer) => readTurn(answer, run.host),
    );
  }

  /**
   * The host's turn is over. `said` is what may be told of the agent's reply; undefined where it was silent.
   */
  turnDone(
    run: Run,
    { reply = '', instructions = '', putsOff = false }: TurnAnswer,
  ): { next: number; said: string | undefined } {
    const [core, handle] = [this.#core, this.#handle];
    return core.guard((call) => {
      const write = (text: string) =>
        core.write(toWellFormed(this.#secrecy.uncounted(text).slice(0, longestReply))) ?? 0;
      if (instructions !== '') core.check(call.instruct(handle, run.id, write(instructions)));
      const next = core.check(call.turnDone(handle, run.id, write(reply), putsOff ? 1 : 0));
      const answer = core.output();
      const silent = answer.word() === 1;
      return { next, said: silent ? undefined : answer.text() };
    });
  }
}
