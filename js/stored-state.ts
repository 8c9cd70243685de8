/**
 * A session's state as it stands in a store: the engine's text with what the driver has to remember in
 * front of it. The engine reads over members that it does not know, so the text is a state by itself.
 */

/** A worker is buying a summary. */
export interface Claim {
  /** Names the worker. */
  by: string;
  /** How long others wait for it, milliseconds. */
  millis: number;
}

interface Driver {
  /** Of the session so far. */
  requests: number;
  claim?: Claim;
}

/** Of a text that was stored before. */
const known = /^\{"driver":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\},/;

/** The engine's part of a text. */
export const engineStateOf = (text: string): string => text.replace(known, '{');

export function writeStored(state: string, driver: Driver): string {
  return `{"driver":${JSON.stringify(driver)},${engineStateOf(state).slice(1)}`;
}

/** What the driver remembers. Never throws: of a text that is no state that is nothing. */
export function driverOf(text: string): Driver {
  try {
    const { driver } = JSON.parse(text);
    const requests = Number.isSafeInteger(driver?.requests) ? driver.requests : 0;
    const { by, millis } = driver?.claim ?? {};
    const isClaim = typeof by === 'string' && Number.isFinite(millis);
    return { requests, ...(isClaim && { claim: { by, millis } }) };
  } catch {
    return { requests: 0 };
  }
}
