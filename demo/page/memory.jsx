/**
 * What is left of folded messages: a record beside its range, linked both ways. Decides what is marked;
 * what a line speaks of is the worker's finding.
 */

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { scrolls } from './dom.js';
import { createSearch } from './search.jsx';
import { film, grown, isScripted, step } from './store.js';
import { figure, plural, range, roleName } from './text.js';

/** Messages of a range that are listed: the newest of a very long one. */
const mostListed = 400;
/** Milliseconds that a step must rest: a record is read, not watched. */
const restsFor = 150;
const unmarked = { lines: [], numbers: [] };

/** What the report of a fold says, in words. */
function factsOf({ report, tokens, first, last }) {
  let replaced = 0;
  for (let at = first; at <= last; at += 1) replaced += film.value.info.tokens[at - 1];
  const facts = [
    `messages ${range(first, last)}: ${figure(replaced)} tokens became ${figure(tokens)}`,
  ];
  if (!report) return facts;
  const { userMessages, deeds, names, review, kind } = report;
  if (kind === 'merge') facts.push('made of older records');
  facts.push(
    `the user's words: ${plural(userMessages.carried, 'message')} carried, ${figure(userMessages.cut)} cut, ${figure(userMessages.leftOut)} left out`,
    `deeds: ${plural(deeds.rows, 'row')}, ${figure(deeds.leftOut)} without room`,
    `${plural(names, 'name')} listed`,
    report.source === 'model'
      ? `the check read ${plural(review.replies, 'reply')} and struck ${figure(review.struck)}`
      : 'written by code from what was said: no model, so nothing for the check to strike',
  );
  return facts;
}

/** A list that scrolls in its own box, to the row that is pressed or the first that is linked. */
function Rows({ children, marks, ...given }) {
  const box = useRef();
  useEffect(() => {
    const row =
      box.current.querySelector('[aria-pressed="true"]') ?? box.current.querySelector('.linked');
    if (!row) return;
    const away = row.getBoundingClientRect().top - box.current.getBoundingClientRect().top;
    box.current.scrollTop += away - 30;
  }, [marks]);
  return (
    <ol ref={box} {...given}>
      {children}
    </ol>
  );
}

const classOf = (isLinked) => (isLinked ? 'linked' : undefined);

