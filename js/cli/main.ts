/**
 * The command line. Decides commands, options and exit codes: 0 done, 1 a failure of epitome or of a
 * model, 2 wrong use, 3 a file that can't be read as a transcript.
 */
import { writeFileSync } from 'node:fs';
import { stdout } from 'node:process';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EpitomeError } from '../errors.ts';
import { type TranscriptFormat, transcriptFormats } from '../formats/index.ts';
import { type PresetName, presetNames } from '../presets.ts';
import { compact } from './compact.ts';
import { doctor, doctorText, packageVersion } from './doctor.ts';
import type { EngineOptions, SummarizerOptions } from './engine.ts';
import { InputError, transcriptIn, UsageError } from './input.ts';
import { inspect, inspectionText } from './inspect.ts';
import { memory, memoryText } from './memory.ts';
import { plan, planText } from './plan.ts';
import { replay, replayText } from './replay.ts';
import { isColoured, shown, styleOf } from './terminal.ts';

interface CommonOptions extends EngineOptions {
  json?: boolean;
  format?: TranscriptFormat;
  conversation?: number;
}

const style = styleOf(isColoured());

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`A whole number of at least ${least} is needed.`);
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('A number above 0 is needed.');
}

function presetList(text: string): PresetName[] {
  return text.split(',').map((name) => {
    const found = presetNames.find((one) => one === name.trim());
    if (found === undefined) {
      throw new InvalidArgumentError(`Names of ${presetNames.join(', ')} are needed.`);
    }
    return found;
  });
}

function print(json: boolean | undefined, value: unknown, text: () => string): void {
  stdout.write(`${json ? JSON.stringify(value, null, 2) : text()}\n`);
}

function onTranscript(command: Command): Command {
  return command
    .argument('[file]', 'JSON or JSON Lines; `-` or nothing: standard input')
    .addOption(
      new Option('--format <name>', 'instead of detecting it').choices([...transcriptFormats]),
    )
    .option('--conversation <n>', 'which one, where a file has one a line', wholeNumber(1))
    .option('--json', 'print JSON');
}

function withWindow(command: Command): Command {
  return command
    .option('--window <tokens>', 'context window', wholeNumber(1))
    .option('--model <id>', 'take its window (default: of the model that the file names)');
}

function withPreset(command: Command): Command {
  return command.addOption(new Option('--preset <name>', 'a policy').choices(presetNames));
}

