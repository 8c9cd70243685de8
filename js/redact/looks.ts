/** What a piece of text looks like: made by chance, a stand-in for a secret, a piece of code. */

/** What a text is made of, in bits. A symbol is ASCII beside letters, digits, `_`, `.` and `-`. */
export const upper = 1;
export const lower = 2;
export const digit = 4;
export const symbol = 8;
export const space = 16;
export const beyondAscii = 32;
export const letter = upper | lower;

const bitsOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (/[A-Z]/.test(c)) return upper;
  if (/[a-z]/.test(c)) return lower;
  if (/\d/.test(c)) return digit;
  return /\s/.test(c) ? space : /[_.-]/.test(c) ? 0 : symbol;
});

export const bitsAt = (text: string, at: number) => bitsOf[text.charCodeAt(at)] ?? beyondAscii;

export function makeup(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= bitsAt(text, at);
  return bits;
}

/** Not a word, not a number. */
export const isMixed = (bits: number) =>
  (bits & symbol) > 0 || ((bits & digit) > 0 && (bits & (letter | beyondAscii)) > 0);

export const isNumber = (bits: number) =>
  (bits & digit) > 0 && (bits & (letter | symbol | beyondAscii)) === 0;

/** Whether a letter or digit stands there. */
export const isAlnum = (text: string, at: number) =>
  (bitsAt(text, at) & (letter | digit)) > 0 && at >= 0 && at < text.length;

/** For each letter those that often follow it in words: two fifths of all pairs, nine tenths of those in words. */
const followers =
  'bcdgilmnprstuvy aeilorsuy acehikloprtuy adeiorsuy acdefilmnprstvwxy aefilortu aeghilnorsu aeiotuy acdefglmnoprstvz aeous aeinsy adeiloptuy abeiompsuy acdegikostuvy bcdfgiklmnoprstuvw aehiloprstuy u acdegiklmnorstuvy acehikilmoprstuwy aehilorstuwy abcdegilmnprst aeio aehinors aceiptuy aeloimpst aeioyz'.split(
    ' ',
  );
const usual = Uint8Array.from({ length: 1024 }, (_, pair) =>
  followers[pair >> 5]?.includes(String.fromCharCode(97 + (pair & 31))) ? 1 : 0,
);

/** Letters and digits that follow each other as chance has it: one pair in `oneIn` at least is seldom in words. */
export function looksRandom(text: string, oneIn = 3): boolean {
  if (text.length < 8) return false;
  let pairs = 0;
  let surprises = 0;
  for (let at = 1; at < text.length; at++) {
    const before = bitsAt(text, at - 1) & (letter | digit);
    const after = bitsAt(text, at) & (letter | digit);
    if (before === 0 || after === 0 || (before & after & digit) > 0) continue;
    pairs++;
    const pair = ((text.charCodeAt(at - 1) | 32) - 97) * 32 + (text.charCodeAt(at) | 32) - 97;
    if (((before | after) & digit) > 0 || usual[pair] === 0) surprises++;
  }
  return pairs >= 5 && surprises * oneIn >= pairs && new Set(text).size >= 6;
}

/** The body of a key behind a literal that tells most already: a little chance is enough. */
export function isKeyBody(body: string): boolean {
  const bits = makeup(body);
  return ((bits & digit) > 0 || (bits & letter) === letter) && looksRandom(body, 5);
}

/** What documentation shows in place of a key. */
export const isExample = (text: string) => /xxxx|\*{4}|example/i.test(text);

const standIn =
  /^(?:\$(?:[a-z_{([]|\d$)|[<{[]|%(?:.?$|[({]|.*%$)|#\{|(.)\1*$)|xxxx|\.\.\.|\*\*\*|your|example|placeholder|change-?me|dummy|\[redacted|getenv|environ|process\.env|import\.meta|secrets\.|vault:|op:\/\/|enc\(|arn:aws|…|replace|insert[-_]|%s|[$#]\{|\{\{/i;
const standInWord =
  /^(?:null|none|nil|true|false|undefined|string|str|text|number|int|integer|any|bool|boolean|object|array|bytes|required|optional|empty|hidden|unset|set|yes|no|on|off|invalid|missing|password|passwd|pass|pwd|secret|token|key|api[-_]?key|value|input|prompt|disabled|enabled|default|unknown|never|masked|redacted|env|self|this|const|options?|argument|parameter|flag|char|void)$/i;

/** Stands for a secret without being one: `<your-key>`, `xxxx`, `$TOKEN`, `process.env.X`, `****`, `null`. */
export function isPlaceholder(text: string): boolean {
  const start = text.slice(0, 64);
  return start === '' || standIn.test(start) || standInWord.test(start);
}

/** An expression or a name of a program: `getPassword()`, `config.password`, `args[1]`. */
export const looksLikeCode = (text: string) =>
  /[(){}[\]<>]|->|::/.test(text) ||
  (/^[A-Za-z_&][\w.?!&]*$/.test(text) && text.includes('.') && !looksRandom(text));

/** A path or an address. One in 64 secrets in base64 begins with a slash, too. */
export const looksLikePath = (text: string) =>
  text.includes('://') ||
  (/^(?:~?\/|\.\.?\/|[A-Za-z]:[\\/])/.test(text) && !(text.length >= 30 && looksRandom(text)));

/** Says how something is made rather than what it is: `base64-encoded`, `8-character`, `sha256`. */
export const looksTechnical = (text: string) =>
  /base64|utf|sha|md5|hash|encod|crypt|oauth|-bit|pkcs|argon|char|digit|http/i.test(text);

/** Hexadecimal digits alone, 20 or more; with dashes, a UUID. */
export const isDigest = (text: string) =>
  /^(?:[\da-f]{20,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text);
