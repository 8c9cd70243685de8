/**
 * What becomes of a model's replies: how many are refused, and why; how many folds are left to the
 * digest; of faithful ones how much of what they said stands, and of others what should not.
 */

import { play } from '../play.mjs';
import { epitome } from '../policies/epitome.mjs';
import { scripted, withOrders, writerNames } from '../summarisers.mjs';

/** Lines of a reply that say something. */
const statements = (text) => text.split('\n').flatMap((line) => line.match(/^- (.+)$/)?.[1] ?? []);

/** An order stands where it is neither quoted nor said to be a tool's. */
function standsAsOrder(record, order) {
  return record.split('\n').some((line) => {
    const at = line.indexOf(order);
    if (at < 0) return false;
    const before = line.slice(0, at);
    const isUsers = /\b(?:user (?:wants|said)|standing order|always|must)\b/i.test(before);
    const quotes = before.match(/["`“”]/g)?.length ?? 0;
    return isUsers || quotes % 2 === 0;
  });
}

export async function repliesOf({ session: given, createCompactor, options, window, writer }) {
  const session = writer === 'order-relaying' ? withOrders(given) : given;
  const { summarize, falsehoods } = scripted(writer, session);
  const figures = {
    replies: 0,
    again: 0,
    refused: 0,
    reasons: new Map(),
    folds: 0,
    digests: 0,
    said: 0,
    kept: 0,
    orders: session.orders?.length ?? 0,
    falsehoods: 0,
  };
  const stands = new Set();
  let fresh = [];
  const policy = epitome({
    name: writer,
    createCompactor,
    options,
    summarizer: () => async (request) => {
      const reply = await summarize(request);
      figures.replies += 1;
      if (request.attempt > 1) figures.again += 1;
      fresh.push(reply.text);
      return reply;
    },
  });
  const look = ({ events, split, isRewritten }) => {
    for (const event of events) {
      if (/^summary-(rejected|failed)$/.test(event.type)) {
        figures.refused += 1;
        figures.reasons.set(event.reason, (figures.reasons.get(event.reason) ?? 0) + 1);
      }
      if (event.type !== 'compaction') continue;
      for (const { source } of event.folds) {
        figures.folds += 1;
        if (source === 'code') figures.digests += 1;
      }
    }
    if (!isRewritten) return;
    const { record } = split();
    const said = new Set(fresh.flatMap(statements));
    fresh = [];
    figures.said += said.size;
    figures.kept += [...said].filter((statement) => record.includes(statement)).length;
    for (const falsehood of falsehoods) {
      const isOrder = session.orders?.includes(falsehood);
      const isThere = isOrder ? standsAsOrder(record, falsehood) : record.includes(falsehood);
      if (isThere) stands.add(falsehood);
    }
  };
  await play({ session, policy, window, observers: [look] });
  return { ...figures, falsehoods: falsehoods.size, standing: stands.size };
}

export { writerNames };
