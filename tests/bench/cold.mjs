/** From nothing to the first step, in the three runtimes; and a second engine, for which all is warm. */

import { coldInChromium } from './cold/chromium.mjs';
import { embindInNode } from './cold/embind.mjs';
import { coldInNode } from './cold/node.mjs';
import { coldInWorkerd } from './cold/workerd.mjs';

export const title = 'Cold start (medians)';

export async function measure() {
  return [
    ...(await coldInNode()),
    ...(await embindInNode()),
    ...(await coldInWorkerd()),
    ...(await coldInChromium()),
  ];
}
