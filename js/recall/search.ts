/** Finds messages that the view shows no more, and what of them fits a query best. */
import { EpitomeError } from '../errors.ts';
import { callHost } from '../fold/host-call.ts';
import type { MessageFate, RankRecall, Recalled, RecallOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import {
  averageOf,
  type Passage,
  passageLength,
  type Query,
  queryOf,
  scan,
  scoreOf,
  worthOf,
} from './ranking.ts';
import type { Source, Transcript } from './source.ts';
import { type MessageText, TextReader } from './texts.ts';

/** What a host's `rank` is given. */
const mostCandidates = 200;
/** Milliseconds that it has. */
const rankTimeout = 10_000;
/** A message that is no longer comes back whole, UTF-16 code units. */
const longestWhole = passageLength + passageLength / 5;
/** Of a longer one secrets are looked for around what fits, UTF-16 code units to each side. */
const mostAround = 8_000;

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

/** The passage with the best score; of equals the first. */
function bestOf(passages: readonly Passage[], worth: readonly number[], average: number) {
  let [best, score]: [Passage | undefined, number] = [undefined, 0];
  for (const passage of passages) {
    const own = scoreOf(passage, worth, average);
    if (own > score) [best, score] = [passage, own];
  }
  return { best, score };
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
  readonly #query: Query;
  readonly #source: Source;
  readonly #texts: readonly MessageText[];
  readonly #first: number;
  readonly #worth: number[];
  readonly #average: number;
  /** The best passage of each text that has one. */
  readonly #best = new Map<number, { best: Passage; score: number }>();

  constructor(query: Query, texts: readonly MessageText[], first: number, source: Source) {
    this.#query = query;
    this.#source = source;
    this.#texts = texts;
    this.#first = first;
    const found = scan(
      query,
      texts.map(({ text }) => text),
    );
    this.#worth = worthOf(query, found);
    this.#average = averageOf(found);
    for (const passage of found.passages) {
      const score = scoreOf(passage, this.#worth, this.#average);
      if (score > (this.#best.get(passage.text)?.score ?? 0)) {
        this.#best.set(passage.text, { best: passage, score });
      }
    }
  }

  /** Places of texts that have terms of the query, best first; the older one of equals. */
  get ranked(): number[] {
    const score = (place: number) => this.#best.get(place)?.score ?? 0;
    return [...this.#best.keys()].sort((a, b) => score(b) - score(a) || a - b);
  }

  recalled(place: number): Recalled {
    const { index, role, text } = this.#texts[place] as MessageText;
    const found = this.#best.get(place);
    const near = found?.best.from ?? 0;
    const isLong = text.length > 2 * mostAround;
    const around = isLong
      ? text.slice(atBreak(text, near - mostAround), atBreak(text, near + mostAround))
      : text;
    const clean = toWellFormed(this.#source.clean(around));
    const whole = !isLong && clean.length <= longestWhole;
    return {
      message: this.#first + index,
      role,
      text: whole ? clean : this.#excerpt(clean),
      score: found?.score ?? 0,
    };
  }

  /** What of a text fits best. Secrets are gone, so it is looked for again. */
  #excerpt(text: string): string {
    const { passages } = scan(this.#query, [text]);
    const { best } = bestOf(passages, this.#worth, this.#average);
    const { from, to } = best ?? { from: 0, to: atBreak(text, passageLength) };
    return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
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
  const answer = await callHost<unknown>(() => rank(query, given), rankTimeout, []);
  if (answer.kind !== 'answer') {
    source.failed(answer.error);
    return undefined;
  }
  const { value } = answer;
  const scores = attempt(() => (Array.isArray(value) ? [...value] : undefined));
  if (scores?.length !== candidates.length || !scores.every(Number.isFinite)) {
    const what = `rank: it must return an array of ${candidates.length} numbers, a score for each candidate`;
    source.failed(new EpitomeError('invalid-argument', what));
    return undefined;
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
  const { limit = 5, rank } = options;
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
