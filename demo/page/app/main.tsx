import { render } from 'preact';
import { openFirst } from './open.ts';
import { drawBelow, Page } from './page.tsx';
import { startClock } from './player.ts';
import { followAddress } from './share/state.ts';
import { nextTask } from './tasks.ts';

// What the modules do as they are read is long enough for a task.
await nextTask();
render(<Page />, document.getElementById('app') as HTMLElement);
startClock();
void drawBelow();
void openFirst();
followAddress();
