// Finds or installs the Chromium that the browser tests drive. Nothing else needs one.

import { existsSync } from 'node:fs';
import { ensureInstalled, hasApt } from './debian.mjs';
import { SetupError, which } from './shell.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen && existsSync(chosen)) return chosen;
  return names.map((name) => which(name)).find(Boolean);
}

/** What has to be installed into the system for it. */
export function browserPackages() {
  return hasApt() && !findBrowser() ? ['chromium'] : [];
}

/** The path of a Chromium, installing Debian's where there is none. */
export async function setUpBrowser() {
  const found = findBrowser();
  if (found) return found;
  await ensureInstalled(browserPackages());
  const installed = findBrowser();
  if (!installed) {
    throw new SetupError('No Chromium was found. Install one, or set CHROME_PATH to its binary.');
  }
  return installed;
}
