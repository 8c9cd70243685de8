/**
 * What a record says of what happened: deeds told, values that stand after they were replaced, torn
 * names, wrong statements, several spellings of one file. Decides when it is asked: at every fold, of
 * all that is folded by then.
 */

import { claimsOf, fileStatements, spellings } from '../measure/claims.ts';
import { holdsName } from '../measure/occurrence.ts';
import { namesIn } from '../measure/references.ts';
import { Tally } from '../measure/shares.ts';
import { textOfMessages } from '../measure/texts.ts';
import { tornIn } from '../measure/torn.ts';
import { deedsOf, falsehoodsOf } from '../measure/truths.ts';
import { holdsMeaning } from '../measure/within.ts';

/** The word of a tool's name that says what it does, as far as every form of it agrees. */
function verbOf(tool) {
  const [verb = tool] = tool
    .split(/[_\-.\s]|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word.length > 2);
  return verb.slice(0, 5);
}

/** A deed is told where its target stands; one of an undescribed tool, where what was done stands there too. */
function isTold(record, { kind, tool, target }) {
  return kind === 'domain'
    ? holdsMeaning(record, { value: target, about: [verbOf(tool)] })
    : holdsName(record, target);
}

export function truthOf(session, future) {
  const deeds = session.recorded ? deedsOf(session.messages) : session.deeds;
  const falsehoods = session.recorded ? falsehoodsOf(session.messages) : session.falsehoods;
  const files = [
    ...new Set(
      [...namesIn(future.history.text)].flatMap(({ type, text }) =>
        type === 'path' ? [text] : [],
      ),
    ),
  ];
  const tally = new Tally();
  const torn = new Set();
  const words = new Set();
  const wrong = new Map();
  let folds = 0;
  let doubles = 0;
  return {
    observe({ at, view, split, isRewritten }) {
      if (!isRewritten) return;
      const { record, verbatim } = split();
      folds += 1;
      for (const deed of deeds) {
        if (deed.at >= at || verbatim.has(deed.at)) continue;
        tally.count(`deeds, ${deed.kind}`, isTold(record, deed));
        if (deed.outcome !== undefined && deed.kind === 'domain') {
          tally.count('outcomes', holdsName(record, deed.outcome));
        }
      }
      const text = textOfMessages(view);
      for (const { at: said, by, oldValue, newValue, about } of session.superseded) {
        if (by >= at || verbatim.has(said)) continue;
        const stands = (value) => holdsMeaning(text, { value, about, unit: true });
        tally.count('superseded, alone', stands(oldValue) && !stands(newValue));
        tally.count('superseded, resolved', stands(newValue));
      }
      const found = tornIn(record, future.history.before(at));
      for (const name of found.names) torn.add(name);
      for (const word of found.words) words.add(word);
      for (const { at: since, until = Infinity, subject, claim, because, tool } of falsehoods) {
        if (since >= at || until < at || verbatim.has(since)) continue;
        const claims = claimsOf(record, subject, claim, tool);
        tally.count(`wrong, ${because}`, claims.length > 0);
        for (const each of claims) wrong.set(`${because}: ${subject}`, each.slice(0, 160));
      }
      const paths = [...namesIn(fileStatements(record))].flatMap(({ type, text: path }) =>
        type === 'path' ? [path] : [],
      );
      for (const group of spellings(paths, files)) doubles += group.length - 1;
    },
    figures: () => ({ tally, folds, torn: [...torn], words: [...words], wrong, doubles }),
  };
}
