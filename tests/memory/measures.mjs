/**
 * Measures one set of sessions in one window, and puts the figures into a report. Decides which parts
 * there are, which of them share a replay, and what a row is called.
 */

import { generated } from './generated.mjs';
import { bands } from './measure/bands.ts';
import { referenceTypes } from './measure/references.ts';
import { Tally } from './measure/shares.ts';
import { constraintsKept } from './parts/constraints.mjs';
import { besidePeers, ownRecall } from './parts/peers.mjs';
import { ages, asking, plantedFacts } from './parts/planted.mjs';
import { Future, recallOf } from './parts/recall.mjs';
import { recordAlone, rivals } from './parts/record-alone.mjs';
import { repliesOf } from './parts/replies.mjs';
import { truthOf } from './parts/truth.mjs';
import { play } from './play.mjs';
import { epitome } from './policies/epitome.mjs';
import { scripted, writerNames } from './summarisers.mjs';

/** Sections of less than this share of the record are not listed. */
const leastShare = 0.01;

function policyFor(model, { createCompactor, options }, { billed = false } = {}) {
  const summarizer =
    model === 'digest' ? undefined : (session) => scripted(model, session).summarize;
  return epitome({ name: model, createCompactor, options, summarizer, billed });
}

const add = (sums, key, value) => sums.set(key, (sums.get(key) ?? 0) + value);

/** What one replay of each session shows: recall, the record alone, what the record says. */
async function replayed(setup, model) {
  const { name, sessions, window, only, report, detail, progress } = setup;
  const column = { window, policy: model };
  const recall = new Tally();
  const alone = new Tally();
  const truth = new Tally();
  const sums = new Map();
  const sections = new Map();
  const torn = new Set();
  const words = new Set();
  const wrong = new Map();
  for (const session of sessions) {
    progress(`${model}, ${session.name}`);
    const future = new Future(session);
    const seen = recallOf(future);
    const record = recordAlone(session, future);
    const truths = truthOf(session, future);
    const observers = [
      seen.observe,
      ...(only.includes('record') ? [record.observe] : []),
      ...(only.includes('truth') ? [truths.observe] : []),
    ];
    let folds = 0;
    const count = (step) => {
      folds = step.folds;
    };
    const policy = policyFor(model, setup, { billed: true });
    const cost = await play({ session, policy, window, observers: [...observers, count] });
    const view = seen.figures();
    recall.addAll(view.tally);
    add(sums, 'steps', view.steps);
    add(sums, 'view tokens', view.meanTokens * view.steps);
    add(sums, 'folds', folds);
    add(sums, 'cost', cost.total);
    add(sums, 'sent', cost.sent);
    if (only.includes('record')) {
      const figures = record.figures();
      alone.addAll(figures.tally);
      add(sums, 'record tokens', figures.meanTokens * figures.steps);
      add(sums, 'record steps', figures.steps);
      for (const { name: of, tokens, hits, unique } of figures.sections) {
        const sum = sections.get(of) ?? { tokens: 0, hits: 0, unique: 0 };
        sum.tokens += tokens * figures.steps;
        sum.hits += hits;
        sum.unique += unique;
        sections.set(of, sum);
      }
    }
    if (only.includes('truth')) {
      const figures = truths.figures();
      truth.addAll(figures.tally);
      add(sums, 'fold records', figures.folds);
      add(sums, 'doubles', figures.doubles);
      for (const each of figures.torn) torn.add(each);
      for (const each of figures.words) words.add(each);
      for (const [what, line] of figures.wrong) wrong.set(what, line);
    }
  }
  const row = (what) => `${name}: ${what}`;
  report.number(row('folds'), column, sums.get('folds'));
  report.number(row('mean view tokens'), column, sums.get('view tokens') / sums.get('steps'));
  report.number(row('cost, units of an uncached input token'), column, sums.get('cost'));
  report.number(row('input tokens'), column, sums.get('sent'));
  if (only.includes('recall')) {
    report.share(row('view recall'), column, recall.get('all'));
    for (const band of bands)
      report.share(row(`view recall, ${band} ago`), column, recall.get(band));
    for (const type of [...referenceTypes, 'arguments', 'text']) {
      report.share(row(`view recall, ${type}`), column, recall.get(type));
    }
  }
  if (only.includes('record')) {
    const tokens = sums.get('record tokens');
    const steps = sums.get('record steps');
    report.number(row('record tokens'), column, tokens / steps);
    for (const what of ['record', ...rivals]) {
      report.share(row(`record alone, ${what}`), column, alone.get(what));
    }
    report.share(row('record alone, record, arguments'), column, alone.get('record, arguments'));
    for (const [of, { tokens: own, hits, unique }] of sections) {
      if (own / tokens < leastShare) continue;
      const label = of === '' ? '(before the first heading)' : of;
      const part = (what) => report.asDetail(row(`section “${label}”, ${what}`));
      report.share(part('of the tokens'), column, {
        held: Math.round(own),
        total: Math.round(tokens),
      });
      report.number(part('hits per 1,000 tokens'), column, hits / (own / steps / 1_000), 1);
      report.number(part('unique hits'), column, unique);
    }
  }
  if (only.includes('truth')) {
    for (const kind of ['domain', 'known-file', 'shell']) {
      report.share(row(`deeds told, ${kind}`), column, truth.get(`deeds, ${kind}`));
    }
    report.share(row('outcomes of deeds told'), column, truth.get('outcomes'));
    report.share(row('superseded value stands alone'), column, truth.get('superseded, alone'));
    report.share(row('superseded value resolved'), column, truth.get('superseded, resolved'));
    for (const because of ['not-found', 'moved', 'recreated', 'refused']) {
      report.share(row(`wrong statements, ${because}`), column, truth.get(`wrong, ${because}`));
    }
    const records = sums.get('fold records');
    report.number(
      row('other spellings of a file, a record'),
      column,
      sums.get('doubles') / records,
      1,
    );
    report.number(row('torn names'), column, torn.size);
    report.number(row('torn words'), column, words.size);
    const at = `${name}, ${window}, ${model}`;
    for (const each of torn) detail(`${at}: torn name ${each}`);
    for (const each of words) detail(`${at}: torn word ${each}`);
    for (const [what, line] of wrong) detail(`${at}: wrong, ${what}: ${line}`);
  }
}

