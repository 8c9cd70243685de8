/**
 * How long the steps of a session wait for summaries that take five seconds each, and how long a
 * compaction takes by itself. Decides the pace of the agent and when a stall is one too many; refuses
 * to know how epitome waits.
 */
import { fileURLToPath } from 'node:url';
import { countMessage, countMessages } from '../../demo/replay/exact-tokens.mjs';
import { requestsOf, stepsOf } from '../replay/session.mjs';
import { VirtualModel } from './virtual-model.mjs';

export const bundledSession = fileURLToPath(
  new URL('../../demo/sessions/repo-tour.json', import.meta.url),
);

/** What makes epitome summarise behind the agent's back. */
const inBackground = { background: true };

/** Milliseconds, by the virtual clock: of a summary, and of the agent's own model and tools. */
const summaryMillis = 5_000;
const stepMillis = 3_000;

const summary = `## Done
- The files of the project were read in order, and what they hold was noted.
- The tests were run after each change, and all of them pass.
## Current state
- The next part is due; nothing is broken at this point.`;

/** The session's user asks for Chinese once: a model that ignores what it is asked for would be refused. */
const chineseSummary = `## 已完成
- 项目的文件已按顺序读完，并记下了每个文件的内容。
- 每次修改之后都运行了测试，全部通过。
## 当前状态
- 接下来该做下一部分；目前没有任何问题。`;

/** The value at fraction `q`; 0 for none. */
function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)] ?? 0;
}

/** Tokens of the view as it would be sent were nothing done about it. */
function unchanged(compactor, view, from, messages) {
  return compactor.estimateMessagesTokens([...view, ...messages.slice(from)]);
}

/** What a provider bills for a prompt and the reply on record, exact tokens. */
function billOf(prompt, reply) {
  return {
    inputTokens: countMessages(prompt),
    outputTokens: reply?.role === 'assistant' ? countMessage(reply) : 0,
  };
}

/**
 * Replays the recording `session` (a file). Times in milliseconds, sizes in tokens. `stalls` holds each
 * step that waited: `{ step, millis, tokens, budget }`, tokens being those of the unchanged view. `own`
 * holds real times: of steps that compacted, and of the others.
 */
export async function measureStalls({ createCompactor, session, background, window = 32_000 }) {
  const recorded = stepsOf({ file: session });
  const system = recorded.system === '' ? [] : [{ role: 'system', content: recorded.system }];
  const model = new VirtualModel(summaryMillis, ({ prompt }) =>
    prompt.includes('Write in Chinese') ? chineseSummary : summary,
  );
  let compacted = false;
  const faults = [];
  const compactor = await createCompactor({
    contextWindow: window,
    system: recorded.system,
    tools: {},
    summarize: model.summarize,
    ...(background && inBackground),
    onEvent({ type, error, reason }) {
      if (type === 'compaction') compacted = true;
      if (['error', 'cannot-fit', 'summary-rejected', 'summary-failed'].includes(type)) {
        faults.push(`${type} ${error?.message ?? reason ?? ''}`.trim());
      }
    },
  });
  try {
    const epitome = compactor.session('stalls');
    const stalls = [];
    const own = { compactions: [], others: [] };
    let view = [];
    let known = 0;
    let steps = 0;
    for (const request of requestsOf(recorded)) {
      const { messages, steps: run } = request;
      const tokens = unchanged(compactor, view, known, messages);
      compacted = false;
      const {
        value,
        stall,
        own: millis,
      } = await model.await(() =>
        epitome.prepareStep({ messages, steps: run, stepNumber: run.length }),
      );
      steps += 1;
      (compacted ? own.compactions : own.others).push(millis);
      const { total: budget } = epitome.explain().budget;
      if (stall > 0) stalls.push({ step: steps, millis: stall, tokens, budget });
      view = value?.messages ?? messages;
      known = messages.length;
      run.push({ usage: billOf([...system, ...view], recorded.messages[known]) });
      await model.pass(stepMillis);
    }
    return {
      background,
      steps,
      requests: model.requests,
      stalls,
      /** Stalls of steps that would have fitted as they were. */
      needless: stalls.filter(({ tokens, budget }) => tokens <= budget),
      compactions: own.compactions.length,
      own,
      faults,
    };
  } finally {
    compactor.dispose();
  }
}

/** The figures of replays that differ in nothing but real time, as lines for a terminal. */
export function stallLines(replays) {
  const [{ background, steps, requests, stalls, needless, compactions, faults }] = replays;
  const own = replays.flatMap((figures) => figures.own.compactions);
  const others = replays.flatMap((figures) => figures.own.others);
  const seconds = stalls.reduce((sum, { millis }) => sum + millis, 0) / 1_000;
  const millis = (value) => `${value.toFixed(1)} ms`;
  return [
    background ? 'in the background' : 'while the agent waits',
    `  ${steps} steps, ${requests} summaries of ${summaryMillis / 1_000} s, ${compactions} compactions`,
    `  ${stalls.length} steps stalled, ${seconds} s in all; ${needless.length} of them below the hard limit`,
    `  a compaction's own time (${own.length} of them): p50 ${millis(quantile(own, 0.5))}, ` +
      `p95 ${millis(quantile(own, 0.95))}, most ${millis(quantile(own, 1))}; ` +
      `other steps p95 ${millis(quantile(others, 0.95))}`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}
