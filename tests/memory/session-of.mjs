/** A session with its steps, as everything here measures it. Decides where a step stands; reads no file. */

import { countMessages } from '../../demo/replay/exact-tokens.mjs';
import { runsOf } from '../../demo/replay/runs.mjs';

/**
 * A session as it is measured: `{ name, kind, recorded, system, messages, steps, deeds, superseded,
 * falsehoods }`. `steps` are those of tests/replay/session.mjs.
 */
export function sessionOf({ name, kind, recorded = false, system = '', messages, ...truths }) {
  const { deeds = [], superseded = [], falsehoods = [], language = 'en' } = truths;
  const starts = new Set(runsOf(messages).map((run) => run.from));
  const steps = messages.flatMap(({ role }, length) =>
    role === 'assistant' ? [{ length, opensRun: starts.has(length), cold: false }] : [],
  );
  return {
    name,
    kind,
    recorded,
    language,
    system,
    messages,
    steps,
    deeds,
    superseded,
    falsehoods,
    tokens: countMessages(messages),
  };
}
