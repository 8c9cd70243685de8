/**
 * `npm run counting -- fit`: fits the estimator's weights to the training text and writes
 * src/tokens/weights_data.h with its provenance. Decides the order of things; what is fitted and how is
 * in fit/.
 *
 *     node tests/counting/fit.mjs [--transcripts DIR] [--empty]
 *
 * Held-out text and transcripts are only measured. With --empty it only writes a header without
 * weights: where features were added or taken away, nothing compiles with the old ones.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, say, step } from '../../bindings/toolchain/shell.mjs';
import { makeCorpus } from './corpus.mjs';
import { summary } from './fit/errors.mjs';
import { fitFamilies, tablesOf } from './fit/families.mjs';
import { featuresOf, loadEstimator } from './fit/features.mjs';
import { emptyHeader, weightsHeader } from './fit/write.mjs';

const header = join(root, 'src/tokens/weights_data.h');
const { values: options } = parseArgs({
  options: {
    transcripts: { type: 'string' },
    empty: { type: 'boolean', default: false },
  },
});

async function fit() {
  const corpus = await makeCorpus(options);
  const estimator = await loadEstimator();
  const features = await step('counting features', async () =>
    Object.fromEntries(
      Object.entries(corpus).map(([name, messages]) => [
        name,
        featuresOf(
          estimator,
          messages.map(({ text }) => text),
        ),
      ]),
    ),
  );
  const result = await step('fitting', async () => fitFamilies(corpus.fit, features.fit));
  const tables = Object.fromEntries(
    ['heldout', 'transcripts']
      .filter((name) => corpus[name].length > 0)
      .map((name) => [name, tablesOf(result, corpus[name], features[name])]),
  );
  for (const line of summary(tables)) say(line);
  writeFileSync(header, weightsHeader(result, corpus, tables));
  say(`  -- wrote ${header}`);
}

if (options.empty) writeFileSync(header, emptyHeader());
else await fit();
