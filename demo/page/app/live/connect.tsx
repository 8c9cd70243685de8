/** Who answers, and how large the window is. */

import { figure } from '../words.ts';
import { choose, key, stage, who, window } from './state.ts';
import { kinds, type Who } from './who.ts';

const windows = [6_000, 8_000, 12_000, 16_000, 32_000];

const examples: Readonly<Record<Who['kind'], { url: string; model: string }>> = {
  script: { url: '', model: '' },
  openai: { url: 'http://localhost:11434/v1', model: 'the name of a model' },
  anthropic: { url: 'https://api.anthropic.com/v1', model: 'the name of a model' },
  server: { url: 'http://localhost:8787', model: '' },
};

function Endpoint({ isIdle }: { isIdle: boolean }) {
  const { kind, url, model } = who.value;
  if (kind === 'script') {
    return (
      <p class="quiet">
        The script is no language model: it follows a few rules. But it knows only what it is shown,
        and what it answers it looks up there. So you see what a model would still know.
      </p>
    );
  }
  const example = examples[kind];
  return (
    <>
      <label>
        Address{kind === 'anthropic' && ' (may stay empty)'}
        <input
          type="url"
          name="url"
          autocomplete="off"
          placeholder={example.url}
          value={url}
          disabled={!isIdle}
          onChange={({ currentTarget }) => choose({ url: currentTarget.value.trim() })}
        />
      </label>
      {kind !== 'server' && (
        <label>
          Model
          <input
            name="model"
            autocomplete="off"
            spellcheck={false}
            placeholder={example.model}
            value={model}
            disabled={!isIdle}
            onChange={({ currentTarget }) => choose({ model: currentTarget.value.trim() })}
          />
        </label>
      )}
      <label>
        {kind === 'server' ? 'Token' : 'Key'} (kept nowhere: after a reload you enter it again)
        <input
          type="password"
          name="key"
          autocomplete="off"
          value={key.value}
          disabled={!isIdle}
          onInput={({ currentTarget }) => {
            key.value = currentTarget.value.trim();
          }}
        />
      </label>
      {kind !== 'server' && (
        <p class="quiet">The model is asked to write the records, too: one more request a fold.</p>
      )}
      {kind === 'server' && (
        <p class="quiet">
          The demo’s Worker or its Node server, at an address that lets this page call it: its
          variable ALLOWED_ORIGINS must name <code>{location.origin}</code>.
        </p>
      )}
    </>
  );
}

export function Connect() {
  const isIdle = stage.value === 'ready';
  return (
    <section class="connect" aria-labelledby="connect">
      <h2 id="connect">Who answers</h2>
      <form autocomplete="off" onSubmit={(event) => event.preventDefault()}>
        <label>
          Answers come from
          <select
            name="kind"
            value={who.value.kind}
            disabled={!isIdle}
            onChange={({ currentTarget }) => choose({ kind: currentTarget.value as Who['kind'] })}
          >
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {who.value.kind !== 'server' && (
          <label>
            Window, in tokens
            <select
              name="window"
              value={window.value}
              disabled={!isIdle}
              onChange={({ currentTarget }) => choose({}, Number(currentTarget.value))}
            >
              {windows.map((tokens) => (
                <option key={tokens} value={tokens}>
                  {figure(tokens)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Endpoint isIdle={isIdle} />
      </form>
    </section>
  );
}
