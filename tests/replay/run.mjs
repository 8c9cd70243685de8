/**
 * `npm run replay`: prices a recorded session step by step, for epitome with any options and for what it
 * is compared with. account.mjs says what each figure means.
 */

import { createCompactor } from 'epitome';
import { ImportError } from '../../demo/import/file.mjs';
import { command } from './command.mjs';
import { matchLargest } from './match.mjs';
import { epitome } from './policies/epitome.mjs';
import { oracle } from './policies/oracle.mjs';
import { prune, raw } from './policies/plain.mjs';
import { seed004 } from './policies/seed-004.mjs';
import { priceSession, reserveOf } from './price.mjs';
import { stepsOf } from './session.mjs';
import { moneyAt, rewriteLine, tableOf } from './table.mjs';

command.parse();
const options = command.opts();

/** What createCompactor is given; only what was asked for, so that a preset's own values stand. */
function compactorOptions(preset) {
  const { trigger, target, keepRecent, options: further } = options;
  return {
    ...(preset !== undefined && { preset }),
    ...(trigger !== undefined && { trigger }),
    ...(target !== undefined && { target }),
    ...(keepRecent !== undefined && { keepRecent: { tokens: keepRecent } }),
    ...further,
  };
}

async function main() {
  const { window, cold = false, conversation, prose, policies } = options;
  const session = stepsOf({ file: options.session, conversation });
  const price = (policy) => priceSession({ session, policy, window, cold });
  const wanted = (name) => policies.includes(name);

  /** epitome under `given`; with --match-largest at the trigger that this finds. */
  async function epitomeRow(name, given) {
    const at = (more) =>
      price(epitome({ name, createCompactor, prose, options: { ...given, ...more } }));
    if (options.matchLargest === undefined) return at({});
    const found = await matchLargest(
      (trigger) => at({ trigger, target: Math.round(trigger * options.ratio) }),
      options.matchLargest,
    );
    if (found === undefined) command.error(`error: no trigger keeps ${name} that small`);
    return { ...found, policy: `${name} at ${found.trigger}` };
  }

  const rows = [];
  if (wanted('raw')) rows.push(await price(raw));
  if (wanted('prune')) rows.push(await price(prune(options.prune)));
  if (wanted('seed-004')) rows.push(await price(seed004));
  if (wanted('epitome') || wanted('oracle')) {
    for (const preset of options.preset ?? [undefined]) {
      const given = compactorOptions(preset);
      const row = await epitomeRow(preset ? `epitome ${preset}` : 'epitome', given);
      if (wanted('epitome')) rows.push(row);
      // Where nothing was folded there is no size to give it, and nothing to compare.
      if (!wanted('oracle') || row.envelope === 0) continue;
      // The amounts as given, not as epitome's estimates of them.
      const ofMatch = row.trigger !== undefined;
      const best = oracle({
        trigger: ofMatch ? row.trigger : (given.trigger ?? row.triggerTokens),
        target: ofMatch
          ? Math.round(row.trigger * options.ratio)
          : (given.target ?? row.targetTokens),
        keepRecent: given.keepRecent?.tokens,
        envelope: row.envelope,
      });
      rows.push(await price(best));
    }
  }

  const facts = {
    session: session.name,
    messages: session.messages.length,
    window,
    budget: window - reserveOf(window),
    cold,
    prose,
    ...(options.price !== undefined && { price: options.price }),
  };
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...facts, rows }, null, 2)}\n`);
    return;
  }
  const sums = new Intl.NumberFormat('en-US');
  console.log(
    `"${facts.session}", ${sums.format(facts.messages)} messages, window ${sums.format(window)}` +
      `${cold ? ', cold where the record was' : ''}; cost in units of one uncached token of input\n`,
  );
  const money = options.price === undefined ? undefined : moneyAt(options.price);
  console.log(tableOf(rows, { money }));
  for (const { policy, faults = [], compactions = [] } of rows) {
    if (options.rewrites && compactions.length > 0) {
      console.log(`\n${policy}\n${compactions.map(rewriteLine).join('\n')}`);
    }
    for (const fault of faults.slice(0, 10)) console.log(`\n${policy}: ${fault}`);
  }
}

main().catch((error) => {
  const known = error instanceof ImportError || error?.code === 'invalid-option';
  if (!known) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
