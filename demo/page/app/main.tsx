import { render } from 'preact';
import { openFirst } from './open.ts';
import { Page } from './page.tsx';
import { startClock } from './player.ts';

render(<Page />, document.getElementById('app') as HTMLElement);
startClock();
openFirst();
