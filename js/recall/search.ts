/** Finds messages that the view shows no more, and what of them fits a query best. */
import { EpitomeError } from '../errors.ts';
import { callHost } from '../fold/host-call.ts';
import type { MessageFate, RankRecall, Recalled, RecallOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { usualFound } from './parameters.ts';
import { type Query, queryOf } from './query.ts';
import { type Passage, passageLength, scan, scoreOf, type Worth, worthOf } from './ranking.ts';
import type { Source, Transcript } from './source.ts';
import { type MessageText, TextReader } from './texts.ts';

/** What a host's `rank` is given. */
const mostCandidates = 200;
/** Milliseconds that it has. */
const rankTimeout = 10_000;
/** A message that is no longer comes back whole, UTF-16 code units. */
const longestWhole = passageLength + passageLength / 5;

type Fate = MessageFate['fate'];
/** The view shows nothing of the message, or not all of its results. */
const gone: readonly Fate[] = ['folded', 'dropped'];
const shortened: readonly Fate[] = ['trimmed', 'cleared', 'outdated'];

/** Whether there is anything that the view does not show. */
export function hidesAny({ explained }: Transcript): boolean {
  return explained.messages.some(({ fate }) => gone.includes(fate) || shortened.includes(fate));
}

function hiddenTexts(
  transcript: Transcript,
  options: RecallOptions,
  source: Source,
): MessageText[] {
  const { messages, dialect, explained } = transcript;
  const { role, tool, from = 0, to = Number.POSITIVE_INFINITY } = options;
  const reader = new TextReader(dialect, source.own);
  const found: MessageText[] = [];
  for (const [index, message] of messages.entries()) {
    const fate = explained.messages[index]?.fate ?? 'kept';
    const number = explained.firstMessage + index;
    const isGone = gone.includes(fate);
    const text = reader.read(message, index, { role, tool, resultsOnly: !isGone });
    const isWanted = (isGone || shortened.includes(fate)) && number >= from && number <= to;
    if (isWanted && text !== undefined) found.push(text);
  }
  return found;
}

/** Where a stretch of a text may begin or end so that no word is cut; `at` where there is no such place near. */
function atBreak(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  for (let i = at; i > Math.max(0, at - 4_000); i -= 1) {
    if (' \n\t\r,;{}'.includes(text.charAt(i - 1))) return i;
  }
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

class Search {
  readonly #source: Source;
  readonly #texts: readonly MessageText[];
  readonly #first: number;
  /** The best passage of each text that has one. */
  readonly #best = new Map<number, { passage: Passage; score: number }>();

  constructor(query: Query, texts: readonly MessageText[], first: number, source: Source) {
    this.#source = source;
    this.#texts = texts;
    this.#first = first;
    const found = scan(
      query,
      texts.map(({ text }) => text),
      (place) => this.#clean(place),
    );
    const worth = worthOf(query, found);
    for (const passage of worth === undefined ? [] : found.passages) {
      const score = scoreOf(passage, worth as Worth);
      if (score > (this.#best.get(passage.text)?.score ?? 0)) {
        this.#best.set(passage.text, { passage, score });
      }
    }
  }

  /** Places of texts that have terms of the query, best first; the older one of equals. */
  get ranked(): number[] {
    const score = (place: number) => this.#best.get(place)?.score ?? 0;
    return [...this.#best.keys()].sort((a, b) => score(b) - score(a) || a - b);
  }

  recalled(place: number): Recalled {
    const { index, role } = this.#texts[place] as MessageText;
    const text = this.#clean(place);
    const { passage, score = 0 } = this.#best.get(place) ?? {};
    const { from = 0, to = atBreak(text, passageLength) } = passage ?? {};
    const excerpt = `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
    const isShort = text.length <= longestWhole;
    return { message: this.#first + index, role, text: isShort ? text : excerpt, score };
  }

  #clean(place: number): string {
    const { message, text } = this.#texts[place] as MessageText;
    return this.#source.clean(text, message);
  }
}

/** The newest texts that words do not find, behind those that they do. */
function candidatesOf(ranked: readonly number[], count: number): number[] {
  const candidates = ranked.slice(0, mostCandidates);
  const known = new Set(candidates);
  for (let place = count - 1; place >= 0 && candidates.length < mostCandidates; place -= 1) {
    if (!known.has(place)) candidates.push(place);
  }
  return candidates;
}

/** The candidates as the host ranks them; undefined where it fails. */
async function rankedByHost(
  rank: RankRecall,
  query: string,
  candidates: readonly Recalled[],
  source: Source,
): Promise<Recalled[] | undefined> {
  const given = candidates.map((candidate) => ({ ...candidate }));
  const failed = (what: string, options = {}) => {
    source.failed(new EpitomeError('rank-failed', `rank ${what}; words decide`, options));
    return undefined;
  };
  const asked = source.clean(query);
  const answer = await callHost<unknown>(() => rank(asked, given), rankTimeout, []);
  if (answer.kind === 'timed-out') return failed(`gave no answer within ${rankTimeout} ms`);
  if (answer.kind !== 'answer') return failed('threw', { cause: answer.error });
  const { value } = answer;
  const scores = attempt(() => (Array.isArray(value) ? [...value] : undefined));
  if (scores?.length !== candidates.length || !scores.every(Number.isFinite)) {
    return failed(
      `must return an array of ${candidates.length} numbers, a score for each candidate`,
    );
  }
  return candidates
    .map((candidate, place) => ({ ...candidate, score: scores[place] as number }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || a.message - b.message);
}

/** The messages that fit best. */
export async function search(
  source: Source,
  transcript: Transcript,
  query: string,
  options: RecallOptions,
): Promise<Recalled[]> {
  const { limit = usualFound, rank } = options;
  const texts = hiddenTexts(transcript, options, source);
  const found = new Search(queryOf(query), texts, transcript.explained.firstMessage, source);
  const { ranked } = found;
  if (rank !== undefined) {
    const candidates = candidatesOf(ranked, texts.length).map((place) => found.recalled(place));
    const own = await rankedByHost(rank, query, candidates, source);
    if (own !== undefined) return own.slice(0, limit);
  }
  return ranked.slice(0, limit).map((place) => found.recalled(place));
}
