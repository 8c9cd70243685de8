/** The page: its sections in the order in which they are read. */

import { Memory } from './memory/memory.tsx';
import { failure } from './player.ts';
import { Race } from './race/race.tsx';
import { Share } from './share/share.tsx';
import { Stage } from './stage/stage.tsx';
import { Yours } from './yours/yours.tsx';

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
        <Yours />
        <Race />
        <Memory />
        <Share />
      </main>
      <footer>
        <p>Everything runs in this tab. Nothing that you open here leaves it.</p>
      </footer>
    </>
  );
}
