/** The command line of `npm run memory`. */

import {
  commandLine,
  InvalidArgumentError,
  listOf,
  numberFrom,
  Option,
  objectOf,
} from '../../bindings/toolchain/command-line.mjs';

/** What can be measured. */
export const parts = ['recall', 'record', 'truth', 'planted', 'constraints', 'replies', 'peers'];
export const windows = [4_000, 8_000, 16_000, 32_000, 64_000, 128_000];

function windowsOf(text) {
  return text.split(',').map((each) => {
    const value = each.endsWith('k') ? Number(each.slice(0, -1)) * 1_000 : Number(each);
    if (Number.isInteger(value) && value >= 2_000) return value;
    throw new InvalidArgumentError('Tokens from 2,000 on are needed, such as 32k or 32000.');
  });
}

export const command = commandLine(
  'npm run memory --',
  'Measures what the view still holds of what was folded, without any model.',
)
  .option('--session <file...>', 'recordings, or JSON Lines of OpenAI chats')
  .option('--transcripts <dir>', 'every such file of a folder')
  .option('--generated', 'generated sessions (the default where no file is named)')
  .option('--window <list>', `context windows, such as 32k,64k (${windows.join(', ')})`, windowsOf)
  .addOption(
    new Option('--only <list>', `of ${parts.join(', ')} (all but peers)`).argParser(listOf(parts)),
  )
  .addOption(
    new Option('--model <list>', 'whose summaries: digest, faithful (digest)')
      .argParser(listOf(['digest', 'faithful']))
      .default(['digest'], 'digest'),
  )
  .option('--seeds <n>', 'how often plants are spread, and sessions generated', numberFrom(1), 1)
  .option('--quick', 'one minute: generated sessions, one window')
  .option('--without <rule...>', 'rules of the engine that are switched off')
  .option('--options <json>', "further options of epitome's createCompactor", objectOf, {})
  .option('--json <file>', 'write the figures to a file too')
  .option('--details', 'rows by section, type and language too, and what is torn and wrong')
  .option('--check', 'print the figures that are worse than what was reached before');
