// promise: presets
/** Each preset first rewrites where its page says, in a window of 200,000: the number is read from the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createCompactor, type PresetName } from 'epitome';
import { presetNames } from '../../js/options/presets.ts';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  EventLog,
  prose,
  resultMessage,
  user,
} from './support/conversation.ts';

const window = 200_000;
const page = readFileSync(new URL('../../js/docs/presets.md', import.meta.url), 'utf8');

/** What the column *rewrites at* says of a preset. */
function saidOf(preset: PresetName): string {
  const row = page.split('\n').find((line) => line.startsWith(`| [\`${preset}\`]`));
  const said = row?.split('|')[3]?.trim();
  assert.ok(said, `presets.md has a row for ${preset}`);
  return said;
}

function tokensIn(said: string, budget: number): number {
  const number = Number((/([\d,.]*\d)/.exec(said)?.[1] ?? '').replaceAll(',', ''));
  assert.ok(number > 0, said);
  if (said.includes('of the budget')) return number * budget;
  return said.includes('the whole window but') ? window - number : number;
}

/** Sessions of several kinds; each turn adds about 1,500 tokens. */
const turns: Record<string, (i: number) => Message[]> = {
  'many results': (i) => [callMessage(`r${i}`), resultMessage(`r${i}`, prose(1_450, `r${i}`))],
  'few large results': (i) =>
    i % 6 === 0
      ? [callMessage(`l${i}`), resultMessage(`l${i}`, prose(8_000, `l${i}`))]
      : [assistant(prose(200, `n${i}`)), user(`Go on with ${i}.`)],
  'talk alone': (i) => [assistant(prose(1_450, `t${i}`)), user(`Go on with ${i}.`)],
  'large results that are short of a cut': (i) => [
    callMessage(`s${i}`),
    resultMessage(`s${i}`, prose(950, `s${i}`)),
  ],
  'results and talk': (i) => [
    callMessage(`m${i}`),
    resultMessage(`m${i}`, prose(2_000, `m${i}`)),
    assistant(prose(300, `a${i}`)),
    user(`And ${i}?`),
  ],
};

describe('the first rewrite of a long session', () => {
  for (const preset of presetNames) {
    for (const [kind, turn] of Object.entries(turns)) {
      it(`${preset}, ${kind}`, async () => {
        const log = new EventLog();
        const compactor = await createCompactor({
          preset,
          contextWindow: window,
          system: '',
          tools: {},
          onEvent: log.onEvent,
        });
        const session = compactor.session();
        const history: Message[] = [user('Please port the parser, and keep its public names.')];
        for (let i = 0; log.rewrites.length === 0 && i < 400; i += 1) {
          history.push(...turn(i));
          await session.prepare(history);
        }
        const [first] = log.rewrites;
        assert.ok(first !== undefined, 'it was rewritten');
        const said = tokensIn(saidOf(preset), first.budget);
        // Nothing is billed here: room is kept for an estimate that was low.
        const { tokensBefore, reason } = first;
        assert.ok(tokensBefore > said * 0.85, `${tokensBefore} of ${said}, ${reason}`);
        assert.ok(tokensBefore < said + 12_000, `${tokensBefore} of ${said}, ${reason}`);
        assert.notEqual(reason, 'economy');
        if (first.target !== undefined) assert.ok(first.target > 1, `${first.target}`);
        compactor.dispose();
      });
    }
  }
});
