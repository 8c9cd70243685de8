/**
 * What a model might write of messages that are folded: a script, so that a page needs neither a key nor a network.
 * It names files that it was shown, and one that never was, for the check to find.
 */

const paths = /\b[\w-]+(?:\/[\w.-]+)+\.[a-z]{1,4}\b/g;
const mostPaths = 24;
export const invented = 'src/never/mentioned.rs';

/** The reply to a summary request: `{ text, finishReason }`. */
export function scriptedSummary({ prompt }) {
  const named = [...new Set(prompt.match(paths))].slice(-mostPaths);
  const looked = named.map((path) => `- Looked at ${path}.`);
  const text = [
    '## Goal\nGo on with what the user asked for, in the order that it was asked.',
    `## Done\n${looked.join('\n')}\n- Fixed the fault in ${invented}.`,
    '## Next\nTake up the latest request where it was left.',
  ].join('\n\n');
  return { text, finishReason: 'stop' };
}
