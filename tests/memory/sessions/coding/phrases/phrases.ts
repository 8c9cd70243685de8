/** What is said in a coding session, by occasion. Each language has one such table. */
export interface CodingPhrases {
  /** The user, who wants something. Slots: fn, file, symptom, key, value, unit, folder, from, to, table, ticket, n. */
  readonly bug: readonly string[];
  /** Before pasted output. */
  readonly pasted: readonly string[];
  readonly feature: readonly string[];
  readonly rename: readonly string[];
  readonly move: readonly string[];
  readonly remove: readonly string[];
  readonly restore: readonly string[];
  readonly setting: readonly string[];
  /** A value given before is replaced. */
  readonly change: readonly string[];
  readonly serve: readonly string[];
  readonly schema: readonly string[];
  readonly query: readonly string[];
  readonly where: readonly string[];
  readonly whichValue: readonly string[];
  readonly record: readonly string[];
  readonly commit: readonly string[];
  /** Back to something from long ago, named or only hinted at. */
  readonly goBack: readonly string[];
  readonly goBackUnnamed: readonly string[];
  readonly lint: readonly string[];
  /** A library is wanted; a script is wanted. */
  readonly library: readonly string[];
  readonly script: readonly string[];
  readonly go: readonly string[];
  readonly interrupt: readonly string[];
  /** How a fault shows, as a clause. Slots: noun, other, n. */
  readonly symptoms: readonly string[];

  /** The agent. Slots: fn, file, why, test, key, value, other, choice, reason, names. */
  readonly look: readonly string[];
  readonly search: readonly string[];
  readonly cause: readonly string[];
  readonly fix: readonly string[];
  readonly run: readonly string[];
  readonly red: readonly string[];
  readonly green: readonly string[];
  readonly missing: readonly string[];
  readonly compile: readonly string[];
  readonly decision: readonly string[];
  readonly plan: readonly string[];
  readonly wrote: readonly string[];
  readonly moved: readonly string[];
  readonly done: readonly string[];
  readonly answerPlace: readonly string[];
  readonly answerValue: readonly string[];
  readonly like: readonly string[];
  readonly headings: readonly string[];
  /** Clauses. */
  readonly causes: readonly string[];
  readonly choices: readonly string[];
  readonly reasons: readonly string[];
}
