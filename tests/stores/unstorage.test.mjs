/** The store behind two drivers of `unstorage`, which compare nothing. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstorageStore } from 'epitome/stores/unstorage';
import { createStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import { conforms } from './support/conformance.mjs';

conforms(
  'unstorage in memory',
  async () => {
    const storage = createStorage();
    return { connect: async () => unstorageStore({ storage }) };
  },
  { exact: false },
);

conforms(
  'unstorage in files',
  async () => {
    const base = mkdtempSync(join(tmpdir(), 'epitome-unstorage-'));
    return {
      connect: async () =>
        unstorageStore({ storage: createStorage({ driver: fsDriver({ base }) }) }),
      stop: async () => rmSync(base, { recursive: true, force: true }),
    };
  },
  { exact: false },
);
