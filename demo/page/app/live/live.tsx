/** A page of its own: an agent that runs in this tab, and beside it what it is shown. */

import { Chat } from './chat.tsx';
import { Connect } from './connect.tsx';
import './live.css';
import { stage } from './state.ts';
import { Watch } from './watch.tsx';

export function Live() {
  return (
    <>
      <header class="top">
        <a class="name" href="./">
          epitome
        </a>
        <nav aria-label="Page">
          <a href="./">Watch a recorded session</a>
        </nav>
      </header>
      <main class="live" data-stage={stage.value}>
        <h1>An agent with a small memory</h1>
        <p class="quiet">
          It works on a made-up shop of eight files, with more text than fits into what a model can
          be shown at once. When that is full, older messages are folded into a short record. Then
          ask it about something from before.
        </p>
        {stage.value === 'elsewhere' && (
          <p class="failure" role="alert">
            This agent is at work in another tab. Close that tab, and it goes on here.
          </p>
        )}
        <div class="bench">
          <Chat />
          <Watch />
        </div>
        <Connect />
      </main>
      <footer>
        <p>
          The conversation is kept in this browser. Nothing leaves this tab, unless you choose an
          API or a server below the chat: then what the model is shown goes there, and nowhere else.
        </p>
      </footer>
    </>
  );
}
