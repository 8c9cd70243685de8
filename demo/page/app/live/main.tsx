import { render } from 'preact';
import { Live } from './live.tsx';
import { open } from './state.ts';

render(<Live />, document.getElementById('app') as HTMLElement);
open();
