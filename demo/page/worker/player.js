/**
 * Plays a transcript through epitome, one model call at a time, exactly as the terminal's replay does,
 * and keeps of every step what a page needs to show it again without playing anew. Decides what a step
 * leaves behind; knows nothing of workers and of the document.
 */

import { commonStart, partsOf, tokensOf } from '../../../tests/replay/account.mjs';
import { countMessage, countText, tokensPerMessage } from '../../replay/exact-tokens.mjs';
import { runsOf } from '../../replay/runs.mjs';
import { itemsOfView, mostInARow } from '../views.js';

/** Which message holds a call's result, else the call, by call id: edited copies are known by it. */
function callOwners(messages) {
  const owners = new Map();
  messages.forEach(({ role, content }, index) => {
    if (typeof content === 'string' || (role !== 'tool' && role !== 'assistant')) return;
    for (const part of content) if (part.toolCallId) owners.set(part.toolCallId, index + 1);
  });
  return owners;
}

/** How many leading messages are the same objects. */
function sharedStart(a, b) {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a[at] === b[at]) at += 1;
  return at;
}

/**
 * Opens a player. `createCompactor` is epitome's; `writer(request)` gives a model's reply to a request for a
 * summary, where a model is to write records. `run` plays to the end and
 * hands over steps and views as they come; what stands in a view or a record is asked for afterwards.
 */
