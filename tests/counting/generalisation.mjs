/**
 * What the fit knows of text whose kind it has not seen: fitted anew without one kind of text at a
 * time, and measured on the held-out text of that kind. Decides the kinds; asked for only by name, as
 * it takes minutes.
 */

import { readTranscripts } from './corpus/transcripts.mjs';
import { messagesOfSplit, withTruth } from './corpus.mjs';
import { judged } from './figures.mjs';
import { fitFamilies, tablesOf } from './fit/families.mjs';
import { featuresOf, loadEstimator } from './fit/features.mjs';

export const title = 'Generalisation: error a message on text of a kind that the fit did not see';

/** Kinds that are left out together, and the held-out categories that tell of each. */
const kinds = {
  'agent text made by rule': {
    without: /^(agent-|session|logs)/,
    on: /^agent-/,
    transcripts: true,
  },
  'recorded sessions of the project': { without: /^session$/, on: /^agent-/, transcripts: true },
  'conversation and mail': { without: /^(dialogue|mail)$/, on: /^dialogue$/, transcripts: true },
  'C++': { without: /^cpp$/, on: /^cpp$/ },
  Python: { without: /^python$/, on: /^python$/ },
  'TypeScript and JavaScript': { without: /^(ts|js|minjs)$/, on: /^(ts|js|minjs)$/ },
  JSON: { without: /^(json-|schemas)/, on: /^(json-|schemas)/ },
  'Markdown and prose': { without: /^(markdown|prose)$/, on: /^(markdown|prose)$/ },
  'YAML and shell': { without: /^(yaml|shell)$/, on: /^(yaml|shell)$/ },
  HTML: { without: /^html$/, on: /^html$/ },
  base64: { without: /^base64$/, on: /^base64$/ },
  hex: { without: /^hex$/, on: /^hex$/ },
  'URLs and UUIDs': { without: /^urls$/, on: /^urls$/ },
  numbers: { without: /^numbers$/, on: /^numbers$/ },
  emoji: { without: /^emoji$/, on: /^emoji$/ },
};

const percent = (share) => share * 100;

export async function measure({ transcripts, wasm }) {
  const estimator = await loadEstimator(wasm);
  const features = (messages) =>
    featuresOf(
      estimator,
      messages.map(({ text }) => text),
    );
  const fit = await withTruth(await messagesOfSplit('fit'), 'training text');
  const heldout = await withTruth(await messagesOfSplit('heldout'), 'held-out text');
  const agents = transcripts
    ? await withTruth(readTranscripts(transcripts), 'transcripts')
    : undefined;
  const counted = features(fit);
  const heldoutCounted = features(heldout);
  const agentsCounted = agents && features(agents);
  const only = { families: ['o200k'] };
  const whole = fitFamilies(fit, counted, only);
  const errorOn = (result, pattern) => {
    const index = heldout.map((_, at) => at).filter((at) => pattern.test(heldout[at].category));
    const [table] = tablesOf(
      result,
      index.map((at) => heldout[at]),
      index.map((at) => heldoutCounted[at]),
    );
    return percent(table.all.error);
  };
  return Object.entries(kinds).map(([name, { without, on, transcripts: tellsOfAgents }]) => {
    const kept = fit.map((_, at) => at).filter((at) => !without.test(fit[at].category));
    const result = fitFamilies(
      kept.map((at) => fit[at]),
      kept.map((at) => counted[at]),
      only,
    );
    let note = `${errorOn(whole, on).toFixed(1)} % when it was seen`;
    if (tellsOfAgents && agents) {
      const [{ all, conversations }] = tablesOf(result, agents, agentsCounted);
      note += `; agents: message ${percent(all.error).toFixed(1)} %, conversation ${percent(conversations.error).toFixed(1)} %, worst ${percent(conversations.lowest).toFixed(1)} %`;
    }
    return judged(`without ${name}`, errorOn(result, on), '%', { note });
  });
}
