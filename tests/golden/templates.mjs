/**
 * Every text that epitome writes for a model, once each: what stands in a view, what a summarizer is
 * asked, what an agent is told before a fold. All of it is made by playing short conversations.
 */

import { png } from '../js/support/media-bytes.ts';
import { play, textsOf } from './play.mjs';

/** A text that says nothing; of each `seed` another. */
const filler = (length, seed = 0) =>
  Array.from({ length }, (_, i) => `${i + 1}: ${seed} times over the lazy dog`).join('; ');

/** Messages of an agent: `user`, `assistant`, and `call` with its result. */
class Chat {
  messages = [];
  #calls = 0;

  add(role, content) {
    this.messages.push({ role, content });
    return this;
  }
  call(toolName, input, output) {
    this.#calls += 1;
    const ids = { toolCallId: `call${this.#calls}`, toolName };
    this.add('assistant', [{ type: 'tool-call', ...ids, input }]);
    if (output === undefined) return this;
    let type = 'json';
    if (typeof output === 'string') type = 'text';
    if (Array.isArray(output)) type = 'content';
    return this.#result(ids, { type, value: output });
  }
  /** A call that the user was asked to approve, and did not. */
  denied(toolName, input, reason) {
    const { content } = this.call(toolName, input).messages.at(-1);
    const { toolCallId } = content[0];
    const approvalId = `approval ${toolCallId}`;
    content.push({ type: 'tool-approval-request', approvalId, toolCallId });
    const response = { type: 'tool-approval-response', approvalId, approved: false, reason };
    const ids = { toolCallId, toolName };
    return this.#result(ids, { type: 'execution-denied', reason }, response);
  }
  #result(ids, output, ...before) {
    return this.add('tool', [...before, { type: 'tool-result', ...ids, output }]);
  }
}

const rules = 'Two rules:\n- never edit src/legacy.ts\n- use #1b1b1f as the background';
const run = (chat, command, stdout, exitCode) =>
  chat.call('bash', { command }, { stdout, exitCode });

/** A conversation with something for each section of a record; `more` calls behind it. */
function work(more = 30) {
  const chat = new Chat().add('user', 'Add a dark mode to the settings page.');
  chat.call('read_file', { path: 'src/settings.ts', offset: 1, limit: 40 }, filler(40));
  chat.call('read_file', { path: 'src/missing.ts' }, 'Error: no such file: src/missing.ts');
  chat.add('user', rules);
  chat.call('write_file', { path: 'src/theme.ts', content: 'x' }, 'File created: src/theme.ts');
  chat.call('edit_file', { path: 'src/settings.ts', old: 'a', new: 'b' }, 'ok');
  chat.call('edit_file', { path: 'src/settings.ts', old: 'b', new: 'c' }, 'ok');
  chat.call('delete_file', { path: 'src/old-theme.ts' }, 'ok');
  run(chat, 'npm test', '1 failed, 11 passed\nTypeError: theme is undefined in src/theme.ts', 1);
  chat.call('edit_file', { path: 'src/theme.ts', old: 'a', new: 'b' }, 'ok');
  run(chat, 'npm test', '12 passed, 0 failed', 0);
  run(chat, 'npm run lint', 'Error: src/settings.ts:12 unused variable toggleTheme', 1);
  chat.call('edit_file', { path: 'src/settings.ts', old: 'c', new: 'd' }, 'ok');
  run(chat, 'npm run e2e', '3 failed, 4 passed', 1);
  run(chat, 'npm run serve', 'Server listening on http://127.0.0.1:4311', 0);
  chat.call('fetch_url', { url: 'https://example.com/dark-mode' }, filler(9));
  chat.call('create_ticket', { title: 'Dark mode' }, 'Ticket TK-4411 was created');
  chat.call('assign_ticket', { ticketId: 'TK-4411', to: 'ana' }, 'Error: unknown user ana');
  chat.call('ask_user', { question: 'Which font shall the pages have?' }, 'Inter, please.');
  chat.denied('bash', { command: 'git push' }, 'Not before I have read it.');
  chat.call(
    'bash',
    { command: 'npm run watch', run_in_background: true },
    'Command running in background with ID: bash_7',
  );
  chat.call('todo_write', { todos: [{ content: 'profile page', status: 'pending' }] }, 'ok');
  chat.add(
    'assistant',
    'I decided to keep all colours in src/theme.ts because two pages need them.',
  );
  chat.add('user', 'Good. Now the profile page, please.');
  for (let i = 0; i < more; i += 1) {
    chat.call('read_file', { path: `src/profile/part${i}.ts` }, filler(30, i));
  }
  return chat.add('assistant', 'Done.').messages;
}

const image = {
  type: 'media',
  mediaType: 'image/png',
  data: Buffer.from(png(640, 480)).toString('base64'),
};