export async function openPlayer({ session, windowTokens, createCompactor, writer }) {
  const { messages, system, tools = [] } = session;
  const numbers = new Map(messages.map((message, index) => [message, index + 1]));
  const owners = callOwners(messages);
  const tokens = Uint32Array.from(messages, countMessage);
  const systemTokens = system === undefined ? 0 : tokensPerMessage + countText(system);
  /** Tokens of the history before message i, the system prompt included. */
  const history = new Float64Array(messages.length + 1);
  history[0] = systemTokens;
  for (let i = 0; i < messages.length; i += 1) history[i + 1] = history[i] + tokens[i];

  let fresh = [];
  /** What the writer was asked since the last step, with its replies. */
  let asked = [];
  const summarize = async (request) => {
    const reply = writer(request);
    const { system: instructions, prompt, kind } = request;
    asked.push({ kind, system: instructions, prompt, reply: reply.text });
    return reply;
  };
  const faults = [];
  const compactor = await createCompactor({
    contextWindow: windowTokens,
    ...(writer && { summarize }),
    system,
    tools: Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool])),
    onEvent(event) {
      if (event.type === 'compaction') fresh.push(event);
      if (event.type === 'error') faults.push(String(event.error?.message ?? event.error));
    },
  });
  // Explains itself at each step, which needs all of the engine: opened so, it waits for that.
  const live = await compactor.open('page');
  const sizes = new WeakMap();
  const sizeOf = (message) => {
    const number = numbers.get(message);
    if (number !== undefined) return tokens[number - 1];
    let size = sizes.get(message);
    if (size === undefined) {
      size = countMessage(message);
      sizes.set(message, size);
    }
    return size;
  };

  const messageItem = (number) => ({
    kind: 'message',
    number,
    role: messages[number - 1].role,
    tokens: tokens[number - 1],
  });

  const keyframes = [];
  const records = new Map();

  /** One item for a message of the host's or an edited copy of it, one for each record. */
  function itemsOf(view, segments) {
    return view.flatMap((message) => {
      const number = numbers.get(message);
      const { role } = message;
      if (number !== undefined) return [messageItem(number)];
      if (role === 'user' || message.providerOptions?.epitome)
        return recordItems(message, segments);
      const owner = owners.get(message.content[0]?.toolCallId);
      // A call without a result has been answered for the host: the answer is nobody's message.
      const kind = messages[owner - 1]?.role === role ? 'edited' : 'repair';
      return [{ kind, number: owner, role, tokens: sizeOf(message), message }];
    });
  }

  function recordItems(message, segments) {
    const { content } = message;
    const texts = typeof content === 'string' ? [content] : content.map((part) => part.text ?? '');
    // One part a record; whatever leads in belongs to the first.
    const lead = texts.splice(0, Math.max(0, texts.length - segments.length));
    return segments.map(({ id, firstMessage, lastMessage }, index) => {
      const text = [...(index === 0 ? lead : []), texts[index] ?? ''].join('\n\n');
      return {
        kind: 'record',
        id,
        number: firstMessage,
        last: lastMessage,
        role: 'record',
        text,
        tokens: countText(text) + (index === 0 ? tokensPerMessage : 0),
      };
    });
  }

  /** The text that each fold replaced, and what the check says of it; later folds may merge records. */
  function keepRecords(items, events, step) {
    const reports = new Map(events.flatMap(({ folds }) => folds.map((fold) => [fold.id, fold])));
    for (const item of items) {
      if (item.kind !== 'record' || records.has(item.id)) continue;
      const report = reports.get(item.id);
      const isOf = ({ kind }) => (kind === 'merge') === (report.kind === 'merge');
      const exchanges = report?.source === 'model' ? asked.filter(isOf) : [];
      records.set(item.id, { ...item, step, report, exchanges });
    }
  }

  function foldsOf(events) {
    return events.flatMap(({ folds }) =>
      folds.map(({ id, kind, firstMessage, lastMessage }) => ({
        id,
        kind,
        first: firstMessage,
        last: lastMessage,
        tokens: history[lastMessage] - history[firstMessage - 1],
      })),
    );
  }

  let budget;
  let segments = [];
  /** Views since the last that told all its items. */
  let inARow = 0;

  const isMade = (message) =>
    !numbers.has(message) && (message.role === 'user' || message.providerOptions?.epitome);

  /** What is kept of a view that does not just go on where the last one ended; `shared` messages do. */
  function keyframe({ step, seen, view, shared, events, before, after }) {
    const made = view.findIndex(isMade);
    const isSmall = keyframes.length > 0 && made < shared && inARow < mostInARow;
    if (!isSmall || events.length > 0) {
      const explanation = live.explain();
      ({ segments } = explanation);
      const { hostOverhead, outputReserve, trigger, target } = explanation.budget;
      budget = { overhead: hostOverhead, reserve: outputReserve, trigger, target };
    }
    inARow = isSmall ? inARow + 1 : 0;
    const items = itemsOf(isSmall ? view.slice(shared) : view, segments);
    keepRecords(items, events, step);
    keyframes.push({
      step,
      seen,
      // One message holds all records, each of which is an item.
      keep: isSmall ? shared + (made < 0 ? 0 : segments.length - 1) : undefined,
      items,
      before,
      after,
      folds: foldsOf(events),
      edits: events.reduce((sum, { edits }) => sum + edits.length, 0),
      budget,
    });
  }

  /**
   * Plays all steps. `onStep({ step, seen, view, history, cached, key })` is told of each: tokens of the
   * prompt with and without epitome, how many of them a cache would hold, and the keyframe it goes on
   * from; what it returns is waited for. Stops early when `wanted()` turns false.
   */
  async function run({ onStep, wanted = () => true }) {
    let step = 0;
    let last = { view: [], tokens: systemTokens, seen: 0 };
    for (const { steps } of runsOf(messages)) {
      const billed = [];
      for (const [stepNumber, { index, message }] of steps.entries()) {
        if (!wanted()) return;
        const host = messages.slice(0, index);
        const prepared = await live.prepareStep({ messages: host, steps: billed, stepNumber });
        const view = prepared?.messages ?? host;
        step += 1;
        const events = fresh;
        fresh = [];
        const shared = sharedStart(last.view, view);
        const extends_ = step > 1 && shared === last.view.length;
        const grown = view.length - shared === index - last.seen;
        let size = last.tokens;
        if (extends_) for (const added of view.slice(shared)) size += sizeOf(added);
        else size = systemTokens + view.reduce((sum, each) => sum + sizeOf(each), 0);
        let cached = step === 1 ? 0 : last.tokens;
        if (!extends_ && step > 1) cached = systemTokens + sharedTokens(last.view, view);
        if (!extends_ || !grown || events.length > 0 || step === 1) {
          const before = last.tokens + history[index] - history[last.seen];
          keyframe({ step, seen: index, view, shared, events, before, after: size });
        }
        await onStep({
          step,
          seen: index,
          view: size,
          history: history[index],
          cached,
          output: countMessage(message),
          key: keyframes.length - 1,
        });
        billed.push({ usage: { inputTokens: size, outputTokens: countMessage(message) } });
        last = { view, tokens: size, seen: index };
        asked = [];
      }
    }
  }

  /** Tokens at the start of two prompts that are the same, part by part. */
  function sharedTokens(before, after) {
    const now = partsOf(after);
    return tokensOf(now.slice(0, commonStart(partsOf(before), now)));
  }

  return {
    messages,
    tokens,
    history,
    systemTokens,
    keyframes,
    /** All items of a keyframe, with the texts and messages that epitome made. */
    itemsAt: (key) => itemsOfView(keyframes, key, messageItem),
    records,
    faults,
    run,
    dispose: () => compactor.dispose(),
  };
}
