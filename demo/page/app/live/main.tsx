import { render } from 'preact';
import { nextTask } from '../tasks.ts';
import { Live } from './live.tsx';
import { open } from './state.ts';

// What the modules do as they are read is long enough for a task.
await nextTask();
render(<Live />, document.getElementById('app') as HTMLElement);
open();
