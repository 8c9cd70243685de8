/** The page's address as it is passed on: window, prices and options, and never a word of a transcript. */

const mark = '#share&';
const windowRange = [2_000, 2_000_000];
/** UTF-16 code units of options that an address may bring. */
const longestOptions = 2_000;

/** What an address asks for: `{ windowTokens, model, options }`, each where it is sound. */
export function sharedOptions(hash) {
  if (!hash.startsWith(mark)) return {};
  const given = new URLSearchParams(hash.slice(mark.length));
  const windowTokens = Number(given.get('window'));
  const [least, most] = windowRange;
  const isWindow = Number.isInteger(windowTokens) && windowTokens >= least && windowTokens <= most;
  const model = Number(given.get('model'));
  const options = given.get('options') ?? '';
  return {
    ...(isWindow && { windowTokens }),
    ...(given.has('model') && Number.isInteger(model) && { model }),
    ...(options !== '' && options.length <= longestOptions && isObject(options) && { options }),
  };
}

function isObject(json) {
  try {
    const value = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The address that asks for these. */
export function addressOf({ windowTokens, model, options }) {
  const given = new URLSearchParams({ window: String(windowTokens), model: String(model) });
  if (Object.keys(options).length > 0) given.set('options', JSON.stringify(options));
  const url = new URL(location.href);
  url.hash = `${mark}${given}`;
  return url.href;
}
