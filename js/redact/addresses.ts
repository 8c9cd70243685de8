/** Passwords in addresses: `scheme://name:x@host`, and `scheme://x@host`, where a name alone is a token. */
import { isExample, isPlaceholder, looksRandom } from './looks.ts';
import { eachMatch, endAt, type Finder, hidden } from './scan.ts';

const places = /:\\?\/\\?\/([\w.+%~!$&*=-]{0,96})([:@])/g;
const host = /\[|[\w.-]+(?:[:/?,"'`\\\s;)>\]}&#|]|$)/y;
const password = /[^\s"'`<>\\\0]{0,512}/y;

/** Where the last `@` is that a host follows; behind a host no password goes on. */
function passwordEnd(text: string, from: number): number {
  const run = endAt(password, text, from);
  const last = from + text.slice(from, run).lastIndexOf('@') + 1;
  let end = from;
  for (let at = from; at < last && text[run] !== hidden; at++) {
    if (end > from && /[/?#]/.test(text.charAt(at))) break;
    if (text[at] === '@' && endAt(host, text, at + 1) > at + 1) end = at;
  }
  return end;
}

export const findAddresses: Finder = (text, found) => {
  eachMatch(places, text, ({ index, 0: all, 1: user = '', 2: sign }) => {
    const at = index + all.length;
    if (sign === '@') {
      const random = user.length >= 16 && /\d/.test(user) && looksRandom(user, 2);
      const secret = random && !isExample(user) && endAt(host, text, at) > at;
      return secret ? found(at - 1 - user.length, at - 1, 'url-password') : at;
    }
    const end = passwordEnd(text, at);
    const secret = text.slice(at, end);
    // `host:8080/path@version` has a port.
    const none = isPlaceholder(secret) || (user !== '' && /^\d*[/?#]/.test(secret));
    return none ? at : found(at, end, 'url-password');
  });
};
