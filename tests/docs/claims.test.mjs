// promise: 12 promises are programs
/** Every claim of js/docs is held by a program or by a test, or somebody has said why not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bookOf } from './book.mjs';
import { faultsOf } from './claims.mjs';
import { rows, told } from './rows/index.mjs';

it('js/docs claims nothing that no row holds, and what the rows say is true', async () => {
  assert.deepEqual(await faultsOf(bookOf(), rows, told), []);
});
