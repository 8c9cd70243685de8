/** What a piece of text looks like: made by chance, a stand-in for a secret, a piece of code. */

const codes = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const isDigit = codes.map((c) => /\d/.test(c));
const isWord = codes.map((c) => /[A-Za-z\d]/.test(c));
/** For each letter those that often follow it in words: two fifths of all pairs, nine tenths of those in words. */
const followers =
  'bcdgilmnprstuvy aeilorsuy acehikloprtuy adeiorsuy acdefilmnprstvwxy aefilortu aeghilnorsu aeiotuy acdefglmnoprstvz aeous aeinsy adeiloptuy abeiompsuy acdegikostuvy bcdfgiklmnoprstuvw aehiloprstuy u acdegiklmnorstuvy acehikilmoprstuwy aehilorstuwy abcdegilmnprst aeio aehinors aceiptuy aeloimpst aeioyz';
const usual = followers.split(' ').map((row) => codes.map((c) => row.includes(c.toLowerCase())));

/** Whether a letter or digit stands there. */
export const isAlnum = (text: string, at: number) => isWord[text.charCodeAt(at)] === true;

/** Letters and digits that follow each other as chance has it: one pair in `oneIn` at least is seldom in words. */
export function looksRandom(text: string, oneIn = 3): boolean {
  let pairs = 0;
  let surprises = 0;
  for (let at = 1; at < text.length; at++) {
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at);
    if (!isWord[before] || !isWord[after] || (isDigit[before] && isDigit[after])) continue;
    pairs++;
    if (isDigit[before] || isDigit[after] || !usual[(before | 32) - 97]?.[after]) surprises++;
  }
  return text.length > 7 && pairs > 4 && surprises * oneIn >= pairs && new Set(text).size > 5;
}

/** Neither a word nor a number: a sign beside `_`, `.` and `-`, or digits and letters. */
export const isMixed = (text: string) =>
  /[^\w.\s\x80-\uffff-]/.test(text) || (/\d/.test(text) && /[A-Za-z\x80-\uffff]/.test(text));
export const hasDigitAndLetter = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text);
export const hasBothCases = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text);
export const hasAll = (text: string) => hasBothCases(text) && /\d/.test(text);

/** The body of a key behind a literal that tells most already: a little chance is enough. */
export const isKeyBody = (body: string) =>
  looksRandom(body, 5) && (/\d/.test(body) || hasBothCases(body));

/** What documentation shows in place of a key. */
export const isExample = (text: string) => /xxxx|\*{4}|example/i.test(text);

/** A variable, a bracket, one sign again and again, a word: the whole value, or its beginning. */
const standIn =
  /^(?:$|\$(?:[a-z_]\w*(?=$|[/:.,;+|?"'\s[\](){}$-])|[{([]|\d$)|[<{[]|%(?:.?$|[({]|.*%$)|#\{|(.)\1*$)|xxxx|\.\.\.|\*\*\*|example|\[redacted|getenv|environ|process\.env|import\.meta|secrets\.|^(?:vault:|op:\/\/|enc\(|arn:aws)|…|%s|[$#]\{|\{\{|^(?:null|none|nil|true|false|undefined|string|str|text|number|int|integer|any|bool|boolean|object|array|bytes|required|optional|empty|hidden|unset|set|yes|no|on|off|invalid|missing|password|passwd|pass|pwd|secret|token|key|api[-_]?key|value|input|prompt|disabled|enabled|default|unknown|never|masked|redacted|env|self|this|const|options?|argument|parameter|flag|char|void)$/i;
/** Words of what is to be filled in. A password may hold them, too, beside digits and signs. */
const toFillIn = /your|placeholder|change-?me|dummy|replace|insert[-_]/i;
/** A digit, a letter and a sign that is in no name. */
export const isMadeUp = (text: string) => hasDigitAndLetter(text) && /[!#%&*+=?@^~]/.test(text);

/** Stands for a secret without being one: `<your-key>`, `xxxx`, `$TOKEN`, `process.env.X`, `****`, `null`. */
export function isPlaceholder(text: string): boolean {
  const start = text.slice(0, 64);
  return standIn.test(start) || (toFillIn.test(start) && !isMadeUp(start));
}

/** What labels, errors and help say, and pass phrases do not. */
const told =
  /[.?:…]$|[<>{}[\]]|\b(?:must|cannot|please|enter|type|invalid|incorrect|wrong|missing|required|optional|forgot|reset|change[ds]?|confirm|repeat|choose|not|your|too|for|least|match|expired|characters?|user|user ?name|login|log|account|secrets?|tokens?|keys?|value|string|field|used|uses?)\b/i;

/** Words that stand for a secret in quotes: `correct horse battery`. */
export const looksLikePhrase = (text: string) => !told.test(text) && /^\S+(?: \S+)+$/.test(text);

/** An expression or a name of a program: `getPassword()`, `config.password`, `args[1]`. */
export const looksLikeCode = (text: string) =>
  /[(){}[\]<>]|->|::/.test(text) ||
  (/^[A-Za-z_&][\w?!&]*\.[\w.?!&]*$/.test(text) && !looksRandom(text));

/** What closes in a sentence or a string has been opened in no program. */
export const opensCode = (text: string) => looksLikeCode(text.replace(/[)}\]>]/g, ''));

/** A path or an address. One in 64 secrets in base64 begins with a slash, too. */
export const looksLikePath = (text: string) =>
  /:\/\//.test(text) ||
  (/^(?:~?\/|\.\.?\/|[A-Za-z]:[\\/])/.test(text) && !(text.length >= 30 && looksRandom(text)));

/** Says how something is made rather than what it is: `base64-encoded`, `8-character`, `sha256`. */
export const looksTechnical = (text: string) =>
  /base64|utf|sha|md5|hash|encod|crypt|oauth|-bit|pkcs|argon|char|digit|http/i.test(text);
