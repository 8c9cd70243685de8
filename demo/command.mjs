/** The command line of `npm run demo`. */

import { fileURLToPath } from 'node:url';
import { commandLine, numberFrom, Option } from '../bindings/toolchain/command-line.mjs';
import { sdkVersions } from './replay/sdk.mjs';

const bundledSession = fileURLToPath(new URL('sessions/repo-tour.json', import.meta.url));

export const command = commandLine(
  'npm run demo --',
  'Replays a recorded agent session through the AI SDK with epitome in prepareStep.',
)
  .addOption(
    new Option(
      '--session <file>',
      'a session of Claude Code or Codex, or messages of OpenAI, Anthropic or the AI SDK',
    ).default(bundledSession, "the project's own"),
  )
  .option('--conversation <n>', 'which conversation of a file with several', numberFrom(1), 1)
  .option('--window <tokens>', 'context window of the replayed model', numberFrom(1000), 32_000)
  .addOption(
    new Option('--ai <version>', 'version of the AI SDK').choices(sdkVersions).default('7'),
  )
  .option('--model <id>', 'model that writes the summaries (default: none; code writes them)')
  .option(
    '--url <address>',
    'its OpenAI-compatible endpoint, for example https://host/v1/chat/completions',
  )
  .option('--api-key-env <name>', 'environment variable that holds its key')
  .option('--verbose', 'all folds and all faults in full')
  .option('--json', 'print one JSON object and nothing else; implies --no-serve')
  .option('--no-serve', 'do not serve the demo page')
  .option('--build <folder>', 'only write the demo page into a folder, for any static host')
  .addOption(
    new Option('--port <n>', 'port of the demo page')
      .argParser(numberFrom(0))
      .default(0, 'any free one'),
  );