function withExamples(command: Command, ...examples: string[]): Command {
  const lines = examples.map((example) => `  $ epitome ${example}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

const program = new Command('epitome')
  .description("Context compaction: what fills an agent's memory, and what would be left of it.")
  .version(packageVersion())
  .exitOverride()
  .showHelpAfterError('(--help says more)')
  .addHelpText(
    'after',
    `
Reads sessions of Claude Code and Codex, and messages of OpenAI, Anthropic and the AI SDK.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 no transcript that can be read.

Examples:
  $ epitome inspect session.jsonl
  $ epitome plan session.jsonl --window 32000
  $ cat session.jsonl | epitome compact > compacted.json
  $ epitome replay session.jsonl --presets epitome,rolling
  $ epitome memory session.jsonl --find "timeout of the queue"`,
  );

withExamples(
  onTranscript(program.command('inspect'))
    .description('who takes the room: by role, kind, tool and message')
    .option('--top <n>', 'tools and messages to name', wholeNumber(1), 10),
  'inspect session.jsonl',
  'inspect chats.jsonl --conversation 3 --top 5',
).action(async (file: string | undefined, options: CommonOptions & { top: number }) => {
  const found = await inspect(await transcriptIn(file, inputOf(options)), options.top);
  print(options.json, found, () => inspectionText(found, style));
});

withExamples(
  withPreset(withWindow(onTranscript(program.command('plan')))).description(
    'what would be trimmed, cleared and folded at a window',
  ),
  'plan session.jsonl --window 32000',
  'plan session.jsonl --model gpt-5 --preset rolling',
).action(async (file: string | undefined, options: CommonOptions) => {
  const made = await plan(await transcriptIn(file, inputOf(options)), engineOf(options));
  print(options.json, made, () => planText(made, style));
});

withExamples(
  withPreset(withWindow(onTranscript(program.command('compact'))))
    .description('fold the history now; writes messages of the AI SDK as JSON')
    .option('-o, --output <file>', 'instead of standard output')
    .option('--url <address>', 'OpenAI-compatible or Anthropic endpoint of a model for summaries')
    .option('--summary-model <id>', 'the model; without one a digest is made by rule')
    .option(
      '--api-key-env <name>',
      'variable with its key (default: OPENAI_API_KEY or ANTHROPIC_API_KEY)',
    ),
  'compact session.jsonl --window 32000 -o compacted.json',
  'compact session.jsonl --url https://host/v1 --summary-model some-model',
).action(
  async (
    file: string | undefined,
    options: CommonOptions & SummarizerOptions & { output?: string },
  ) => {
    const transcript = await transcriptIn(file, inputOf(options));
    const result = await compact(transcript, { ...options, ...engineOf(options) });
    const text = `${JSON.stringify(options.json ? result : result.messages, null, 2)}\n`;
    if (options.output === undefined) stdout.write(text);
    else writeFileSync(options.output, text);
  },
);

withExamples(
  withWindow(onTranscript(program.command('replay')))
    .description('presets side by side: cost, overflow, and what stays verbatim')
    .option('--presets <list>', 'separated by commas (default: all)', presetList)
    .option(
      '--price <amount>',
      'of a million tokens of uncached input (default: list prices of the model)',
      positive,
    ),
  'replay session.jsonl --window 32000',
  'replay session.jsonl --model claude-sonnet-4.5',
  'replay session.jsonl --presets epitome,rolling --price 3',
).action(
  async (
    file: string | undefined,
    options: CommonOptions & { presets?: PresetName[]; price?: number },
  ) => {
    const transcript = await transcriptIn(file, inputOf(options));
    const { price } = options;
    const result = await replay(transcript, options.presets ?? presetNames, {
      ...engineOf(options),
      ...(price !== undefined && { price }),
    });
    const title = transcript.title ?? file ?? 'standard input';
    print(options.json, result, () => replayText(result, { title, style }));
  },
);

withExamples(
  withPreset(withWindow(onTranscript(program.command('memory'))))
    .description('what the agent remembers at the end: its records, and how they came about')
    .option('--find <words>', 'search what left the view'),
  'memory session.jsonl --window 32000',
  'memory session.jsonl --window 32000 --find "timeout of the queue"',
).action(async (file: string | undefined, options: CommonOptions & { find?: string }) => {
  const { find } = options;
  const found = await memory(await transcriptIn(file, inputOf(options)), {
    ...engineOf(options),
    ...(find !== undefined && { find }),
  });
  print(options.json, found, () => memoryText(found, style));
});

withExamples(
  program
    .command('doctor')
    .description('whether epitome works here')
    .option('--json', 'print JSON'),
  'doctor',
).action(async (options: { json?: boolean }) => {
  const checks = await doctor();
  print(options.json, checks, () => doctorText(checks, style));
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
});

function inputOf({ format, conversation }: CommonOptions) {
  return {
    ...(format !== undefined && { format }),
    ...(conversation !== undefined && { conversation }),
  };
}

function engineOf({ window, model, preset }: CommonOptions): EngineOptions {
  return {
    ...(window !== undefined && { window }),
    ...(model !== undefined && { model }),
    ...(preset !== undefined && { preset }),
  };
}

function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) return 2;
  if (error instanceof InputError) return 3;
  if (!EpitomeError.isInstance(error)) return 1;
  if (error.code === 'invalid-transcript') return 3;
  return ['invalid-option', 'unknown-model'].includes(error.code) ? 2 : 1;
}

// Whoever reads may stop early, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  await program.parseAsync();
} catch (error) {
  // The parser has printed its own.
  if (!(error instanceof CommanderError)) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`error: ${shown(text, 500)}\n`);
  }
  process.exitCode = codeOf(error);
}
