/** The settings, and what is wrong with them: each fault says what to do, and shows no value. */

/** Variables of the Worker, or of the process. An empty one counts as absent. */
export type Settings = Partial<Record<SettingName, string>>;
type SettingName =
  | 'AUTH_TOKEN'
  | 'USER_TOKENS'
  | 'ALLOWED_ORIGINS'
  | 'MODEL_URL'
  | 'MODEL_ID'
  | 'MODEL_KEY'
  | 'SUMMARY_MODEL_ID'
  | 'WINDOW_TOKENS'
  | 'RESUME_SECONDS';

/** Seconds in which a client that left may come back to its answer. */
export const resumeSeconds = ({ RESUME_SECONDS }: Settings) => Number(RESUME_SECONDS || 10);

const isWhole = (least: number, most: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** The users and their tokens; undefined in the place of a pair that is none. */
export const userTokens = (text = ''): (readonly [user: string, token: string] | undefined)[] =>
  text === ''
    ? []
    : text.split(',').map((pair) => {
        const [, user, token] = /^([\w-]{1,64}):(.+)$/.exec(pair.trim()) ?? [];
        return user && token ? ([user, token] as const) : undefined;
      });

function areTokens(text: string): boolean {
  const pairs = userTokens(text);
  const tokens = new Set(pairs.map((pair) => pair?.[1]));
  return !pairs.includes(undefined) && tokens.size === pairs.length;
}

const rules: Record<string, [fits: (text: string) => boolean, must: string]> = {
  USER_TOKENS: [
    areTokens,
    'must be a user, ":" and a token, with commas between: ann:TOKEN,ben:TOKEN. Each token is for one user',
  ],
  ALLOWED_ORIGINS: [
    (text) =>
      text.split(',').every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins without a path, with commas between: https://a.example,https://b.example',
  ],
  MODEL_URL: [
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be the address of an OpenAI-compatible API, such as https://api.openai.com/v1',
  ],
  WINDOW_TOKENS: [isWhole(256, 1e9), 'must be a number of tokens, such as 128000'],
  RESUME_SECONDS: [isWhole(0, 3600), 'must be a number of seconds from 0 to 3600'],
  PORT: [isWhole(0, 65_535), 'must be a number from 0 to 65535'],
  REQUESTS_PER_MINUTE: [isWhole(1, 1e9), 'must be a number of requests, such as 60'],
};

/** What is of no use without another one. */
const needs: [name: SettingName, other: SettingName, what: string][] = [
  ['MODEL_URL', 'MODEL_ID', 'the id of a model of that API'],
  ['MODEL_ID', 'MODEL_URL', 'the address of its API'],
  ['MODEL_KEY', 'MODEL_URL', 'the address of the API that the key is for'],
  ['SUMMARY_MODEL_ID', 'MODEL_URL', 'the address of its API'],
];

/** A line for each fault; none where the settings can be used. */
export function faultsOf(settings: Record<string, unknown>): string[] {
  const of = (name: string) => String(settings[name] ?? '');
  return [
    ...Object.entries(rules).flatMap(([name, [fits, must]]) =>
      of(name) === '' || fits(of(name)) ? [] : [`${name} ${must}.`],
    ),
    ...needs.flatMap(([name, other, what]) =>
      of(name) === '' || of(other) !== ''
        ? []
        : [`${name} is set and ${other} is not: set ${other} to ${what}, or remove ${name}.`],
    ),
  ];
}
