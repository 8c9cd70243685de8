/**
 * The tool by which an agent finds what left its context. Decides what the agent is told of it and what its
 * answers look like; refuses to know how the AI SDK runs tools.
 */
import { EpitomeError } from '../errors.ts';
import { toolSchema } from '../tool-schema.ts';
import type { Recall, RecallHit, RecallInput, RecallTool, RecallToolOptions } from './types.ts';

const description = `Finds and reads earlier messages of this conversation that are no longer shown: older messages that a summary stands for, and tool results that were cleared or shortened.

Use it before you ask the user again, guess, or repeat an expensive call: for exact names, numbers, error texts, file contents, decisions and reasons that the summary only touches.
With \`query\` it searches by words: names, paths and error texts as they were written work best, plain words work too. With \`read\` it returns messages in full: a number of a search's hit, a range such as 50-60, or the id of a tool call.`;

const defaultTokens = 2_000;
const leastTokens = 200;
/** Of the line that says how to go on. */
const tokensOfLine = 60;

const jsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Words to search for.' },
    read: {
      type: 'string',
      description: 'What to read: "57", "50-60", or the id of a tool call.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'With `read`: where to go on, as the answer before said.',
    },
    role: { type: 'string', enum: ['user', 'assistant', 'tool'], description: 'Who spoke.' },
    tool: { type: 'string', description: 'Only calls and results of this tool.' },
    from: { type: 'integer', minimum: 1, description: 'First message number.' },
    to: { type: 'integer', minimum: 1, description: 'Last message number.' },
    limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Hits at most; 5 by default.' },
  },
  additionalProperties: false,
};

export function recallTool(
  recall: Pick<Recall, 'search' | 'read'>,
  { maxTokens = defaultTokens }: RecallToolOptions = {},
): RecallTool {
  if (!Number.isSafeInteger(maxTokens) || maxTokens < leastTokens) {
    const what = `\`maxTokens\` must be a whole number from ${leastTokens}`;
    throw new EpitomeError('invalid-argument', `recall: ${what}`);
  }
  return {
    description,
    inputSchema: toolSchema(jsonSchema),
    async execute(input) {
      try {
        const { query, read, offset, ...filter } = withoutEmpty(input);
        if (read !== undefined) {
          return await answerOf(recall, { read: String(read), offset }, maxTokens);
        }
        if (query === undefined) return 'Say `query` to search, or `read` to read.';
        const hits = await recall.search(query, { ...filter, maxTokens });
        return hits.length === 0 ? 'Nothing was found.' : hits.map(hitText).join('\n\n');
      } catch (error) {
        return `Nothing was found: ${error instanceof Error ? error.message : String(error)}.`;
      }
    },
  };
}

async function answerOf(
  recall: Pick<Recall, 'read'>,
  { read, offset }: { read: string; offset: number | undefined },
  maxTokens: number,
): Promise<string> {
  const room = maxTokens - tokensOfLine;
  const { text, next } = await recall.read(read, { maxTokens: room, offset });
  if (text === '') return 'Nothing is there.';
  return next === undefined
    ? text
    : `${text}\n[There is more: read ${JSON.stringify(read)} with offset ${next}.]`;
}

function hitText({ position, role, tool, round, excerpt }: RecallHit): string {
  const who = [role, tool].filter(Boolean).join(' ');
  return `[message ${position}, ${who}, folded in round ${round}]\n${excerpt}`;
}

/** Models fill in what they need not. */
function withoutEmpty(input: unknown): RecallInput {
  return Object.fromEntries(
    Object.entries(Object(input)).filter(([, value]) => value !== null && value !== ''),
  );
}
