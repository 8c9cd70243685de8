/**
 * Replays a recorded session through the AI SDK's own tool loop: the model says what was recorded, the
 * tools return what was recorded, and `prepareStep` decides what the model is shown. Measures every
 * prompt with the exact tokenizer.
 */

import { callsOf, runsOf } from '../engine/runs.ts';
import { faultOf } from './check-view.mjs';
import { countMessage, countMessages, countText, tokensPerMessage } from './exact-tokens.mjs';

/** A recorded assistant message as a model's reply. */
function replyOf({ content }) {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts.map((part) => {
    const { type, providerExecuted, input, output, ...rest } = part;
    if (type === 'tool-call') {
      const own = providerExecuted && { providerExecuted };
      return { type, ...rest, ...own, input: JSON.stringify(input) };
    }
    if (type !== 'tool-result') return part;
    return { type, ...rest, result: output, providerExecuted: true };
  });
}

/** What a tool of the AI SDK returns or throws to give a recorded output. */
function perform(output) {
  // A call that never got its result: its run ends here, and nobody sees this text.
  if (output === undefined) return { type: 'text', value: '' };
  // Of a thrown string the SDK keeps every character; of an error it rewrites the message.
  if (output.type === 'error-text' || output.type === 'error-json') throw output.value;
  return output;
}

/** Why a view can't be made to fit, in the engine's own figures. */
function floorOf({ view, budget, system, initial, records, recent }) {
  return (
    `cannot fit: at least ${view} tokens for a budget of ${budget} (system ${system}, ` +
    `initial messages ${initial}, records ${records}, recent ${recent})`
  );
}

/** The value at fraction `q` of sorted numbers. */
function quantile(sorted, q) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

/**
 * Replays `session` with a compactor made by `createCompactor` (epitome's own) from `options`; the
 * window, system prompt, tools and onEvent are added. `onStep(count, total)` is told of each step. Returns
 * the account; tokens are exact, times are in microseconds.
 */