/** Pictures of the user, and a tool's. */
function pictures() {
  const chat = new Chat().add('user', 'Look at these pages.').add('assistant', 'Which ones?');
  for (let page = 1; page < 9; page += 1) {
    const file = { type: 'file', mediaType: 'image/png', data: png(640, 480 + page) };
    chat.add('user', [{ type: 'text', text: `Page ${page}.` }, file]);
    chat.call('shot', { page }, [{ type: 'text', text: `Page ${page} again.` }, image]);
    chat.add('assistant', `Page ${page} looks fine.`);
  }
  return chat.messages;
}

/** Results of every kind that edits change, and a call without one. */
function results() {
  const chat = new Chat().add('user', 'Compare the two pages.').add('assistant', 'Which ones?');
  chat.add('user', 'The first two.');
  const numbers = Array.from({ length: 200 }, (_, i) => i);
  chat.call('plain', {}, filler(60));
  chat.call('text', {}, { text: filler(60) });
  chat.call('list', {}, { rows: numbers });
  chat.call('members', {}, Object.fromEntries(numbers.map((i) => [`key${i}`, i])));
  chat.call('stopped', {});
  chat.add('user', 'Go on, that one took too long.');
  for (let i = 0; i < 2; i += 1) chat.call('read_file', { path: 'b.txt' }, `${i}${filler(60)}`);
  for (let i = 0; i < 2; i += 1) chat.call('show', { page: i }, `same${filler(60)}`);
  chat.call('last', {}, 'short').add('assistant', 'They differ.').add('user', 'And now?');
  return chat.call('last', {}, 'short').add('assistant', 'They differ.').messages;
}

const reply = '## Done\n- src/theme.ts holds all colours of both pages, as the user asked for it.';
const invented = `## Done\n${['ghost', 'phantom', 'spirit', 'spectre', 'wraith', 'shade']
  .map((name) => `- The agent wrote src/${name}.ts and tested it with ${name}.test.ts.`)
  .join('\n')}`;
const any = () => true;
const never = () => false;

/** What stands for a text that is not made any more, so that a page does not lose it unseen. */
const orMissing = (pieces, label) =>
  pieces.length > 0 ? pieces : [{ label, text: '(did not happen)' }];

/** Texts of a view that are not the host's, by message; of one longer than `most` the first line. */
function made({ view, host }, label, most = Infinity) {
  const own = new Set(host.flatMap(textsOf));
  const short = (text) => (text.length > most ? `${text.split('\n', 1)[0]}\n…` : text);
  const pieces = view.flatMap((message) => {
    const texts = textsOf(message).filter((text) => !own.has(text));
    if (texts.length === 0) return [];
    return [{ label: `${label} (${message.role})`, text: texts.map(short).join('\n') }];
  });
  return orMissing(pieces, label);
}

async function inViews() {
  const folded = { messages: work(), window: 8_000, until: any };
  const options = {
    placement: 'first-user',
    reinject: () => [{ name: 'release skill', text: 'Use tools/release.sh.', stable: true }],
  };
  const prepare = (session) => session.pin('Answer in short sentences.');
  const bare = await play(folded);
  const merged = await play({ ...folded, options, prepare });
  const twice = [...work(), { role: 'assistant', content: 'The profile page is done, too.' }];
  const turns = { ...folded, messages: [...twice, ...twice.slice(-1)], until: never };
  const strict = await play({ ...turns, options: { placement: 'alternating' } });
  return [
    ...made(bare, "a record, and the agent's own plan"),
    ...made(merged, 'in the first message of the user, with pins and blocks', 300),
    ...made(strict, 'where user and assistant have to take turns', 300),
  ];
}

/** The view of the last step. */
const last = ({ messages, ...options }) => play({ messages, window: 6_000, until: never, options });

/** What edits leave of results and media. */
async function edited() {
  const protect = { results: 1 };
  const trim = { over: 650, head: 150, tail: 50, protect };
  const off = { repeats: false, outdated: false, batch: 0.01 };
  const cut = await last({ messages: results(), results: { trim, batch: 0.01 } });
  const cleared = await last({ messages: results(), results: { ...off, clear: { protect } } });
  const media = await last({ messages: pictures(), media: { protect }, results: off });
  const shots = { ...off, clear: { protect }, media: true };
  const mixed = await last({ messages: pictures(), media: { protect }, results: shots });
  return [
    ...made(cut, 'cut, or told by another'),
    ...made(cleared, 'cleared').slice(0, 1),
    ...made(media, 'media').slice(0, 2),
    ...orMissing(made(mixed, 'cleared with media').slice(1, 2), 'cleared with media'),
  ];
}

/** The requests that summarising a conversation takes; each has its own reply, or a good one. */
async function requestsOf({ more, window = 8_000, replies = [], ...options }) {
  const requests = [];
  const summarize = async (request) => {
    requests.push(request);
    const given = replies[requests.length - 1] ?? reply;
    const text = typeof given === 'function' ? given(request) : given;
    return typeof text === 'string' ? { text, finishReason: 'stop' } : text;
  };
  await play({ messages: work(more), window, until: never, options, summarize });
  return requests;
}