async function planted(setup, model) {
  const { name, sessions, window, plants, seeds, report, progress } = setup;
  const column = { window, policy: model };
  const tally = new Tally();
  const secrets = new Map();
  let hidden = 0;
  let folds = 0;
  for (const session of sessions) {
    progress(`${model}, plants in ${session.name}`);
    const policy = policyFor(model, setup);
    const found = await plantedFacts({ session, policy, window, plants, seeds });
    tally.addAll(found.tally);
    for (const [where, count] of found.secrets) add(secrets, where, count);
    hidden += found.plantedSecrets;
    folds = Math.max(folds, found.folds);
  }
  const row = (what) => `${name}: ${what}`;
  for (const age of ages) {
    const when = `after ${age === 1 ? '1 fold' : `${age} folds`}`;
    for (const how of ['', asking]) {
      const after = `planted facts ${when}`;
      report.share(row(`${after}${how}`), column, tally.get(`${age} all${how}`));
      for (const source of ['user', 'tool', 'assistant']) {
        report.share(row(`${after}, ${source}${how}`), column, tally.get(`${age} ${source}${how}`));
      }
      const alone = tally.get(`${age} revoked order alone${how}`);
      report.share(row(`revoked order alone ${when}${how}`), column, alone);
    }
  }
  for (const [key, share] of tally.entries().sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, what] = /^5 (type .+|language .+)$/.exec(key) ?? [];
    if (what === undefined) continue;
    report.share(report.asDetail(row(`planted facts after 5 folds, ${what}`)), column, share);
  }
  for (const where of ['view', 'record', 'prompt', 'state', 'recall']) {
    const leaked = { held: secrets.get(where) ?? 0, total: hidden };
    report.share(row(`secrets leaked, ${where}`), column, leaked);
  }
}

