// Lets a Node that cannot read TypeScript run the project's scripts: `node --import` of this file has
// esbuild, which builds the package anyway, take the types out as files are loaded.

import { register } from 'node:module';

// Unset before Node 22.6, false where Node would need a flag.
if (!process.features.typescript) register('./typescript-hooks.mjs', import.meta.url);
