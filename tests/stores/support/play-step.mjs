/** One step of the long session in a process of its own: `node play-step.mjs FILE STEP`. Prints its view. */

import { createCompactor } from 'epitome';
import { sqliteStore } from 'epitome/stores/sqlite';
import { optionsWith, playStep } from './long-session.mjs';

const [, , file, step] = process.argv;
const store = sqliteStore({ file });
let bought = 0;
const options = optionsWith(() => {
  bought += 1;
});
const compactor = await createCompactor({ ...options, store });
const view = await playStep(compactor, Number(step));
process.stdout.write(JSON.stringify({ view, bought }));
await store.close();