export async function replay({ session, sdk, windowTokens, createCompactor, options, onStep }) {
  const { messages, system, tools: listed } = sdk.session(session);
  const systemTokens = system === undefined ? 0 : tokensPerMessage + countText(system);
  /** Tokens of the history before message i, the system prompt included. */
  const history = [systemTokens];
  for (const message of messages) history.push(history.at(-1) + countMessage(message));

  const account = {
    session: session.name,
    ai: Number(sdk.version),
    windowTokens,
    messages: messages.length,
    userTurns: 0,
    transcriptTokens: history.at(-1),
    steps: 0,
    /** Tokens of all prompts, and of the prompts that a host without epitome would send. */
    tokensSent: 0,
    tokensWithout: 0,
    failedRequests: 0,
    wouldOverflow: 0,
    /** The first step that would, from 1. */
    firstOverflow: undefined,
    maxPromptTokens: 0,
    overWindow: 0,
    invalidViews: 0,
    summaries: 0,
    folds: 0,
    merges: 0,
    edits: 0,
    events: {},
    faults: [],
    compactions: [],
  };

  let fresh = [];
  function onEvent(event) {
    account.events[event.type] = (account.events[event.type] ?? 0) + 1;
    if (event.type === 'compaction') fresh.push(event);
    if (/^(error|summary-(rejected|failed))$/.test(event.type)) {
      account.faults.push(
        `${event.type}: ${event.reason ?? ''} ${event.error?.message ?? ''}`.trim(),
      );
    }
    if (event.type === 'cannot-fit') account.faults.push(floorOf(event.breakdown));
  }

  const runs = runsOf(messages);
  const total = runs.reduce((sum, run) => sum + run.steps.length, 0);
  const micros = [];
  let step;
  let previous;
  const tools = sdk.toolSet(listed, (id) => perform(step.outputs.get(id)));
  const compactor = await createCompactor({
    contextWindow: windowTokens,
    ...options,
    system,
    tools,
    onEvent,
  });
  const compacting = compactor.session(session.name);

  const model = sdk.model('recorded', (prompt) => {
    const tokens = countMessages(prompt);
    account.steps += 1;
    account.tokensSent += tokens;
    account.tokensWithout += history[step.index];
    account.maxPromptTokens = Math.max(account.maxPromptTokens, tokens);
    if (tokens > windowTokens) account.overWindow += 1;
    if (history[step.index] > windowTokens) {
      account.wouldOverflow += 1;
      account.firstOverflow ??= account.steps;
    }
    const fault = faultOf(prompt);
    if (fault) {
      account.invalidViews += 1;
      account.faults.push(`step ${account.steps}: ${fault}`);
    }
    for (const event of fresh) {
      const before = previous
        ? previous.tokens + history[step.index] - history[previous.index]
        : history[step.index];
      account.compactions.push(describe(event, { before, after: tokens }));
    }
    fresh = [];
    previous = { tokens, index: step.index };
    onStep?.(account.steps, total);
    return {
      content: replyOf(step.message),
      reason: callsOf(step.message).length > 0 ? 'tool-calls' : 'stop',
      inputTokens: tokens,
      outputTokens: countMessage(step.message),
    };
  });

  function describe(event, { before, after }) {
    const range = (first, last) => history[last] - history[first - 1];
    const explanation = compacting.explain();
    const counts = { fold: 0, merge: 0 };
    for (const fold of event.folds) counts[fold.kind] += 1;
    account.folds += counts.fold;
    account.merges += counts.merge;
    account.summaries = account.folds + account.merges;
    account.edits += event.edits.length;
    return {
      step: account.steps,
      message: step.index,
      reason: event.reason,
      tokensBefore: before,
      tokensAfter: after,
      folds: event.folds.map((fold) => ({
        kind: fold.kind,
        firstMessage: fold.firstMessage,
        lastMessage: fold.lastMessage,
        tokens: range(fold.firstMessage, fold.lastMessage),
        source: fold.source,
        ...(fold.codeReason && { codeReason: fold.codeReason }),
        userMessages: fold.userMessages,
      })),
      edits: event.edits,
      records: explanation.records.map(({ firstMessage, lastMessage }) => ({
        firstMessage,
        lastMessage,
      })),
      kept: keptGroups(explanation, range),
    };
  }

  /** Messages of the view in neighbouring groups of one fate and reason, with exact tokens. */
  function keptGroups(explanation, range) {
    const groups = [];
    for (const { message, fate, reason } of explanation.messages) {
      if (fate === 'folded' || fate === 'dropped' || message > step.index) continue;
      const last = groups.at(-1);
      if (
        last &&
        last.reason === reason &&
        last.fate === fate &&
        last.lastMessage === message - 1
      ) {
        last.lastMessage = message;
      } else {
        groups.push({ reason, fate, firstMessage: message, lastMessage: message });
      }
    }
    return groups.map((group) => ({
      ...group,
      tokens: range(group.firstMessage, group.lastMessage),
    }));
  }

  account.userTurns = runs.length;
  for (const run of runs) {
    // The SDK refuses some views before a model sees them: the host's next request still follows.
    const failed = (error) => {
      account.failedRequests += 1;
      account.faults.push(`request failed after step ${account.steps}: ${error}`);
    };
    const request = sdk.run({
      model,
      system,
      tools,
      // A host loads its history afresh for every request: new objects, nothing shared.
      messages: JSON.parse(JSON.stringify(messages.slice(0, run.from))),
      stopWhen: ({ steps }) => steps.length >= run.steps.length,
      prepareStep: async (options) => {
        step = run.steps[options.stepNumber];
        const start = performance.now();
        // The model is a scripted one, whose name says nothing of its window.
        const prepared = await compacting.prepareStep({ ...options, model: undefined });
        micros.push((performance.now() - start) * 1000);
        return prepared;
      },
    });
    await request.catch(failed);
  }

  const sorted = micros.toSorted((a, b) => a - b);
  const slowest = sorted.at(-1) ?? 0;
  account.stepMicros = {
    p50: Math.round(quantile(sorted, 0.5)),
    p99: Math.round(quantile(sorted, 0.99)),
    max: Math.round(slowest),
    maxStep: micros.indexOf(slowest) + 1,
  };
  account.usage = compacting.usage();
  compactor.dispose();
  return account;
}
