// `npm start`: the server is TypeScript, which Node reads by itself from 22.18 and 23.6 on.

import { existsSync } from 'node:fs';

if (process.features.typescript) {
  if (existsSync('.env')) process.loadEnvFile();
  await import('./server.ts');
} else {
  console.error(`This is Node ${process.versions.node}; the server needs 22.18 or newer.`);
  process.exitCode = 1;
}
