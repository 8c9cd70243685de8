/** The records of the shown step, row by row, and how they came to be. */

import type { RecordRow, Section } from '../../../engine/record-rows.ts';
import type { Asked, RecordText } from '../../../engine/timeline.ts';
import { selection, timeline } from '../player.ts';
import { figure, plural, range } from '../words.ts';
import { Details } from './details.tsx';
import { rowsOfRecord, sections } from './line.tsx';
import { at, follow, items } from './state.ts';
import './records.css';

/** Rows of a section that are there before the rest is asked for. */
const mostRows = 8;
const mostNames = 24;
const order: Section[] = ['words', 'prose', 'done', 'said', 'output', 'names'];

function Row({ row }: { row: RecordRow }) {
  const { message, about, text } = row;
  return (
    <li>
      {message !== undefined && (
        <button
          type="button"
          class="source numbers"
          onClick={() => follow({ kind: 'message', step: at.value, message })}
        >
          <span class="visually-hidden">Message </span>
          {message}
        </button>
      )}
      {about !== undefined && <span class="about">{about}</span>}
      <span class="text" dir="auto">
        {text}
      </span>
    </li>
  );
}

function Rows({ section, rows }: { section: Section; rows: readonly RecordRow[] }) {
  const most = section === 'names' ? mostNames : mostRows;
  const [shown, rest] = [rows.slice(0, most), rows.slice(most)];
  const list = (of: readonly RecordRow[]) => (
    <ul class={section}>
      {of.map((row, at) => (
        <Row key={at} row={row} />
      ))}
    </ul>
  );
  return (
    <div class="part">
      <h4>
        {sections[section]} <span class="quiet numbers">{rows.length}</span>
      </h4>
      {list(shown)}
      {rest.length > 0 && (
        <Details summary={plural(rest.length, 'more row')}>{() => list(rest)}</Details>
      )}
    </div>
  );
}

const refusals: Record<string, string> = {
  'no-summarizer': 'no model was asked',
  'not-asked': 'no model was asked',
};

/** A text that scrolls, by keys as well. */
const Whole = ({ text, name }: { text: string; name: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
  <section class="whole" tabIndex={0} aria-label={name}>
    <pre>{text}</pre>
  </section>
);

function AskedOnce({ asked }: { asked: Asked }) {
  const { kind, attempt, system, prompt, reply, error, rejected } = asked;
  const replied =
    rejected === undefined ? 'the reply stands' : `the reply was refused (${rejected})`;
  const verdict = error === undefined ? replied : 'the call failed';
  return (
    <Details
      summary={
        <>
          Asked to {kind === 'merge' ? 'make one record of several' : 'write this record'}
          {attempt > 1 && ' again'}: {verdict}
        </>
      }
    >
      {() => (
        <>
          <h4>Prompt</h4>
          <Whole name="Prompt" text={`${system}\n\n${prompt}`} />
          <h4>Reply</h4>
          <Whole name="Reply" text={reply ?? error ?? ''} />
        </>
      )}
    </Details>
  );
}

/** Who wrote a record, and what the check made of it. */
function Origin({ record }: { record: RecordText }) {
  const rewrite = timeline.value?.rewrites.find(
    ({ step, folds }) =>
      step === record.from &&
      folds.some(({ first, last }) => first === record.first && last === record.last),
  );
  const fold = rewrite?.folds.find(
    ({ first, last }) => first === record.first && last === record.last,
  );
  if (record.source === 'code') {
    const why = fold?.reason;
    return (
      <p class="quiet">
        Written by rule from the messages
        {why !== undefined && `: ${refusals[why] ?? `the model’s reply did not stand (${why})`}`}.
      </p>
    );
  }
  const { replies = 1, struck = 0 } = fold ?? {};
  return (
    <p class="quiet">
      Written by a model{replies > 1 && `, which was asked ${figure(replies)} times`}. The check
      struck out {struck === 0 ? 'nothing' : plural(struck, 'statement')}; what stands beside the
      summary was added by rule.
    </p>
  );
}

function RecordRows({ record }: { record: RecordText }) {
  const by = Map.groupBy(rowsOfRecord(record.text), ({ section }) => section);
  const omitted = by.get('words')?.filter(({ message }) => message === undefined) ?? [];
  const words = record.words.map(({ message, text, cut }): RecordRow => {
    return { section: 'words', message, text, ...(cut && { about: 'in part' }) };
  });
  if (words.length > 0) by.set('words', [...words, ...omitted]);
  const asked = timeline.value?.rewrites.find(({ step }) => step === record.from)?.asked ?? [];
  return (
    <>
      <Origin record={record} />
      {order.map((section) => {
        const rows = by.get(section);
        return rows && <Rows key={section} section={section} rows={rows} />;
      })}
      {asked.map((one, at) => (
        <AskedOnce key={at} asked={one} />
      ))}
      <Details summary="As the model reads it">
        {() => <Whole name="The record" text={record.text} />}
      </Details>
    </>
  );
}

export function Records() {
  const known = new Map(timeline.value?.records.map((record) => [record.id, record]));
  const standing = items.value.flatMap((item) => {
    const record = item.kind === 'record' ? known.get(item.record) : undefined;
    return record === undefined ? [] : [record];
  });
  const chosen = selection.value;
  const open =
    chosen !== undefined && 'record' in chosen && standing.some(({ id }) => id === chosen.record)
      ? chosen.record
      : standing.at(-1)?.id;
  return (
    <div class="records">
      <h3>
        {standing.length === 0
          ? 'No record yet'
          : `What the ${standing.length === 1 ? 'record says' : `${standing.length} records say`}, row by row`}
      </h3>
      {standing.length === 0 && (
        <p class="quiet">
          At step {at.value + 1} all messages are still shown to the model as they were.
        </p>
      )}
      {standing.map((record) => (
        <Details
          key={record.id}
          class="record"
          open={record.id === open}
          summary={
            <>
              Record of messages {range(record.first, record.last)}{' '}
              <span class="quiet numbers">
                {figure(record.tokens)} tokens for {figure(record.replaced)}
              </span>
            </>
          }
        >
          {() => <RecordRows record={record} />}
        </Details>
      ))}
    </div>
  );
}