/** Constraints in a long chat: one session and one window, whatever else is measured. */
export async function measureConstraints(setup, model) {
  const { report, progress } = setup;
  progress(`${model}, constraints`);
  const chat = generated('chat', 1, { tokens: 100_000, language: 'en' });
  const policy = policyFor(model, setup);
  const tally = await constraintsKept({ chat, policy, window: 25_000 });
  const column = { window: 25_000, policy: model };
  for (const [position, share] of tally.entries()) {
    report.share(`constraints said in passing: ${position}`, column, share);
  }
}

async function replied({
  name,
  sessions,
  window,
  createCompactor,
  options,
  report,
  detail,
  progress,
}) {
  for (const writer of writerNames) {
    const sum = { replies: 0, again: 0, refused: 0, folds: 0, digests: 0, said: 0, kept: 0 };
    const others = { falsehoods: 0, standing: 0 };
    const reasons = new Map();
    for (const session of sessions) {
      progress(`replies, ${writer}, ${session.name}`);
      const figures = await repliesOf({ session, createCompactor, options, window, writer });
      for (const key of Object.keys(sum)) sum[key] += figures[key];
      for (const key of Object.keys(others)) others[key] += figures[key];
      for (const [reason, count] of figures.reasons) add(reasons, reason, count);
    }
    const column = { window, policy: 'model' };
    const row = (what) => `${name}: ${writer} model: ${what}`;
    report.share(row('replies refused'), column, { held: sum.refused, total: sum.replies });
    report.share(row('replies that were a second try'), column, {
      held: sum.again,
      total: sum.replies,
    });
    report.share(row('folds left to the digest'), column, { held: sum.digests, total: sum.folds });
    report.share(row('statements that stand'), column, { held: sum.kept, total: sum.said });
    report.share(row('falsehoods that stand'), column, {
      held: others.standing,
      total: others.falsehoods,
    });
    for (const [reason, count] of reasons) detail(`${row(`refused as ${reason}`)}: ${count}`);
  }
}

async function compared(setup, model) {
  const { name, sessions, window, report, progress } = setup;
  const { allPeers } = await import('./policies/all.mjs');
  const peers = await allPeers();
  const rows = new Map();
  const put = (policy, figures) => {
    const sum = rows.get(policy) ?? { tally: new Tally(), tokens: 0, steps: 0 };
    sum.tally.addAll(figures.tally);
    sum.tokens += figures.meanTokens * figures.steps;
    sum.steps += figures.steps;
    rows.set(policy, sum);
  };
  for (const session of sessions) {
    const future = new Future(session);
    const policy = policyFor(model, setup);
    progress(`peers, ${session.name}`);
    const { own, bare } = await ownRecall({ session, future, policy, window });
    if (own.from === undefined) continue;
    put(model, own);
    put('same rhythm, no record', bare);
    const found = await besidePeers({
      session,
      future,
      peers,
      window,
      from: own.from,
      mean: own.meanTokens,
      onPeer: (peer) => progress(`peers, ${session.name}, ${peer}`),
    });
    for (const { name: peer, ...figures } of found) put(peer, figures);
  }
  for (const [policy, { tally, tokens, steps }] of rows) {
    const column = { window, policy };
    const row = (what) => `${name}: ${what}`;
    report.number(row('mean view tokens'), column, tokens / steps);
    report.share(row('view recall'), column, tally.get('all'));
    for (const band of bands)
      report.share(row(`view recall, ${band} ago`), column, tally.get(band));
    for (const place of ['arguments', 'text']) {
      report.share(row(`view recall, ${place}`), column, tally.get(place));
    }
  }
}

/** Measures the parts in `only`. */
export async function measureSet(setup) {
  const { only, models } = setup;
  const isReplayed = ['recall', 'record', 'truth'].some((part) => only.includes(part));
  for (const model of models) {
    if (isReplayed) await replayed(setup, model);
    if (only.includes('planted')) await planted(setup, model);
  }
  if (only.includes('replies')) await replied(setup);
  if (only.includes('peers')) for (const model of models) await compared(setup, model);
}
