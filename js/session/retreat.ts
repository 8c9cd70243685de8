/** A smaller view in place of one that the provider refused for its size. */
import type { Listener } from '../events/events.ts';
import type { Sizes } from '../overflow/limits.ts';
import type { Overflow } from '../overflow/refusal.ts';
import type { Signal } from '../types.ts';
import type { Prepared, Sent } from './prepared.ts';
import { handOut, recovering } from './step.ts';
import { plainStep } from './step-context.ts';
import type { Steps } from './steps.ts';

/** What belongs to a call of its own. */
interface Own {
  signal: Signal | undefined;
  onEvent?: Listener | undefined;
}

/** Learns from the refusal, and makes what is left of the view. Undefined where that is no smaller. */
export function retreat(
  steps: Steps,
  sent: Sent,
  overflow: Overflow,
  own: Own,
): Promise<Prepared | undefined> {
  const { refusals, side, news, line } = steps;
  const work = async () => {
    if (sent.messages.length === 0 || own.signal?.aborted) return undefined;
    if (!refusals.add(() => side.awake().snapshot())) return giveUp(steps, sent);
    return news.during(own.onEvent, async () => {
      const measured = { ...sent, sizes: sizesOf(steps, sent) };
      const lowered = await smaller(steps, measured, overflow, own);
      return lowered && handOut(steps, lowered);
    });
  };
  return line.inTurn(work, () => undefined, own.signal);
}

async function smaller(
  steps: Steps,
  sent: Sent,
  overflow: Overflow,
  own: Own,
): Promise<Prepared | undefined> {
  const { messages, modelId, hook, dialect } = sent;
  const { of } = overflow;
  const stated = steps.bounds(modelId).stated[of];
  for (let refused = sent.sizes[of]; ; ) {
    const learned = steps.refusals.learn(modelId, overflow, { refused, stated });
    const context = { ...plainStep, ...own, goesOn: true, model: modelId, hook, dialect };
    const prepared = await recovering(steps, messages, { ...context, refused: true });
    const { sent: now } = prepared;
    if (now === undefined) return undefined;
    now.sizes = sizesOf(steps, now);
    now.insteadOf = sent.insteadOf ?? sent.key;
    const isSmaller = of === 'tokens' ? now.viewTokens < sent.viewTokens : now.sizes[of] < refused;
    const isAborted = own.signal?.aborted === true;
    if (isSmaller || isAborted) {
      if (learned !== undefined) steps.news.limits(modelId, [learned]);
      return isAborted ? undefined : prepared;
    }
    // Less is assumed of what goes out beside the messages, where that is not known.
    if (now.sizes[of] >= refused) return giveUp(steps, sent);
    refused = now.sizes[of];
  }
}

/** It was not the size: nothing is to be lost for it, and the session knows the messages as before. */
function giveUp(steps: Steps, sent: Sent): undefined {
  const state = steps.refusals.giveUp();
  if (state === undefined) return;
  steps.side.startFrom(state);
  taken(steps, sent);
}

/** Bytes and images are measured where a request was refused, because that takes a look at each message. */
function sizesOf(steps: Steps, sent: Sent): Sizes {
  const { engine, run } = taken(steps, sent);
  const { viewBytes, viewImages } = engine.explain(run);
  return { ...sent.sizes, bytes: viewBytes, images: viewImages };
}

/** The messages, as the engine has them. */
function taken(steps: Steps, { messages, modelId, dialect }: Sent) {
  const engine = steps.side.awake();
  engine.countBy(steps.bounds(modelId).facts);
  return { engine, run: engine.runs.take(messages, undefined, dialect ?? steps.views.dialect) };
}
