/**
 * Runs a property over generated conversations until enough arrays went through. Decides how many, and
 * how a failure is told so that it can be repeated; refuses to know what the property is.
 *
 * EPITOME_SEED runs one conversation alone.
 */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Compactor } from 'epitome';
import { createCompactor } from 'epitome';
import { cases, manyCases } from './amount.ts';
import { rewritesOf } from './contracts.ts';
import type { Player } from './play.ts';
import { createRng, type Rng } from './random.ts';
import { models } from './scenarios.ts';

/** Failing conversations that a message shows. */
const shown = 5;

/** Without these a run of many cases has proved nothing; a policy may make all else rare. */
const indispensable = ['trim', 'fold by model', 'fold by code', 'cannot-fit', 'aborted-call'];

/** What happened in all conversations of a property. */
export class Tally {
  arrays = 0;
  conversations = 0;
  readonly #counts = new Map<string, number>();

  /** Counts what a player saw. */
  add(player: Player): void {
    this.arrays += player.calls.length;
    for (const call of player.calls) {
      for (const event of call.events) {
        this.count(event.type);
        if (event.type === 'aligned') this.count(event.how);
        if (event.type === 'repair') for (const { repair } of event.repairs) this.count(repair);
      }
      for (const rewrite of rewritesOf(call)) {
        this.count(`for ${rewrite.reason}`);
        for (const { kind } of rewrite.edits) this.count(kind);
        for (const fold of rewrite.folds) {
          this.count(`${fold.kind} by ${fold.source}`);
          if (fold.codeReason !== undefined) this.count(fold.codeReason);
          if (fold.userMessages.carried > 0) this.count('words carried');
          if (fold.userMessages.cut > 0) this.count('words cut');
          if (fold.userMessages.leftOut > 0) this.count('words left out');
        }
      }
    }
  }

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** Prints which of the names never happened; fails for a few of them, in a run of many cases. */
  looksFor(...names: readonly string[]): void {
    const missing = names.filter((name) => !this.#counts.has(name));
    if (missing.length > 0) console.log(`never happened in ${this.arrays} arrays: ${missing}`);
    if (cases < manyCases) return;
    assert.deepEqual(
      missing.filter((name) => indispensable.includes(name)),
      [],
    );
  }
}

/** One conversation of a property. `players` are asked for their faults in the end. */
export interface Conversation {
  rng: Rng;
  seed: number;
  /** Two engines, to compare. */
  compactors: readonly [Compactor, Compactor];
  tally: Tally;
  /** Has a player judged and disposed of. */
  enter: (player: Player) => Player;
  /** Notes a fault that no player sees. */
  fail: (fault: string) => void;
}

/** Runs conversations with `share` of all arrays. A run of a single one leaves `tally` undefined. */
export async function holds(
  name: string,
  share: number,
  converse: (conversation: Conversation) => Promise<void>,
): Promise<Tally | undefined> {
  using one = await createCompactor({ model: 'middle', models });
  using other = await createCompactor({ model: 'middle', models });
  const only = process.env.EPITOME_SEED;
  const wanted = cases * share;
  const tally = new Tally();
  const failures: string[] = [];
  let seed = Number(only ?? 0);
  do {
    const players: Player[] = [];
    const faults: string[] = [];
    await converse({
      rng: createRng(`${name} ${seed}`),
      seed,
      compactors: [one, other],
      tally,
      enter: (player) => {
        players.push(player);
        return player;
      },
      fail: (fault) => faults.push(fault),
    });
    for (const player of players) {
      tally.add(player);
      faults.push(...player.faults);
      player.dispose();
    }
    tally.conversations += 1;
    // Weak references hold what they name until the event loop turns.
    await setImmediate();
    if (faults.length > 0) failures.push([`EPITOME_SEED=${seed}`, ...faults].join('\n  '));
    seed += 1;
  } while (only === undefined && tally.arrays < wanted && failures.length < shown);
  assert.equal(failures.length, 0, `${tally.arrays} arrays of '${name}':\n${failures.join('\n')}`);
  return only === undefined ? tally : undefined;
}
