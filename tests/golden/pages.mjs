/**
 * Which pages there are: what each shows, and the conversation, options and model it is taken from.
 */

import { png } from '../js/support/media-bytes.ts';
import { generateSession } from '../memory/sessions/index.ts';
import { scripted } from '../memory/summarisers.mjs';
import { editOf, idsOf, piecesOf, play } from './play.mjs';
import { playTemplates } from './templates.mjs';

/** True behind so many folds, or at the first merge. */
const folds =
  (count, kind = 'fold') =>
  (events) =>
    events.flatMap((event) => event.folds ?? []).filter((fold) => fold.kind === kind).length >=
    count;

/** A page of a generated session; `writer` is the scripted model that summarises. */
function page({ name, title, shows, session, window = 16_000, writer, until = folds(1), ...more }) {
  const [kind, seed, language] = session;
  async function made() {
    const given = generateSession(kind, seed, {
      tokens: window * (more.windows ?? 1.25),
      language,
    });
    const { summarize } = writer ? scripted(writer, given) : {};
    const { messages } = given;
    const shown = await play({ messages, window, until, summarize, ...more });
    const pieces = piecesOf(shown).map(({ label, text }, at) =>
      text === undefined || at < (more.pieces ?? at + 1)
        ? { label, text }
        : { label: `${label} (text left out)` },
    );
    if (more.shownReply) {
      pieces.unshift({
        label: "the model's reply, not part of the view",
        text: shown.replies.at(-1) ?? '',
      });
    }
    const model = writer ? `The summaries: the ${writer} model.` : 'No model writes.';
    const source = `Conversation: generateSession('${kind}', ${seed}), ${language}; window ${window.toLocaleString('en-US')}. ${model}`;
    return { title, shows, source, pieces, ids: idsOf(messages) };
  }
  return { name, play: made };
}

const off = { repeats: false, outdated: false };
/** The seed of a session with each edit, the role of what is edited, and options for little else to happen. */
const edits = {
  trimmed: [
    8,
    'tool',
    { results: { ...off, trim: { over: 2_000, head: 300, tail: 300 }, batch: 0.02 } },
  ],
  cleared: [8, 'tool', { results: { ...off, clear: { protect: { results: 2 } }, batch: 0.02 } }],
  deduplicated: [7, 'tool', { results: { outdated: false } }],
  superseded: [8, 'tool', { results: { repeats: false } }],
  'reasoning removed': [8, 'assistant', { reasoning: 'drop' }],
  'media removed': [8, 'user', { results: off, media: {} }],
};

/** The session with an image in each message of the user but the first. */
function withImages(messages) {
  const image = {
    type: 'file',
    mediaType: 'image/png',
    filename: 'page.png',
    data: png(1568, 1000),
  };
  return messages.map((message, at) =>
    message.role === 'user' && at > 0
      ? { role: 'user', content: [{ type: 'text', text: message.content }, image] }
      : message,
  );
}

async function playEdits() {
  const sessions = new Map(
    [7, 8].map((seed) => [
      seed,
      generateSession('coding', seed, { tokens: 40_000, language: 'en' }).messages,
    ]),
  );
  const pieces = [];
  for (const [name, [seed, role, options]] of Object.entries(edits)) {
    const messages = role === 'user' ? withImages(sessions.get(seed)) : sessions.get(seed);
    const until = (_events, shown) => editOf(shown, role) !== undefined;
    const edit = editOf(await play({ messages, window: 16_000, until, options }), role);
    const sizes = role === 'user' ? '' : `, ${edit?.after} of ${edit?.before} characters`;
    const what = edit ? `message ${edit.number} (${role})${sizes}` : 'did not happen';
    pieces.push({ label: `${name}: ${what}`, text: edit?.text });
  }
  return {
    title: 'Edits of single messages',
    shows: 'What stands in the place of a result, a thought or an image that an edit took.',
    source:
      "Conversation: generateSession('coding', 8), en (7 for what is deduplicated, with images for media); window 16,000.",
    pieces,
    ids: idsOf([...sessions.values()].flat()),
  };
}

export const pages = [
  { name: 'templates', play: playTemplates, whole: true },
  { name: 'edits', play: playEdits },
  page({
    name: 'coding',
    title: 'A coding session, written by code alone',
    shows: 'What an agent that works on a repository knows of its first messages after one fold.',
    session: ['coding', 1, 'en'],
  }),
  page({
    name: 'service',
    title: 'A service session, written by code alone',
    shows: 'What an agent that serves customers knows of its first messages after one fold.',
    session: ['service', 1, 'en'],
  }),
  page({
    name: 'research',
    title: 'A research session, summarised by a faithful model',
    shows: 'What an agent that reads sources knows of its first messages after one fold.',
    session: ['research', 1, 'en'],
    writer: 'faithful',
  }),
  page({
    name: 'chat',
    title: 'A chat, summarised by a faithful model',
    shows: 'What an assistant without tools knows of its first messages after one fold.',
    session: ['chat', 1, 'en'],
    writer: 'faithful',
  }),
  page({
    name: 'german',
    title: 'A service session in German, written by code alone',
    shows: 'In which language the record is, and whether German orders and values are found.',
    session: ['service', 2, 'de'],
  }),
  page({
    name: 'chinese',
    title: 'A coding session in Chinese, summarised by a faithful model',
    shows: 'The same of Chinese, which has no spaces and fewer characters a token.',
    session: ['coding', 2, 'zh'],
    writer: 'faithful',
  }),
  page({
    name: 'merge',
    title: 'Records that became one',
    shows: 'What is left of the oldest messages once their records were merged.',
    session: ['coding', 3, 'en'],
    until: folds(1, 'merge'),
    pieces: 2,
    window: 8_000,
    windows: 4,
  }),
  page({
    name: 'mended-reply',
    title: 'A reply that was mended',
    shows: 'What a model wrote with two inventions in it, and what of that stands in the view.',
    session: ['research', 3, 'en'],
    writer: 'lying',
    shownReply: true,
  }),
  page({
    name: 'refused-reply',
    title: 'A reply that was refused',
    shows: 'A model that declines; what code writes takes its place.',
    session: ['research', 4, 'en'],
    writer: 'refusing',
    shownReply: true,
  }),
  page({
    name: 'pins-and-blocks',
    title: 'Pins and blocks',
    shows: 'A pinned order, a pinned message and a block of the host beside the record.',
    session: ['coding', 5, 'en'],
    options: {
      pin: ({ role, content }) => role === 'user' && content === 'ok do that',
      reinject: () => [
        {
          name: 'release skill',
          text: 'Releases are cut with tools/release.sh, never by hand.',
          stable: true,
        },
      ],
    },
    prepare: (session) => session.pin('Answer in short sentences.'),
  }),
  page({
    name: 'tiny-window',
    title: 'A tiny window',
    shows: 'What is left where a record has next to no room.',
    session: ['coding', 6, 'en'],
    window: 3_000,
    windows: 3,
    until: folds(2),
  }),
];