export function mount(target, { ask, playback, onScripted, onFailure }) {
  /** The records of the present step, and the one that is read, with the messages that it stands for. */
  const records = signal([]);
  const chosen = signal();
  const record = signal();
  const listed = signal([]);
  const facts = signal([]);
  const marks = signal(unmarked);
  const note = signal('\u00a0');
  const shownText = signal('');
  const isNear = signal(false);
  let wished = 0;

  async function read(number) {
    wished += 1;
    const own = wished;
    const { text } = await ask('message', { number });
    if (own === wished) shownText.value = text;
  }

  function chooseMessage(number) {
    const lines = record.value.links.flatMap((numbers, at) =>
      numbers.includes(number) ? [at] : [],
    );
    marks.value = { lines, numbers: [], number };
    note.value =
      lines.length > 0
        ? `Message ${number}: ${plural(lines.length, 'line')} of the record ${lines.length === 1 ? 'speaks' : 'speak'} of it.`
        : `Message ${number}: no line of the record speaks of it by name. An archive still has it.`;
    read(number).catch(onFailure);
  }

  function chooseLine(line) {
    const numbers = record.value.links[line];
    marks.value = { lines: [], numbers, line };
    note.value = `This line speaks of ${numbers.length === 1 ? 'message' : 'messages'} ${numbers.join(', ')}.`;
    read(numbers[0]).catch(onFailure);
  }

  function forget() {
    wished += 1;
    marks.value = unmarked;
    note.value = '\u00a0';
    shownText.value = '';
  }

  async function show(id) {
    chosen.value = id;
    if (record.value === undefined) facts.value = ['Starting the engine …'];
    const found = await ask('record', { id }).catch((error) => {
      // Of another session that came meanwhile nothing is missed.
      if (chosen.value === id) throw error;
    });
    if (chosen.value !== id) return;
    const from = Math.max(found.first, found.last - mostListed + 1);
    const previews = await ask('previews', { first: from, last: found.last });
    if (chosen.value !== id) return;
    forget();
    record.value = found;
    facts.value = factsOf(found);
    listed.value = previews;
    document.body.dataset.record = id;
  }

  function empty() {
    forget();
    chosen.value = undefined;
    record.value = undefined;
    listed.value = [];
    facts.value = ['Nothing has been folded at this step.'];
    delete document.body.dataset.record;
  }

  let known;
  function follow() {
    const found = film.value?.recordsAt(playback.step) ?? [];
    const ids = found.map(({ id }) => id).join();
    if (ids === known) return;
    known = ids;
    records.value = found;
    if (found.length === 0) return empty();
    const { id } = found.at(-1);
    if (id !== chosen.value) show(id).catch(onFailure);
  }

  const search = createSearch({
    ask,
    playback,
    onFailure,
    onMessage(number) {
      const { first, last } = record.value ?? {};
      if (number >= first && number <= last) chooseMessage(number);
      else read(number).catch(onFailure);
    },
    onRecord: (id) => show(id).catch(onFailure),
  });

  effect(() => {
    film.value;
    known = undefined;
    search.clear();
    empty();
  });
  let timer;
  effect(() => {
    // Any of them may have brought another record.
    film.value;
    grown.value;
    step.value;
    clearTimeout(timer);
    if (isNear.value) timer = setTimeout(follow, restsFor);
  });
  new IntersectionObserver(
    (seen) => {
      isNear.value = seen.at(-1).isIntersecting;
    },
    { rootMargin: '200px' },
  ).observe(target);

  function Choices() {
    return (
      <div class="controls">
        <label class="field">
          <span>Record at this step</span>
          <select
            id="recordChoice"
            disabled={records.value.length === 0}
            value={chosen.value}
            onChange={({ currentTarget }) => show(currentTarget.value).catch(onFailure)}
          >
            {records.value.map(({ id, number, last }) => (
              <option key={id} value={id}>
                messages {range(number, last)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Records are written by</span>
          <select
            id="writer"
            autocomplete="off"
            value={isScripted.value ? 'script' : 'code'}
            onChange={({ currentTarget }) => {
              isScripted.value = currentTarget.value === 'script';
              onScripted();
            }}
          >
            <option value="code">code: no model is called</option>
            <option value="script">a scripted model, which invents a path</option>
          </select>
        </label>
        <div class="buttons">
          <button
            type="button"
            id="rewind"
            disabled={record.value === undefined}
            onClick={() => playback.seek(record.value.step - 1)}
          >
            Rewind to before this fold
          </button>
        </div>
      </div>
    );
  }

  function Folded() {
    const { numbers, number: pressed } = marks.value;
    const older =
      record.value && listed.value.length > 0 ? listed.value[0].number - record.value.first : 0;
    return (
      <Rows class="rows" id="folded" marks={marks.value}>
        {older > 0 && (
          <li>
            <span>{figure(older)} older messages are not listed.</span>
          </li>
        )}
        {listed.value.map(({ number, role, text }) => (
          <li key={number}>
            <button
              type="button"
              class={classOf(numbers.includes(number))}
              data-number={number}
              aria-pressed={number === pressed}
              onClick={() => chooseMessage(number)}
            >
              {`${number} ${roleName(role)}: ${text}`}
            </button>
          </li>
        ))}
      </Rows>
    );
  }

  function Lines() {
    const { lines, line: pressed } = marks.value;
    const { text, links, id } = record.value ?? {};
    return (
      <Rows class="rows record" id="recordLines" marks={marks.value}>
        {text?.split('\n').map((words, at) => (
          // A record's lines never change places.
          <li key={`${id} ${at}`}>
            {links[at].length > 0 ? (
              <button
                type="button"
                class={classOf(lines.includes(at))}
                data-line={at}
                aria-pressed={at === pressed}
                onClick={() => chooseLine(at)}
              >
                {words}
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        ))}
      </Rows>
    );
  }

  /** Where a model wrote the record: its whole part in it. */
  function Exchange() {
    const exchanges = record.value?.exchanges ?? [];
    const together = (text) => exchanges.map(text).join('\n\n———\n\n');
    return (
      <details class="exchange" id="exchange" hidden={exchanges.length === 0}>
        <summary>What the model was asked, and what it replied</summary>
        <h3>Instructions and prompt</h3>
        <pre id="modelAsked" {...scrolls}>
          {together(({ system, prompt }) => `${system}\n\n${prompt}`)}
        </pre>
        <h3>Reply, before the check</h3>
        <pre id="modelReplied" {...scrolls}>
          {together(({ reply }) => reply)}
        </pre>
      </details>
    );
  }

  function Memory() {
    return (
      <>
        <Choices />
        <ul class="facts" id="recordFacts">
          {facts.value.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div class="columns even">
          <section aria-labelledby="foldedTitle">
            <h3 id="foldedTitle">Folded messages</h3>
            <Folded />
          </section>
          <section aria-labelledby="recordTitle">
            <h3 id="recordTitle">The record, as the model reads it</h3>
            <Lines />
          </section>
        </div>
        <p class="caption" id="linkNote" role="status">
          {note}
        </p>
        <pre id="foldedText" class="shown" {...scrolls}>
          {shownText}
        </pre>
        <Exchange />
        <search.View />
      </>
    );
  }

  render(<Memory />, target);
}
