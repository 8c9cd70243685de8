/** Words that spell the seed of a wallet, 12 to 24 of them in one row or list. */
import * as scan from './scan.ts';

/** The English word list of BIP-39 as a set of hashes, a bit each: all of its words are in it, and one in five of others. */
const words =
  'amwMAAFQmF4AUxUMRAEIEABAJCBUIQAIAQEMiExWh5AAAEAAAQSDCxgRDRwALIANEZgN0ATIIAIAKwAgUKooDQqAQAAqCAYQJIKADCAAQAJAQBsAKCAIAFAB4AAgMBmAoJoUACA0AQGKUkRABJQgKsMIIQAAMBAQWBAAAMyBoFAAkAgQG8CQAIBAUAGAEEQEQMAEgQBGZiAgEhYCMigQCEgNQwEBAIEQChjgIHAAGQNEQrMgwoKEBAqJAEkABjSQgQCMALgAAkAAgIYAAASAAABMoQAAgpAkEEAATJTQAQDxCCggwSC0ECEtqJyEEJATjEQACELAAAAAAAgSCB4AgSgCtABAiEAQAAACgwCAAgAgIQZAQAgIAENJhAEMAACBACyCAQAACAAwkgiRUADkEGCRI4AECLmADAAVgAAWAUIiJRxPIDAiYSAiAAAEJg0o0DGFkgEdQSgEEAWIlkCAIEAAIqAKgCJFoIoAXjHBACoJBDaKAHEgEHKBhAEDAKoloQChIiAEBSDgQCADwCARoBCAEBFEAASBbABWtQSKCIqwBQEAnCCgARQeuBAFACgAig2GBCBASIEBPEDAhOAFEAWYQDREhgIx4GZBESSMixkAwoJkAFBliaCAJ6U4NhAyVQQAghAwAIAEkARAaEYKIAAMzAwQiJBAADBAghEQxAwwgAQIqFAaAICQBQEJAWRcAQhyxBiABK6jEkCAAAoIABgoVAYDDCABIBBAcEgCACIZBrBQRBT0QAAAEAgKBBBEgACqELAwAIGAWAgkBBhGCiAjgEEJMZwyYQAAAQXAQBIEwAQoTkAyIyJEDUUAABCwCCAIAkZQFWAISAkAAAAAFFzkJgABhFNgAKAwWagAqEgDYjgOI4oBDeAAgBQwoGAKE2xQYhHzAgGoDRMpCQAAAyAgQnAGREQEhSAAAAqiVIEgiAAUEiAAQIDAAgQoAACCgEBwAIABcACCEWABJSEBRgRAABKIMIAACg9DCQAAAEqJpCCEIIHCGiRAEBAgCBEECBATlKAAloElgEACDCwACAAQALII5oBBFZIMgAQAEBDQxAA0AiwBYRNBBWVE0ABBQZYQGgBUAAMBBgKEnCQAECAQiHAgGghACyONAIgDhERICgpBchQASAAQCASCwgFjJjCBFAFwAYRqCgIhFDQDIAAgjg0AgKJMAAjICeBCNgEKQAiBEEIAABwCQKAIJAAEFCBNARxAAABKggIQJIBAEglAiFiKgFAgEBKmAFAIJ1AkHBjDAMgGoIOAAkAQIAmBUDBIHAGEKgCCAOgwgCA2TwAokIclACAICAQABCkAAAACAAgQYhKAAgJAAkMEgBTIERCEEACEICCAAICoKEAQDA';
const bits = Uint8Array.from(atob(words), (c) => c.charCodeAt(0));

function isSeedWord(word: string): boolean {
  const hash = [...word].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) >>> 0, 0);
  const bit = (hash ^ (hash >>> 13)) & 8191;
  return ((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) > 0;
}

const gap = String.raw`(?:\\n|[ ,"'\d.)\n\t]|\\(?!n)){1,9}`;
const places = scan.every`(?:(?:^|${scan.lineEnd})${scan.linePrefix}|["'=]|: ?)([a-z]{3,8}(?:${gap}[a-z]{3,8}){11})`;
const next = scan.sticky`([a-z]{3,8})(?!\w)(${gap})?`;

export const findSeeds: scan.Finder = (text, found) => {
  scan.eachMatch(places, text, ({ index, 0: all, 1: row = '' }) => {
    const from = index + all.length - row.length;
    let [end, count] = [from, 0];
    for (let at = from, between = 0; at >= end && count < 25; count++) {
      const [, word = '', after = ''] = scan.matchAt(next, text, at) ?? [];
      if (!isSeedWord(word)) break;
      end = at + word.length;
      // One space between some words and more between others is prose.
      const odd = between !== after.length && Math.min(between, after.length) === 1;
      at = after === '' || (odd && between > 0) ? -1 : end + after.length;
      between = after.length;
    }
    const isSeed = count >= 12 && count < 25 && count % 3 === 0;
    // Amid a list that began before.
    const amid = /[a-z](?:\\n|[ ,"'\d.)\n\t\\]){3,}$/.test(scan.behind(text, from, 12));
    return isSeed && !amid ? found(from, end, 'seed-phrase') : end;
  });
};
