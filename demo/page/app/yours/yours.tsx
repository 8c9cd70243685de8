/** The reader's own transcript: dropped, pasted or chosen, played like the page's own. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cancel, fault, openFile, openSample, own, reading } from '../open.ts';
import { failure, isPlayed, summary, timeline } from '../player.ts';
import { figure, plural } from '../words.ts';
import './yours.css';

const formats = [
  'Claude Code sessions',
  'Codex rollouts',
  'OpenAI chat and Responses',
  'Anthropic messages',
  'AI SDK model and UI messages',
];

/** The name of a file without its ending. */
const nameOf = (file: File) => file.name.replace(/\.[^.]*$/, '') || 'Your transcript';

/** Opens what was dropped or pasted; false where there is nothing in it. */
function openData(data: DataTransfer | null): boolean {
  const [file] = data?.files ?? [];
  if (file !== undefined) {
    void openFile(file, nameOf(file));
    return true;
  }
  const text = data?.getData('text/plain') ?? '';
  if (text.trim() === '') return false;
  void openFile(text, 'Pasted transcript');
  return true;
}

/** Takes files that are dropped anywhere; without it the browser would leave the page for them. */
function useDrop() {
  const isOver = useSignal(false);
  useEffect(() => {
    const within = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      addEventListener(type, handle, { signal: within.signal });
    const isWanted = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
    on('dragover', (event) => {
      if (!isWanted(event)) return;
      event.preventDefault();
      isOver.value = true;
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) isOver.value = false;
    });
    on('drop', (event) => {
      isOver.value = false;
      if (!isWanted(event)) return;
      event.preventDefault();
      openData(event.dataTransfer);
    });
    return () => within.abort();
  }, [isOver]);
  return isOver;
}

function Choice() {
  const pasted = useSignal('');
  return (
    <div class="choice">
      <div>
        <p>Drop a file anywhere on this page, or choose one.</p>
        <label class="button choose">
          Choose a file
          <input
            type="file"
            class="visually-hidden"
            onChange={(event) => {
              const { currentTarget: input } = event;
              const [file] = input.files ?? [];
              if (file !== undefined) void openFile(file, nameOf(file));
              // The same file may be chosen again.
              input.value = '';
            }}
          />
        </label>
      </div>
      <div>
        <label for="paste">Or paste its text here.</label>
        <textarea
          id="paste"
          rows={2}
          spellcheck={false}
          value={pasted.value}
          onInput={(event) => {
            pasted.value = event.currentTarget.value;
          }}
          onPaste={(event) => {
            // A field would hold up the page with a long text.
            if (openData(event.clipboardData)) event.preventDefault();
          }}
        />
        <button
          type="button"
          disabled={pasted.value.trim() === ''}
          onClick={() => {
            void openFile(pasted.value, 'Pasted transcript');
            pasted.value = '';
          }}
        >
          Open this text
        </button>
      </div>
    </div>
  );
}

function Verdict() {
  const figures = summary.value;
  const all = timeline.value;
  if (figures === undefined || all === undefined) return null;
  const { deadAt, over, steps } = figures;
  const without =
    deadAt < 0
      ? `Without: it fits into ${figure(all.window)} tokens. A smaller window shows a fold.`
      : `Without: dead at step ${figure(deadAt + 1)}.`;
  return (
    <p class="outcome numbers">
      {without} With: {isPlayed.value ? `${plural(steps, 'step')} played` : 'still playing'},{' '}
      {figure(over)} over the window.
    </p>
  );
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <details open={notes.length < 4}>
      <summary>{plural(notes.length, 'note')} on what was read</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

/** What was opened, and how far it is played. */
function Opened() {
  const opened = own.value;
  if (opened === undefined) return null;
  const { file, name, about } = opened;
  const steps = timeline.value?.steps ?? [];
  const seen = steps.at(-1)?.seen ?? 0;
  return (
    <div class="opened">
      <h3>{about.name}</h3>
      <p>
        {about.formatName}, {plural(about.messages, 'message')}.
      </p>
      {about.conversations > 1 && (
        <label>
          <span>Conversation, of {figure(about.conversations)} in the file</span>
          <input
            type="number"
            min={1}
            max={about.conversations}
            value={about.conversation}
            onChange={(event) => void openFile(file, name, Number(event.currentTarget.value))}
          />
        </label>
      )}
      <Notes notes={about.notes} />
      <div class="playing">
        <progress
          aria-label="Played"
          max={about.messages}
          value={isPlayed.value ? about.messages : seen}
        />
        <span class="numbers quiet">
          {isPlayed.value
            ? `${figure(steps.length)} steps played`
            : `${figure(seen)} of ${figure(about.messages)} messages`}
        </span>
        <button type="button" disabled={isPlayed.value} onClick={cancel}>
          Stop
        </button>
      </div>
      <Verdict />
      <p class="buttons">
        <a class="button" href="#stage">
          Watch it
        </a>
        <button type="button" onClick={openSample}>
          Back to the sample
        </button>
      </p>
    </div>
  );
}

export function Yours() {
  const isOver = useDrop();
  const { value: name } = reading;
  return (
    <section id="yours" class={isOver.value ? 'yours over' : 'yours'}>
      <h2>Now your own transcript</h2>
      <p>
        It is played as the sample above was: step by step, without a model. These are read, as JSON
        or JSON Lines, up to 200 MB: {formats.join(', ')}.
      </p>
      <Choice />
      <div class="status" aria-live="polite">
        {name !== undefined && <p>Reading {name} …</p>}
        {fault.value !== undefined && (
          <p class="failure" role="alert">
            Not opened. {fault.value}
          </p>
        )}
        {own.value !== undefined && failure.value !== undefined && (
          <p class="failure">It could not be played: {failure.value}</p>
        )}
      </div>
      <Opened />
      <details class="private">
        <summary>Nothing leaves this tab. How to check it</summary>
        <p>
          The page comes with a rule that the browser enforces: <code>connect-src 'self'</code>. It
          can load its own files from this server and reach no other address. Open your browser's
          developer tools, look at Network, and open a file here: no request carries it. Or open one
          file, cut the network, and open another: it is played all the same. Closing the tab
          forgets the file.
        </p>
        <p>
          Keys, passwords and tokens that are recognised are replaced before a record is written.
          Your own messages are shown to you as they are.
        </p>
      </details>
      {isOver.value && <div class="drop-here" aria-hidden="true" />}
    </section>
  );
}
