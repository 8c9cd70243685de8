/**
 * A transcript of the visitor's own: dropped, chosen or pasted. Decides what is said while it is read;
 * reading is the worker's, so the page stays awake.
 */

import { signal } from '@preact/signals';
import { render } from 'preact';
import { film } from './store.js';
import { figure, plural } from './text.js';

const status = signal({ text: '\u00a0', isFault: false });
const pasted = signal('');
const isOver = signal(false);

function readText() {
  const { format, roles, windowTokens } = film.value.info;
  return `Read as ${format}: ${plural(roles.length, 'message')}, ${figure(film.value.total)} tokens, played in a window of ${figure(windowTokens)}. The parts above and below show it now.`;
}

function Yours({ read, bundled }) {
  const { text, isFault } = status.value;
  return (
    <>
      <div class={isOver.value ? 'drop over' : 'drop'} id="drop">
        <p>
          <label class="choose">
            Choose a file{' '}
            <input
              type="file"
              id="file"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files;
                if (file) read({ file }, file.name);
                // The same file can be chosen again.
                currentTarget.value = '';
              }}
            />
          </label>{' '}
          or drop it anywhere on the page
        </p>
        <label for="paste">or paste it</label>
        <textarea
          id="paste"
          rows={3}
          spellcheck={false}
          placeholder='[{"role":"user","content":"…"}, …]'
          value={pasted}
          onInput={({ currentTarget }) => {
            pasted.value = currentTarget.value;
          }}
        />
        <div class="controls">
          <button
            type="button"
            id="readPaste"
            onClick={() => read({ text: pasted.value }, 'What was pasted')}
          >
            Read what was pasted
          </button>
          <button type="button" id="bundled" onClick={() => read(bundled, 'The recorded session')}>
            Back to the recorded session
          </button>
        </div>
      </div>
      <p class={isFault ? 'reading failed' : 'reading'} id="reading" role="status">
        {text}
      </p>
    </>
  );
}

/** Files and texts that are dropped anywhere. */
function watchDrops(read) {
  let depth = 0;
  const dropping = (change) => {
    depth = Math.max(0, depth + change);
    isOver.value = depth > 0;
  };
  document.addEventListener('dragenter', () => dropping(1));
  document.addEventListener('dragleave', () => dropping(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    dropping(-depth);
    const [file] = event.dataTransfer.files;
    const text = file ? '' : event.dataTransfer.getData('text/plain');
    if (file) read({ file }, file.name);
    else if (text) read({ text }, 'What was dropped');
  });
}

/** `open(source)` resolves when a source was played, and rejects with what is wrong with it. */
export function mountYours(target, { open, bundled }) {
  let wished = 0;

  async function read(source, name) {
    wished += 1;
    const own = wished;
    const tell = (text, isFault = false) => {
      if (own === wished) status.value = { text, isFault };
    };
    tell(`Reading ${name} …`);
    try {
      await open(source);
      tell(readText());
    } catch (error) {
      tell(`${name} could not be read: ${error.message}`, true);
    }
  }

  watchDrops(read);
  render(<Yours read={read} bundled={bundled} />, target);

  return {
    /** How much of the newest source has been read, from 0 to 1. */
    progress(fraction) {
      if (wished === 0) return;
      status.value = { text: `Reading: ${(100 * fraction).toFixed(0)} % …`, isFault: false };
    },
  };
}
