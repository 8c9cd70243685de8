/**
 * Plays a recorded session through epitome, one model call at a time, and says after each what the
 * transcript and the view are. Runs without a document.
 */

/** Indices of the assistant messages: each was one call of the model. */
export function stepsOf(messages) {
  return messages.flatMap((message, index) => (message.role === 'assistant' ? [index] : []));
}

/** Which message holds a call's result, else the call, by call id: edited copies are known by it. */
function callOwners(messages) {
  const owners = new Map();
  messages.forEach(({ role, content }, index) => {
    if (typeof content === 'string' || (role !== 'tool' && role !== 'assistant')) return;
    for (const part of content) if (part.toolCallId) owners.set(part.toolCallId, index + 1);
  });
  return owners;
}

/**
 * Makes a player. `createCompactor` is epitome's; `options` are its options. The player holds one
 * session; `seek` starts a fresh one when it has to go back.
 */
export async function createPlayer({ session, createCompactor, options }) {
  const { messages } = session;
  const steps = stepsOf(messages);
  const numbers = new Map(messages.map((message, index) => [message, index + 1]));
  const owners = callOwners(messages);
  const fresh = [];
  const compactor = await createCompactor({ ...options, onEvent: (event) => fresh.push(event) });
  const tokens = messages.map((message) => compactor.estimateMessagesTokens([message]));

  let live;
  let run = 0;
  let frames;

  function reset() {
    live?.dispose();
    run += 1;
    live = compactor.session(`${session.name} ${run}`);
    fresh.length = 0;
    frames = [];
  }

  /** The view as items: messages by their number, segments with their text, and repairs. */
  function itemsOf(view, explanation) {
    return view.flatMap((message) => {
      const number = numbers.get(message);
      if (number) return [{ kind: 'message', number, message, edited: false }];
      if (message.role === 'user') return segmentItems(message, explanation.segments);
      const owner = owners.get(message.content[0]?.toolCallId);
      // A call without a result has been answered for the host: the answer is nobody's message.
      const kind = messages[owner - 1]?.role === message.role ? 'message' : 'repair';
      return [{ kind, number: owner, message, edited: true }];
    });
  }

  function segmentItems({ content }, segments) {
    const texts = typeof content === 'string' ? [content] : content.map((part) => part.text ?? '');
    // One part a segment; whatever leads in belongs to the first.
    const lead = texts.splice(0, Math.max(0, texts.length - segments.length));
    return segments.map((segment, index) => ({
      kind: 'segment',
      segment,
      text: [...(index === 0 ? lead : []), texts[index] ?? ''].join('\n\n'),
    }));
  }

  async function advance() {
    if (frames.length >= steps.length) return;
    const seen = steps[frames.length];
    const { messages: view } = await live.prepare(messages.slice(0, seen));
    const explanation = live.explain();
    const events = fresh.splice(0);
    const rewrites = events.filter((event) => event.type === 'compaction');
    const last = frames.at(-1);
    const count = (pick) => rewrites.reduce((sum, event) => sum + pick(event).length, 0);
    frames.push({
      step: frames.length + 1,
      seen,
      items: itemsOf(view, explanation),
      explanation,
      rewrites,
      transcriptTokens: tokens.slice(0, seen).reduce((sum, count) => sum + count, 0),
      viewTokens: explanation.viewTokens,
      largestView: Math.max(last?.largestView ?? 0, explanation.viewTokens),
      folds: (last?.folds ?? 0) + count((event) => event.folds),
      edits: (last?.edits ?? 0) + count((event) => event.edits),
    });
  }

  reset();
  return {
    messages,
    tokens,
    stepCount: steps.length,
    estimate: (message) => compactor.estimateMessagesTokens([message]),
    /** Frames so far; the last one is now. */
    frames: () => frames,
    /** Makes `step` calls of the model the present. Stops early when `wanted()` turns false. */
    async seek(step, wanted = () => true) {
      if (step < frames.length) reset();
      while (frames.length < step && wanted()) await advance();
    },
    dispose: () => compactor.dispose(),
  };
}
