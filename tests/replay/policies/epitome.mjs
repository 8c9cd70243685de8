/**
 * epitome with any options, as a host calls it, and a summariser that writes prose of a given length.
 * Decides how its segments are measured; refuses to know what the options mean.
 */

import { partsOf, tokensOf } from '../account.mjs';
import { proseOf } from './prose.mjs';

/** Text that is neither the host's own nor a tool's: what stands for folded ranges, wherever it is put. */
function foreignTexts(prompt, host) {
  const own = new Set(partsOf(host).map(({ id }) => id));
  return partsOf(prompt).filter(
    ({ id, type, role }) => type === 'text' && role !== 'tool' && !own.has(id),
  );
}

/** What one rewrite did, in epitome's own figures. `step` counts from 1. */
function noteOf({ reason, tokensBefore, tokensAfter, folds, edits }, step) {
  return {
    step,
    reason,
    tokensBefore,
    tokensAfter,
    folds: folds.map((fold) => ({
      kind: fold.kind,
      messages: [fold.firstMessage, fold.lastMessage],
      tokens: [fold.tokensBefore, fold.tokensAfter],
    })),
    edits: edits.map(({ kind, message, kept, total }) => ({ kind, message, kept, total })),
  };
}

/**
 * `options` are createCompactor's, which is passed in so that a built package can be put under test.
 * `prose`: tokens of each summary, capped by what the request allows; 0 for records by code.
 */
export function epitome({ name = 'epitome', createCompactor, options = {}, prose = 0 }) {
  async function open({ session, window }) {
    let request;
    let time = 0;
    let written = 0;
    const events = {};
    const faults = [];
    const envelopes = [];
    const compactions = [];
    const summarize = ({ system, prompt, maxOutputTokens }) => {
      written += 1;
      const output = Math.min(prose, maxOutputTokens);
      request.summary({ texts: [system, prompt], output });
      return Promise.resolve({ text: proseOf(output, written), finishReason: 'stop' });
    };
    const given = {
      contextWindow: window,
      system: session.system,
      tools: [],
      ...(prose > 0 && { summarize }),
      ...options,
      onEvent(event) {
        events[event.type] = (events[event.type] ?? 0) + 1;
        if (['error', 'summary-rejected', 'summary-failed', 'cannot-fit'].includes(event.type)) {
          faults.push(
            `step ${request.index + 1}: ${event.type} ${event.reason ?? event.error?.message ?? ''}`,
          );
        }
        if (event.type !== 'compaction') return;
        compactions.push(noteOf(event, request.index + 1));
        if (prose === 0) {
          for (const fold of event.folds) {
            request.summary({ texts: [], output: fold.tokensAfter });
          }
        }
      },
    };
    const compactor = await withClock(createCompactor, given, () => time);
    const compacting = compactor.session(session.name);
    return {
      async prompt(next) {
        request = next;
        time = next.now;
        const { messages, steps } = next;
        const stepNumber = steps.length;
        const prepared = await compacting.prepareStep({ messages, steps, stepNumber });
        const prompt = prepared?.messages ?? messages;
        const foreign = prompt === messages ? [] : foreignTexts(prompt, messages);
        if (foreign.length > 0) envelopes.push(tokensOf(foreign));
        return prompt;
      },
      close() {
        const { budget } = compacting.explain();
        compactor.dispose();
        const sum = envelopes.reduce((a, b) => a + b, 0);
        return {
          envelope: envelopes.length === 0 ? 0 : Math.round(sum / envelopes.length),
          compactions,
          triggerTokens: budget.trigger,
          targetTokens: budget.target,
          events,
          faults,
        };
      },
    };
  }
  return { name, open };
}

/** Tells the time where createCompactor knows of `now`; without it there is none to tell. */
async function withClock(createCompactor, options, now) {
  try {
    return await createCompactor({ ...options, now });
  } catch (error) {
    if (error?.code !== 'invalid-option' || !/`now`/.test(error.message)) throw error;
    return createCompactor(options);
  }
}
