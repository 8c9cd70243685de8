/** What axe-core finds wrong with a page, as text: rule, and the elements that break it. */

import axe from 'axe-core';

export async function axeFindings(page) {
  // Through the debugger: the page's policy lets no script in.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
