/**
 * What can be passed on: the options in the address, a picture with the verdict, and the code. Decides what
 * is in them: figures and options, never a word of the transcript, and not its name.
 */

import { computed, signal } from '@preact/signals';
import { render } from 'preact';
import { addressOf } from './address.js';
import { drawCard } from './card.js';
import { $, scrolls } from './dom.js';
import { film, ownOptions, presets, priceIndex, sharedChoice } from './store.js';

/** A value as JavaScript that people write. */
function source(value, indent = '  ') {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const next = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((each) => source(each, next)).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${next}${key}: ${source(member, next)},\n`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
}

/** The call that has these options. */
function codeOf({ windowTokens, options }) {
  const all = source({ contextWindow: windowTokens, ...options }, '');
  return `import { createCompactor } from 'epitome';\n\nconst compactor = await createCompactor(${all});\n`;
}

function chosenOptions() {
  if (sharedChoice.value === 'default') return {};
  if (sharedChoice.value !== 'own') return { preset: sharedChoice.value };
  return JSON.parse(ownOptions.value);
}

/** What is to be shared now, or why it cannot be. */
const shared = computed(() => {
  if (film.value === undefined) return { link: '', code: '', fault: '\u00a0' };
  const { windowTokens } = film.value.info;
  try {
    const options = chosenOptions();
    const link = addressOf({ windowTokens, model: priceIndex.value, options });
    return { link, code: codeOf({ windowTokens, options }), fault: '\u00a0' };
  } catch (error) {
    return { link: '', code: '', fault: `The options are not JSON: ${error.message}` };
  }
});
const said = signal();

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    said.value = `${what} copied.`;
  } catch {
    said.value = 'The browser does not let the page copy: select the text instead.';
  }
}

function save() {
  const verdict = $('verdictWith').textContent;
  drawCard({ film: film.value, verdict }).toBlob((blob) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = 'epitome.png';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, 'image/png');
}

function Share() {
  const { link, code, fault } = shared.value;
  return (
    <>
      <div class="controls">
        <label class="field">
          <span>Options</span>
          <select
            id="shareOptions"
            value={sharedChoice.value}
            onChange={({ currentTarget }) => {
              sharedChoice.value = currentTarget.value;
            }}
          >
            <option value="default">epitome's own</option>
            {presets.map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value="own">own options, of the race</option>
          </select>
        </label>
        <label class="field wide">
          <span>Address</span> <input id="shareLink" readOnly value={link} />
        </label>
        <div class="buttons">
          <button type="button" id="copyLink" onClick={() => copy(link, 'The address was')}>
            Copy the address
          </button>
          <button type="button" id="copyCode" onClick={() => copy(code, 'The code was')}>
            Copy the code
          </button>
          <button type="button" id="saveCard" onClick={save}>
            Save the picture
          </button>
        </div>
      </div>
      <pre id="shareCode" class="code" {...scrolls}>
        {code}
      </pre>
      <p class="caption" id="shareState" role="status">
        {said.value ?? fault}
      </p>
    </>
  );
}

export function mount(target) {
  render(<Share />, target);
}
