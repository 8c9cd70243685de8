/** Tool messages that a view made: parts of the host's, edited results, and answers to calls that were left behind. */
import { type HostPart, isBefore, isLeftBehind } from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import type { Origin, Reading } from './reading.ts';
import { sameBut } from './same-but.ts';
import { field, outputOf, type Part, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { nameOf, resultFaults, standInOf } from './stand-ins.ts';
import { jsonOf, loneSurrogates, mended, sameValue, stringsIn } from './values.ts';

/** Tokens by which the engine may misjudge a short result. */
const estimateSlack = 8;
/** Tokens that a view may add to answer a call that the host left open. */
export const mostRepairTokens = 40;

const outputFields = ['output', 'result', 'experimental_content'];

/** What a tool returned, as the text that a provider is sent; the text items of mixed content. */
function sentText(output: unknown): string {
  if (typeof output === 'string') return output;
  const value = field(output, 'value');
  if (typeof value === 'string' && typeOf(output).endsWith('text')) return value;
  if (typeOf(output) === 'execution-denied') return stringField(output, 'reason') ?? '';
  if (typeOf(output) === 'content' && Array.isArray(value)) {
    // Where only texts are left out, files stand for themselves.
    const texts = value.map((item) => stringField(item, 'text'));
    return texts.filter((text) => text !== undefined).join('\n');
  }
  return jsonOf(value === undefined ? output : value);
}

/** What a part that answers a call says. */
function resultText(part: unknown): string {
  const items = field(part, 'experimental_content');
  if (!Array.isArray(items)) return sentText(outputOf(part));
  return sentText({ type: 'content', value: items });
}

/** True for a result with other items than texts. */
function holdsMedia(part: unknown): boolean {
  const output = outputOf(part);
  const content = typeOf(output) === 'content' ? field(output, 'value') : undefined;
  const items = field(part, 'experimental_content') ?? content;
  return Array.isArray(items) && items.some((item) => typeOf(item) !== 'text');
}

/** A made tool message: host parts by reference, edited results, and answers to abandoned calls. */
export function judgeTool(reading: Reading, message: unknown, at: number): Origin {
  const parts = partsOf(message);
  let earliest = -1;
  const homes = new Set<number>();
  for (const part of parts) {
    const home = judgeToolPart(reading, part, at);
    if (home < 0) continue;
    homes.add(home);
    reading.usedMessages.add(home);
    if (earliest < 0 || home < earliest) earliest = home;
  }
  if (homes.size === 1) {
    const source = reading.index.messages[earliest];
    const whole = partsOf(source);
    if (whole.length === parts.length && whole.every((part, i) => part === parts[i])) {
      reading.report('copied', at, `every part of host message ${earliest}, but not that object`);
    }
  }
  return { kind: 'tool', host: earliest };
}

function judgeToolPart(reading: Reading, part: unknown, at: number): number {
  const home = reading.index.partHomes.get(part)?.[0];
  if (home !== undefined) return home;
  const id = stringField(part, 'toolCallId');
  const responded =
    typeOf(part) === 'tool-approval-response' ? homeOfMended(reading, part) : undefined;
  if (responded !== undefined) return responded;
  if (typeOf(part) !== 'tool-result' || id === undefined) {
    reading.report('foreign', at, `a ${typeOf(part) || 'nameless'} part that is not the host's`);
    return -1;
  }
  const results = reading.index.results.get(id) ?? [];
  const copied = results.find((result) => sameValue(result.part, part));
  if (copied) {
    reading.report('part-copied', at, `result ${id} equals the host's but is not that object`);
    reading.usedParts.add(copied.part);
    return copied.at;
  }
  const fitting = results.filter(
    (result) =>
      !reading.usedParts.has(result.part) &&
      roleOf(reading.index.messages[result.at]) === 'tool' &&
      sameBut(result.part, part, outputFields) &&
      !isAnswer(reading, part, id, result),
  );
  // Of several under one id the one that was only mended.
  const edited = fitting.find((result) => sameBut(result.part, part, [])) ?? fitting[0];
  if (edited) {
    reading.usedParts.add(edited.part);
    judgeEditedResult(reading, part, edited.part, id, at);
    return edited.at;
  }
  judgeAnswer(reading, part, id, at);
  return -1;
}

/** The place of a host's part of which this one is a mended copy. */
function homeOfMended(reading: Reading, part: unknown): number | undefined {
  for (const [own, [home]] of reading.index.partHomes) {
    if (typeOf(own) !== typeOf(part) || reading.usedParts.has(own as object)) continue;
    if (sameValue(own, part) || !sameBut(own, part, [])) continue;
    reading.usedParts.add(own as object);
    return home;
  }
  return undefined;
}

/**
 * An answer to an abandoned call looks like an edit of a result that belongs to another use of its
 * id, or of one that came too early or late. Where that may be, the text decides: an edit begins
 * like the result that it shortens, or says what cleared results say.
 */
function isAnswer(reading: Reading, part: unknown, id: string, original: HostPart): boolean {
  const [call, ...others] = reading.index.calls.get(id) ?? [];
  if (call && others.length === 0 && isBefore(call, original)) {
    const between = reading.index.messages.slice(call.at + 1, original.at);
    if (!between.some((message) => ['user', 'system'].includes(roleOf(message)))) return false;
  }
  const text = sentText(outputOf(part));
  if (reading.options.cleared?.test(text) || standInOf(text) !== undefined) return false;
  if (sameBut(original.part, part, [])) return false;
  const begins = (whole: string) => whole.startsWith(text.slice(0, 8));
  const whole = resultText(original.part);
  return !begins(whole) && !begins(mended(whole));
}

function judgeEditedResult(
  reading: Reading,
  part: unknown,
  original: Part,
  id: string,
  at: number,
): void {
  const output = outputOf(part);
  if (typeof output === 'string' ? output === '' : field(output, 'value') === '') {
    reading.report('empty-content', at, `the edited result ${id} is empty`);
  }
  // Mended, and nothing else.
  if (sameBut(original, part, [])) return;
  const [text, whole] = [sentText(output), resultText(original)];
  // Images cost more than the lines that stand for them.
  const longer = text.length > whole.length && !holdsMedia(original);
  if (
    longer &&
    reading.options.tokens &&
    reading.options.tokens(text) > reading.options.tokens(whole) + estimateSlack
  ) {
    reading.report('enlarged', at, `the edited result ${id} is larger than the host's`);
  }
  judgeStrings(reading, part, original, at);
  if (reading.options.cleared?.test(text)) return;
  const texts = (parts: readonly unknown[]) => parts.map((each) => resultText(each));
  const faults = resultFaults(text, whole, {
    callId: id,
    toolName: stringField(original, 'toolName'),
    shownFor: (name) => texts(resultsNamed(reading, name)),
    hostsFor: (name) =>
      texts(
        [...reading.index.results].flatMap(([other, results]) =>
          nameOf(other, 'before') === name ? results.map((result) => result.part) : [],
        ),
      ),
  });
  for (const fault of faults) {
    reading.report('untrue', at, `the edited result ${id} ${fault}: ${text.slice(0, 100)}`);
  }
}

/** Results in the view of calls that a placeholder would name so. */
function resultsNamed(reading: Reading, name: string): unknown[] {
  return reading.view.flatMap((message) =>
    partsOf(message).filter(
      (part) =>
        typeOf(part) === 'tool-result' &&
        nameOf(stringField(part, 'toolCallId'), 'before') === name,
    ),
  );
}

function judgeAnswer(reading: Reading, part: unknown, id: string, at: number): void {
  const calls = reading.index.calls.get(id);
  const call = calls?.find((entry) => !isProviderExecuted(entry.part)) ?? calls?.[0];
  if (!call) {
    reading.report('foreign', at, `an answer to ${id}, which the host never called`);
    return;
  }
  const toolName = field(part, 'toolName');
  if (!calls?.some((entry) => field(entry.part, 'toolName') === toolName)) {
    reading.report('edit-not-allowed', at, `the answer to ${id} has another tool's name`);
  }
  const output = outputOf(part);
  const text = typeof output === 'string' ? output : field(output, 'value');
  if (typeof text !== 'string' || text === '') {
    reading.report('empty-content', at, `the answer to ${id} says nothing`);
  } else if (reading.options.tokens && reading.options.tokens(text) > mostRepairTokens) {
    reading.report('enlarged', at, `the answer to ${id} takes over ${mostRepairTokens} tokens`);
  }
  judgeStrings(reading, part, call.part, at);
  if (calls && calls.length > 1) return;
  if (!isLeftBehind(reading.index.messages, call.at)) {
    reading.report('closed-early', at, `call ${id} is open at the tail of the host's transcript`);
  }
}

/** Lone surrogates may stand only where the text they come from has them. */
function judgeStrings(reading: Reading, made: unknown, source: unknown, at: number): void {
  const allowed = loneSurrogates(stringsIn(source).join('\n'));
  for (const text of stringsIn(made)) {
    for (const unit of new Set(loneSurrogates(text))) {
      const count = (units: string[]): number => units.filter((other) => other === unit).length;
      if (count(loneSurrogates(text)) > count(allowed)) {
        reading.report('ill-formed-text', at, 'a made string holds a lone surrogate');
        return;
      }
    }
  }
}
