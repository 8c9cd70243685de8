/** Passwords in addresses: `scheme://name:x@host`, and `scheme://x@host`, where a name alone is a token. */
import { digit, isExample, isPlaceholder, looksRandom, makeup } from './looks.ts';
import { eachMatch, type Finder, hidden, matchAt } from './scan.ts';

const places = /:\\?\/\\?\/([\w.+%~!$&*=-]{0,96})([:@])/g;
const host = '(?:\\[|[\\w.-]+(?:[:/?,"\'`\\\\\\s;)>\\]}&#|]|$))';
const hostAt = new RegExp(host, 'y');
/** As far as the last `@` that a host follows; behind a host no password goes on. */
const password = /[^\s"'`<>\\\0]{0,512}/y;
/** `host:8080/path@version`. */
const port = /^\d*[/?#]/;

function passwordLength(text: string, at: number): number {
  const [run = ''] = matchAt(password, text, at) ?? [];
  if (text[at + run.length] === hidden) return 0;
  let end = 0;
  for (let next = 0; next < run.length; next++) {
    if (end > 0 && /[/?#]/.test(run.charAt(next))) break;
    if (run[next] === '@' && matchAt(hostAt, text, at + next + 1)) end = next;
  }
  return end;
}

export const findAddresses: Finder = (text, found) => {
  eachMatch(places, text, ({ index, 0: all, 1: user = '', 2: sign }) => {
    const at = index + all.length;
    if (sign === '@') {
      const secret = user.length >= 16 && (makeup(user) & digit) > 0 && looksRandom(user, 2);
      if (!secret || isExample(user) || !matchAt(hostAt, text, at)) return at;
      return found(at - 1 - user.length, at - 1, 'url-password');
    }
    const length = passwordLength(text, at);
    const secret = text.slice(at, at + length);
    if ((user !== '' && port.test(secret)) || isPlaceholder(secret)) return at;
    return found(at, at + length, 'url-password');
  });
};
