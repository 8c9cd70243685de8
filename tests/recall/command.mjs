/** The command line of `npm run recall`. */

import { commandLine } from '../../bindings/toolchain/command-line.mjs';

export const command = commandLine(
  'npm run recall --',
  'How often `session.recall` finds a folded message among its first five, and how long that takes.',
).option('--transcripts <dir>', 'JSON Lines of OpenAI chats, a conversation a line');
