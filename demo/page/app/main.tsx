import { render } from 'preact';
import { openFirst } from './open.ts';
import { Page } from './page.tsx';
import { startClock } from './player.ts';
import { followAddress } from './share/state.ts';

render(<Page />, document.getElementById('app') as HTMLElement);
startClock();
void openFirst();
followAddress();
