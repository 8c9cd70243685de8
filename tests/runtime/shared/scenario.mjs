/**
 * One scripted session for every runtime: what it returns must be the same bytes in Node, in a page
 * and at the edge. Decides what is played and what is written down; refuses to know any runtime, so
 * it uses only what all of them have.
 */

/** Tokens. Small, so that sixty messages fold several times. */
const windows = { digest: 4_000, summarized: 6_000 };
const messageCount = 60;

const words = ['anchor', 'budget', 'cut', 'digest', 'fold', 'ledger', 'prefix', 'segment', 'unit'];
/** Text beyond ASCII, in scripts of one to four bytes a character, and one half of a pair. */
const foreign = [
  'Übergröße prüfen',
  '上下文压缩必须保持顺序',
  'الرسائل لا تضيع',
  'naïve 🗜️ emoji',
  'half \ud83d pair',
];

/** `count` words that depend on `seed` alone. */
function prose(seed, count) {
  const chosen = [];
  for (let i = 0; i < count; i += 1) chosen.push(words[(seed * 7 + i * i + i) % words.length]);
  return chosen.join(' ');
}

function turn(number) {
  const id = `call-${number}`;
  const path = `src/${words[number % words.length]}/file-${number}.cc`;
  const failed = number % 9 === 4;
  // One result is larger than a whole view may be.
  const lines = number === 12 ? 900 : 12 + (number % 5) * 9;
  const value = Array.from({ length: lines }, (_, i) => `${i + 1}: ${prose(number + i, 6)}`);
  return [
    {
      role: 'assistant',
      content: [
        ...(number % 3 === 0 ? [{ type: 'reasoning', text: `Consider ${prose(number, 8)}.` }] : []),
        { type: 'text', text: `Reading ${path}: ${prose(number, 10)}.` },
        { type: 'tool-call', toolCallId: id, toolName: 'read', input: { path, from: number } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: id,
          toolName: 'read',
          output: failed
            ? { type: 'error-text', value: `ENOENT: no such file, open '${path}'` }
            : { type: 'text', value: value.join('\n') },
        },
      ],
    },
  ];
}

/** The session: a user who steers now and then, and an agent that reads one file after another. */
export function script() {
  const messages = [{ role: 'user', content: 'Explain how folding works, file by file.' }];
  for (let number = 1; messages.length < messageCount; number += 1) {
    if (number % 6 === 0) {
      messages.push({
        role: 'user',
        content: [{ type: 'text', text: `${foreign[(number / 6) % 5]}: ${prose(number, 12)}` }],
      });
    }
    messages.push(...turn(number));
  }
  return messages.slice(0, messageCount);
}

async function hash(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A reply that depends on every byte of the request. */
async function summaryOf({ kind, system, prompt, maxOutputTokens }) {
  const print = await hash(JSON.stringify([kind, system, prompt, maxOutputTokens]));
  return {
    text: `## Goal\nExplain folding.\n\n## Done\n${prose(print.charCodeAt(0), 60)}.\n\n## Request\n${kind} ${print}`,
    finishReason: 'stop',
    usage: { inputTokens: prompt.length, outputTokens: 90 },
  };
}

/** Events as text; how long a model took is the only thing that differs from run to run. */
function eventText(event) {
  return JSON.stringify(event, (key, value) => (key === 'summarizeMillis' ? 0 : value));
}

/** What stands for folded messages in a view. */
function segmentsOf(view) {
  const carrier = view.find((message) => message.providerOptions?.epitome !== undefined);
  return (carrier?.content ?? []).map((part) => part.text).join('\n\n');
}

/** Plays the session step by step, as an agent loop would, through one session. */
async function play(epitome, options) {
  const events = [];
  const requests = [];
  const summarize = options.summarize && {
    summarize: (request) => {
      requests.push(request);
      return options.summarize(request);
    },
  };
  const compactor = await epitome.createCompactor({
    ...options,
    ...summarize,
    onEvent: (event) => events.push(eventText(event)),
  });
  const session = compactor.session('scenario');
  const messages = script();
  const steps = [];
  const views = [];
  for (let count = 1; count <= messages.length; count += 1) {
    if (messages[count]?.role !== 'assistant') continue;
    const sent = messages.slice(0, count);
    const step = { messages: sent, steps, stepNumber: steps.length, model: 'unknown-model' };
    const prepared = await session.prepareStep(step);
    views.push(JSON.stringify(prepared?.messages ?? sent));
    // What a provider would have billed: the engine learns from it.
    const inputTokens = Math.ceil(views.at(-1).length / 3.5) + 300;
    steps.push({ usage: { inputTokens, outputTokens: 20 } });
  }
  const state = session.snapshot();
  const explanation = JSON.stringify(session.explain());
  const usage = JSON.stringify(session.usage());
  session.dispose();

  const compactions = events.filter((text) => text.startsWith('{"type":"compaction"')).length;
  const requestsBefore = requests.length;

  // Another session takes up the saved state: nothing is paid for twice.
  const restored = compactor.session('restored', { state });
  const again = await restored.prepare(messages.slice(0, -1), { model: 'unknown-model' });
  const restoredView = JSON.stringify(again.messages);
  compactor.dispose();

  return {
    steps: views.length,
    compactions,
    errors: events.filter((text) => text.startsWith('{"type":"error"')).join('\n'),
    requests: requestsBefore,
    requestsAfterRestore: requests.length - requestsBefore,
    requestsHash: await hash(JSON.stringify(requests)),
    viewsHash: await hash(views.join('\n')),
    eventsHash: await hash(events.join('\n')),
    lastViewMessages: JSON.parse(views.at(-1)).length,
    segments: segmentsOf(JSON.parse(views.at(-1))),
    restoredViewHash: await hash(restoredView),
    explanationHash: await hash(explanation),
    usage,
    snapshot: state,
  };
}

async function estimates(epitome) {
  const messages = script();
  const compactor = await epitome.createCompactor({ model: 'unknown-model' });
  const ofMessages = compactor.estimateMessagesTokens(messages);
  const ofForeign = compactor.estimateTokens(foreign.join(' '));
  compactor.dispose();
  const selection = await epitome.selectMessagesToCompact(messages);
  const config = { contextWindow: 17_000, keepRecent: { messages: 8 } };
  const compacted = await epitome.compact(messages, config);
  return {
    ofMessages,
    ofForeign,
    shouldCompact: await epitome.shouldCompact(messages, config),
    selectedToCompact: selection.messagesToCompact.length,
    selectedToKeep: selection.messagesToKeep.length,
    promptHash: await hash(JSON.stringify(await epitome.buildSummaryPrompt(messages, config))),
    compactedHash: await hash(JSON.stringify(compacted)),
  };
}

/** Runs everything with the imported package; plain JSON. */
export async function runScenario(epitome) {
  return {
    digest: await play(epitome, {
      contextWindow: windows.digest,
      maxOutputTokens: 500,
      system: 's',
    }),
    summarized: await play(epitome, {
      contextWindow: windows.summarized,
      maxOutputTokens: 600,
      system: 'You explain code.',
      tools: [{ name: 'read', description: 'Reads a file.', inputSchema: { type: 'object' } }],
      keepRecent: { messages: 4 },
      summarize: summaryOf,
    }),
    estimates: await estimates(epitome),
  };
}
