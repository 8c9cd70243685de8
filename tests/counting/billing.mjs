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

/** Least squares as the engine does it (src/tokens/calibration.h), for those who count otherwise. */
function leastSquares() {
  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
  const expected = [2_000, 0, 2_000, 0.05, 0];
  let sums = expected;
  return (rule, estimate, messages, billed) => {
    if (messages <= 0 || estimate < messages || billed <= 0) return;
    const told = rule.slope * estimate + rule.perMessage * messages;
    const off = estimate / 4 + 32 * messages;
    const believed = clamp(billed, told - off, told + off);
    const weight = Math.min(1, 4_000 / estimate);
    const density = messages / estimate;
    const more = [estimate, messages, believed, density * messages, density * believed];
    sums = sums.map((sum, i) => expected[i] + 0.99 * (sum - expected[i]) + weight * more[i]);
    const [x, n, y, nn, ny] = sums;
    rule.perMessage = clamp((x * ny - n * y) / (x * nn - n * n), -16, 32);
    rule.slope = clamp((y - rule.perMessage * n) / x, 0.5, 3);
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
