/** The page: its sections in the order in which they are read, each made in a task of its own. */

import { signal } from '@preact/signals';
import { Memory } from './memory/memory.tsx';
import { failure } from './player.ts';
import { Race } from './race/race.tsx';
import { Share } from './share/share.tsx';
import { Stage } from './stage/stage.tsx';
import { nextTask, painted } from './tasks.ts';
import { Yours } from './yours/yours.tsx';

/** What is out of sight when the page opens. */
const below = [Yours, Race, Memory, Share];
const drawn = signal(0);

export async function drawBelow(): Promise<void> {
  await painted();
  while (drawn.value < below.length) {
    drawn.value += 1;
    await nextTask();
  }
  // The browser looked for the section that the address names before it was there.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function Below() {
  return (
    <>
      {below.slice(0, drawn.value).map((Section) => (
        <Section key={Section.name} />
      ))}
    </>
  );
}

export function Page() {
  return (
    <>
      <header class="top">
        <a class="name" href="./">
          epitome
        </a>
        <nav aria-label="Page">
          <a href="#stage">Watch</a>
          <a href="#yours">Your transcript</a>
          <a href="#race">Race</a>
          <a href="#memory">What it remembers</a>
          <a href="./live.html">Talk to an agent</a>
          <a href="#share">Options and sharing</a>
        </nav>
      </header>
      <main>
        {failure.value !== undefined && (
          <p class="failure" role="alert">
            {failure.value}
          </p>
        )}
        <Stage />
        <Below />
      </main>
      <footer>
        <p>Everything runs in this tab. Nothing that you open here leaves it.</p>
        <p>
          <code>npm install epitome</code> brings the documentation and the source along: begin with{' '}
          <code>node_modules/epitome/README.md</code>.
        </p>
      </footer>
    </>
  );
}