/** Long quotations in a request give way to an ellipsis. */
const withoutQuotes = (prompt) => prompt.replace(/^(== \d+)\n[\s\S]*?\n\1$/gm, '$1\n…\n$1');
/** The lines of a text that are not in another one. */
function linesBeside(text, other) {
  const known = new Set(other.split('\n'));
  return text
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n');
}

/** Replies that are asked for once more, by what is wrong with them. */
const faulty = {
  'an empty reply': '',
  'one that was cut off': { text: reply, finishReason: 'length' },
  'one that is too long': filler(900, 7),
  'one that is too short': 'ok',
  'one that calls a tool': '{"name":"read_file","arguments":{"path":"src/theme.ts"}}',
  'a copy of the data': ({ prompt }) =>
    prompt.slice(prompt.indexOf('[6] user'), prompt.indexOf('[16]')).slice(0, 520),
  'one in another language': `## Done\n${'Der Agent hat die Farben der Seiten an einer Stelle gesammelt, weil der Nutzer das so wollte. Die Tests laufen wieder, nachdem ein Fehler gefunden und behoben war. Offen ist noch die zweite Seite, die der Nutzer danach haben will.'}`,
  'one without its headings': `${'All colours of both pages are in src/theme.ts now, because the user asked for a dark mode. '}${Array.from({ length: 30 }, (_, i) => `The agent read src/profile/part${i}.ts.`).join(' ')}`,
  'a question back':
    'Which of the two pages shall I do next? Tell me, and I will start with src/theme.ts at once.',
  'one that repeats itself': `## Done\n${'- All colours are in src/theme.ts now.\n'.repeat(12)}`,
};

/** Where a form has to be kept: a short reply needs no headings. */
const formed = { window: 64_000, more: 400, summary: { shape: 'checkpoint' } };

/** What a second request says of the first reply. */
async function askedAgain(known) {
  const pieces = [];
  for (const [label, text] of Object.entries(faulty)) {
    const asking = label === 'one without its headings' ? formed : { more: 60 };
    const [first, second] = await requestsOf({ ...asking, replies: [text], oneSummary: true });
    const isAgain = second?.prompt.startsWith(first.prompt) === true;
    const told = isAgain
      ? linesBeside(withoutQuotes(second.prompt), `${first.prompt}\n${known}`)
      : '';
    const lines = told.split('\n').filter((line) => line.trim() !== '');
    pieces.push(
      ...orMissing(
        lines.slice(0, 1).map((line) => ({ label, text: line })),
        label,
      ),
    );
  }
  return pieces;
}

async function asked() {
  const plain = await requestsOf({ more: 60, replies: [invented] });
  const update = (await requestsOf({ more: 60, oneSummary: true })).at(-1).prompt;
  const long = await requestsOf({ more: 150, window: 32_000, summarizerWindow: 4_096 });
  const pieces = Object.entries({
    'the system prompt of all requests': plain[0].system,
    'a first request': plain[0].prompt,
    'the end of a second one': plain[1].prompt.slice(plain[0].prompt.length),
    'a record brought up to date': withoutQuotes(update),
    'a part': withoutQuotes(long.find(({ kind }) => kind === 'part')?.prompt ?? '(did not happen)'),
    'a merge': withoutQuotes(
      long.find(({ kind }) => kind === 'merge')?.prompt ?? '(did not happen)',
    ),
  }).map(([label, text]) => ({ label, text }));
  pieces.push(...(await askedAgain(withoutQuotes(plain[0].prompt))));
  for (const shape of ['record', 'checkpoint', 'rolling', 'narrative', 'brief']) {
    const summary = { shape, instructions: 'Name every file.' };
    const requests = await requestsOf({ more: 60, oneSummary: true, summary });
    const text = linesBeside(withoutQuotes(requests.at(-1).prompt), withoutQuotes(update));
    pieces.push({ label: `what is another in the shape ${shape}`, text });
  }
  return pieces;
}

/** What an agent is told before a fold, and what a host reads of the conversation. */
async function told() {
  let flush = '';
  let text = '';
  await play({
    messages: work(),
    window: 8_000,
    until: (_events, shown) => {
      text = shown.session.transcriptText({ summary: false, last: 6 });
      return true;
    },
    options: {
      memoryFlush: ({ prompt }) => {
        flush = prompt;
      },
    },
  });
  return [
    { label: 'to an agent before a fold', text: flush },
    { label: 'transcriptText', text },
  ];
}

/** Without the middle of what says nothing. */
const withoutFiller = (text) => text.replace(/(?:\d+: \d+ times over the lazy dog; ){2,}/g, '… ');

export async function playTemplates() {
  const pieces = [...(await inViews()), ...(await edited()), ...(await asked()), ...(await told())];
  return {
    title: 'Every text that epitome writes for a model',
    shows: 'The words of records, placeholders and requests, each with sample values.',
    source: 'Conversations: tests/golden/templates.mjs.',
    pieces: pieces.map(({ label, text }) => ({ label, text: withoutFiller(text) })),
    ids: [],
  };
}
