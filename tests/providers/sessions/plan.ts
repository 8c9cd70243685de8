/**
 * What the people, the model and the tools of one long session say, in no provider's words. Decides
 * which shapes occur and how long they are; refuses to know any wire format and the product.
 */

import { png } from '../../js/support/media-bytes.ts';
import { createRng, type Rng, text, word } from '../../js/support/random.ts';

export interface PlannedCall {
  tool: ToolName;
  input: Record<string, unknown>;
}

/** One answer of the model. Without calls it ends the turn. */
export interface PlannedReply {
  thought?: { text: string; redacted: boolean };
  text?: string;
  /** What the provider's own tools do within the answer, before the calls. */
  search?: string;
  code?: string;
  calls: PlannedCall[];
}

/** A user message and the answers that it gets. */
export interface PlannedTurn {
  content: string | Record<string, unknown>[];
  replies: PlannedReply[];
}

export const toolNames = ['read', 'search', 'run', 'look', 'print', 'deploy', 'plan'] as const;
export type ToolName = (typeof toolNames)[number];

/** Of the session that is sent in all ways. */
const usualTurns = 8;
const repliesPerTurn = 10;
const files = 14;

/** A half of a surrogate pair: some tools cut texts in the middle of one. */
const loneSurrogate = '\ud83d';

/** What a file holds at its n-th read: every third one is changed by somebody in between. */
function fileText(path: string, reads: number): string {
  const index = Number(/\d+/.exec(path)?.[0]);
  const rng = createRng(`file ${path} ${index % 3 === 0 ? reads : 0}`);
  const length = rng.chance(0.2) ? rng.int(6_000, 11_000) : rng.int(500, 3_500);
  return text(rng, length, rng.chance(0.2) ? 'cjk' : 'code');
}

function pathOf(index: number): string {
  return `src/part-${index % files}.ts`;
}

function callOf(rng: Rng, step: number, index: number): PlannedCall {
  switch ((step * 3 + index * 5) % 11) {
    case 0:
      return { tool: 'search', input: { query: word(rng), limit: 12 } };
    case 1:
      return { tool: 'look', input: { page: rng.int(1, 40) } };
    case 2:
      return { tool: 'run', input: { command: `npm test -- ${word(rng)}` } };
    case 3:
      return { tool: 'run', input: { command: `fail ${word(rng)}` } };
    case 4:
      return { tool: 'print', input: { chapter: rng.int(1, 9) } };
    case 5:
      return { tool: 'plan', input: { items: [word(rng), word(rng), `step ${step}`] } };
    default:
      // The same few files again and again: results repeat, and older reads are outdated.
      return { tool: 'read', input: { path: pathOf(step + index * 3) } };
  }
}

function replyOf(turn: number, index: number): PlannedReply {
  const step = turn * repliesPerTurn + index;
  const rng = createRng(`reply ${step}`);
  if (index === repliesPerTurn - 1) {
    return { text: `${text(rng, rng.int(100, 600), 'words')} 完成。`, calls: [] };
  }
  const reply: PlannedReply = {
    thought: { text: text(rng, rng.int(80, 700), 'words'), redacted: step % 9 === 4 },
    calls: Array.from({ length: step % 3 === 1 ? rng.int(2, 4) : 1 }, (_, i) =>
      callOf(rng, step, i),
    ),
  };
  if (step % 2 === 0) reply.text = text(rng, rng.int(20, 200), 'words');
  if (step % 5 === 3) reply.search = `${word(rng)} ${word(rng)}`;
  if (step % 10 === 6) reply.code = `print("${word(rng)}")`;
  if (index === 4) reply.calls = [{ tool: 'deploy', input: { target: `host-${turn}` } }];
  return reply;
}

function contentOf(turn: number): PlannedTurn['content'] {
  const rng = createRng(`turn ${turn}`);
  const words = text(rng, rng.int(60, 500), 'words');
  switch (turn % 4) {
    case 1:
      return [
        { type: 'text', text: words },
        { type: 'image', image: png(900, 700), mediaType: 'image/png' },
      ];
    case 2:
      return [
        { type: 'file', data: pdf, mediaType: 'application/pdf', filename: `spec-${turn}.pdf` },
        { type: 'text', text: words },
      ];
    default:
      return turn === 3 ? `${words} ${loneSurrogate} then go on` : words;
  }
}

/** Base64 of `%PDF-1.4` and enough to look like a page. */
const pdf = Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Page>>endobj\n${'x'.repeat(3_000)}`).toString(
  'base64',
);
const picture = Buffer.from(png(1_200, 800)).toString('base64');

/** The same session every time; a longer one begins as it does. */
export function plannedSession(turns = usualTurns): PlannedTurn[] {
  return Array.from({ length: turns }, (_, turn) => ({
    content: contentOf(turn),
    replies: Array.from({ length: repliesPerTurn }, (_, index) => replyOf(turn, index)),
  }));
}

/** The user's answer to what `deploy` asks in a turn. */
export function allows(turn: number): boolean {
  return turn % 3 !== 1;
}

/** What a client tool returns at its n-th call with that input; throws where the tool fails. */
export function runTool(tool: ToolName, input: Record<string, unknown>, times: number): unknown {
  const rng = createRng(`${tool} ${JSON.stringify(input)}`);
  switch (tool) {
    case 'read':
      return fileText(String(input.path), times);
    case 'search':
      return {
        query: input.query,
        matches: Array.from({ length: rng.int(3, 12) }, (_, line) => ({
          path: pathOf(line),
          line,
          text: text(rng, rng.int(40, 300), 'code'),
        })),
      };
    case 'run':
      if (String(input.command).startsWith('fail')) {
        throw new Error(`exit 1: ${text(rng, rng.int(100, 2_500), 'code')}`);
      }
      return `${text(rng, rng.int(200, 3_000), 'code')}${rng.chance(0.3) ? loneSurrogate : ''}`;
    case 'look':
      return { note: `page ${input.page}`, image: picture };
    case 'print':
      return { note: `chapter ${input.chapter}`, pdf };
    default:
      return { ok: true, ...input };
  }
}

/** What the model gets to read of a tool's return value, where that is more than text or JSON. */
export function modelOutput(value: unknown): { type: 'content'; value: object[] } {
  const { note, image, pdf: file } = value as { note: string; image?: string; pdf?: string };
  const media =
    image !== undefined
      ? { type: 'image-data', data: image, mediaType: 'image/png' }
      : { type: 'file-data', data: file, mediaType: 'application/pdf', filename: 'chapter.pdf' };
  return { type: 'content', value: [{ type: 'text', text: note }, media] };
}
