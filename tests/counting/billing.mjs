/**
 * How well the size of the next prompt is known: a real session whose provider's bill is on record
 * for every call. Decides what a prediction is and whom it is compared with; refuses to know how any
 * of them counts.
 *
 * Before each call a counter says how long the prompt will be; the bill says how long it was. All of
 * them are anchored: they start from the last bill and the tokens that it says were written, and
 * count only what came after.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokenCount } from 'tokenx';
import { createCompactor } from '../../dist/node/index.js';
import { quantile } from '../bench/support/stats.mjs';
import { judged } from './figures.mjs';

export const title = "The next prompt's size against the provider's bill";

/** Replies that were broken off: the host did not send them on. */
const brokenOff = new Set(['aborted', 'error']);

/** @returns calls: the messages before each, what it was billed, and what its reply was billed. */
function callsOf(file) {
  const [session] = readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse);
  const sent = [];
  const calls = [];
  for (const message of session.messages) {
    const { usage, ...plain } = message;
    if (usage !== undefined) {
      const input = usage.input + usage.cacheRead + usage.cacheWrite;
      calls.push({ length: sent.length, input, output: usage.output, model: usage.model });
      if (brokenOff.has(usage.stop)) continue;
    }
    sent.push(plain);
  }
  return { sent, calls };
}

const textOf = ({ content, tool_calls }) =>
  [content ?? '', ...(tool_calls ?? []).map((call) => JSON.stringify(call.function))].join('\n');

/** Anchored on the last bill; what came after at `slope` times the estimate, and a constant each. */
function anchored({ sent, calls }, estimate, learn) {
  const errors = [];
  const rule = { slope: 1, perMessage: 0 };
  for (let i = 1; i < calls.length; i += 1) {
    const before = calls[i - 1];
    const added = sent.slice(before.length, calls[i].length);
    const replied = added[0]?.role === 'assistant';
    const inputs = replied ? added.slice(1) : added;
    const estimated = inputs.reduce((sum, message) => sum + estimate(textOf(message)), 0);
    const known = before.input + (replied ? before.output : 0);
    const told = known + rule.slope * estimated + rule.perMessage * inputs.length;
    errors.push(calls[i].input - told);
    learn?.(rule, estimated, inputs.length, calls[i].input - known);
  }
  return errors;
}

/** Recursive least squares as the engine does it, for those who count otherwise. */
function leastSquares() {
  let [p, q, r] = [0.25, 0, 400];
  return (rule, estimate, messages, billed) => {
    if (estimate <= 0 || messages <= 0 || billed <= 0) return;
    const error = billed - rule.slope * estimate - rule.perMessage * messages;
    const [u, v] = [p * estimate + q * messages, q * estimate + r * messages];
    const doubt = estimate * u + messages * v;
    let noise = 64 + 0.0025 * estimate * estimate;
    if (error * error > 4 * (noise + doubt)) noise *= (error * error) / (4 * (noise + doubt));
    const [a, b] = [u / (noise + doubt), v / (noise + doubt)];
    rule.slope += a * error;
    rule.perMessage += b * error;
    [p, q, r] = [(p - a * u) / 0.99, (q - a * v) / 0.99, (r - b * v) / 0.99];
  };
}

/** What a session says before each call, through the same hook that hosts use. */
async function engineErrors({ sent, calls }, options) {
  const compactor = await createCompactor({ contextWindow: 10_000_000, ...options });
  const session = compactor.session();
  const errors = [];
  const steps = [];
  for (const [i, { length, input, output, model }] of calls.entries()) {
    const messages = sent.slice(0, length);
    await session.prepareStep({ messages, steps, stepNumber: i, model: { modelId: model } });
    const { viewTokens, hostOverhead } = session.usage();
    if (i > 0) errors.push(input - viewTokens - hostOverhead);
    steps.push({ usage: { inputTokens: input, outputTokens: output } });
  }
  compactor.dispose();
  return errors;
}

export async function measure({ transcripts }) {
  if (transcripts === undefined) return [];
  const session = callsOf(join(transcripts, 'pi-mono.jsonl'));
  const calibrated = 'tokenx, anchored and calibrated';
  const ours = 'epitome, anchored and calibrated';
  const errors = {
    'chars/4, anchored': anchored(session, (text) => text.length / 4),
    'tokenx, anchored': anchored(session, estimateTokenCount),
    [calibrated]: anchored(session, estimateTokenCount, leastSquares()),
    'epitome, anchored only': await engineErrors(session, { calibration: 'off' }),
    [ours]: await engineErrors(session, {}),
  };
  const of = (name, share) => Math.round(quantile(errors[name].map(Math.abs), share));
  return Object.entries(errors).map(([name, list]) => {
    const mean = list.reduce((sum, error) => sum + error, 0) / list.length;
    const note = `median ${of(name, 0.5)}, p99 ${of(name, 0.99)}, worst ${of(name, 1)}, mean signed ${mean.toFixed(1)} over ${list.length} calls`;
    const marks = { floor: 70, goal: 40, best: { name: 'tokenx', value: of(calibrated, 0.95) } };
    return judged(`95th percentile: ${name}`, of(name, 0.95), 'tokens', {
      note,
      ...(name === ours && marks),
    });
  });
}
