/**
 * What the recorded agent is asked and how it works: one plan a turn. Each text is written from what
 * the tools returned in this session, so the recording is honest work on whatever the tree holds.
 */

import {
  countsOf,
  entriesOf,
  functionsIn,
  headSentence,
  hitCount,
  hitsOf,
  sliceOf,
  testTotals,
} from './findings.mjs';

const list = (dir) => ['list', { dir }];
const read = (path, from, to) => ['read', { path, ...(from && { from }), ...(to && { to }) }];
const search = (pattern, dir, limit) => ['search', { pattern, dir, ...(limit && { limit }) }];
const run = (command) => ['run', { command }];
const note = (name, text) => ['note', { name, text }];

const code = (text) => `\`${text}\``;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const plural = (n, word) =>
  `${n} ${n === 1 ? word : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`}`;

function batches(items, size) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function bySize(a, b) {
  return b.lines - a.lines || (a.path < b.path ? -1 : 1);
}

export const system = [
  'You are a coding agent at work in a repository. The current folder is its root and all paths are relative to it.',
  'Look before you state: every figure you give comes from a tool. Quote places as path:line.',
  'Never change the tree; write what is worth keeping into notes. Call independent tools in parallel.',
  'Answer in the language of the question, briefly, the finding first.',
].join('\n');

/** Makes the turns of the session. They share one memory, filled only from tool results. */
export function createTurns() {
  /** Files seen in listings: `{ path, lines }`. */
  const files = [];
  const folders = [];
  const facts = {};

  function remember(dir, result) {
    const prefix = dir === '.' ? '' : `${dir}/`;
    for (const entry of entriesOf(result)) {
      const path = `${prefix}${entry.name}`;
      if (entry.folder) folders.push(path);
      else files.push({ path, lines: entry.size });
    }
  }

  const under = (folder, ending = '') =>
    files.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith(ending));
  const source = () =>
    files.filter(
      ({ path }) => /^(?:src|js|bindings)\//.test(path) && /\.(?:cc|h|ts|mjs)$/.test(path),
    );

  function* tour() {
    const [top] = yield { say: 'I start with the top folder.', calls: [list('.')] };
    remember('.', top);
    for (let depth = 0, seen = 0; depth < 4 && seen < folders.length; depth++) {
      const fresh = folders.slice(seen);
      seen = folders.length;
      for (const batch of batches(fresh, 5)) {
        const say =
          depth === 0
            ? `The top holds ${plural(folders.length, 'folder')}. I open them together.`
            : undefined;
        const results = yield { say, calls: batch.map(list) };
        for (const [i, dir] of batch.entries()) remember(dir, results[i]);
      }
    }
    const lines = sum(files.map((file) => file.lines));
    const papers = yield {
      say: `${plural(files.length, 'file')} with ${plural(lines, 'line')} so far. Now what the project says of itself.`,
      calls: [read('README.md', 1, 120), read('package.json'), read('docs/overview.md')],
    };
    const missing = papers.filter((paper) => !paper.ok).map((paper) => paper.value);
    const [history] = yield {
      say: missing.length > 0 ? `${missing.join('; ')}. I go on without.` : undefined,
      calls: [run('git log --format=%s -n 8')],
    };
    const largest = [...source()].sort(bySize).slice(0, 6);
    const heads = [];
    for (const pair of batches(largest, 2)) {
      const results = yield {
        say: `The heads of ${pair.map((file) => code(file.path)).join(' and ')} (${pair.map((file) => file.lines).join(' and ')} lines).`,
        calls: pair.map((file) => read(file.path, 1, 50)),
      };
      heads.push(...results.map(sliceOf).filter(Boolean));
    }
    facts.files = files.length;
    facts.lines = lines;
    const rows = folders
      .filter((folder) => !folder.includes('/'))
      .map((folder) => {
        const inside = under(folder);
        return `- ${code(`${folder}/`)}: ${plural(inside.length, 'file')}, ${plural(sum(inside.map((file) => file.lines)), 'line')}`;
      });
    return [
      `The repository has ${plural(files.length, 'file')} and ${plural(lines, 'line')} that I can read:`,
      ...rows,
      '',
      'Largest sources:',
      ...heads.map(
        (head) =>
          `- ${code(head.path)} (${head.total} lines): ${headSentence(head) || 'no head comment'}`,
      ),
      history.ok
        ? `Latest change: ${history.value.split('\n')[0]}.`
        : 'The history could not be read.',
      `I would start with ${code(heads[0]?.path ?? 'package.json')}.`,
    ].join('\n');
  }

  function* headReport() {
    const all = source();
    const part = all.slice(0, 30);
    facts.heads = [];
    for (const batch of batches(part, 3)) {
      const results = yield {
        say:
          facts.heads.length === 0
            ? `${plural(all.length, 'source file')} in all; three at a time, first lines only.`
            : undefined,
        calls: batch.map((file) => read(file.path, 1, 24)),
      };
      for (const slice of results.map(sliceOf).filter(Boolean)) {
        facts.heads.push({ path: slice.path, says: headSentence(slice) });
      }
    }
    const without = facts.heads.filter((head) => head.says === '');
    return [
      `${plural(facts.heads.length, 'file')} of ${all.length} read. ${without.length === 0 ? 'Each has a head comment' : `${without.length} without a head comment: ${without.map((head) => code(head.path)).join(', ')}`}.`,
      ...facts.heads.slice(0, 8).map((head) => `- ${code(head.path)}: ${head.says || '(none)'}`),
      `The remaining ${all.length - facts.heads.length} are open. Shall I go on?`,
    ].join('\n');
  }

  /** The long turn: reads the larger files slice by slice, at least `minSteps` steps. */
  function* longFunctions() {
    const minSteps = 64;
    const maxLines = 5600;
    const chosen = [];
    let planned = 0;
    for (const file of [...source()].sort(bySize)) {
      if (planned + Math.min(file.lines, 400) > maxLines) continue;
      chosen.push(file);
      planned += Math.min(file.lines, 400);
    }
    const slice = Math.max(20, Math.min(110, Math.floor(planned / minSteps)));
    const found = [];
    yield {
      think: `The header report is off the table. ${chosen.length} files, at most 400 lines of each, ${slice} lines a read: about ${Math.ceil(planned / slice)} reads. I keep the lines and measure functions by their braces.`,
      say: `Understood, no header report. I read ${plural(chosen.length, 'file')}, largest first, ${slice} lines at a time.`,
      calls: [search('^[^ #/].*\\) (?:const )?\\{$', 'src', 80)],
    };
    for (const [index, file] of chosen.entries()) {
      const lines = new Map();
      const end = Math.min(file.lines, 400);
      for (let from = 1; from <= end; from += slice) {
        const to = Math.min(from + slice - 1, end);
        const last = found.at(-1);
        const say =
          from === 1 && last
            ? `${code(last.path)}: longest is ${code(last.name)} with ${plural(last.length, 'line')} (${last.path}:${last.from}). Next, file ${index + 1} of ${chosen.length}.`
            : undefined;
        const [result] = yield { say, calls: [read(file.path, from, to)] };
        for (const [number, line] of sliceOf(result)?.lines ?? []) lines.set(number, line);
      }
      const [longest] = functionsIn(lines);
      if (longest) found.push({ path: file.path, ...longest });
    }
    const worst = found
      .sort((a, b) => b.length - a.length || (a.path < b.path ? -1 : 1))
      .slice(0, 6);
    for (const pair of batches(worst, 2)) {
      yield {
        say: `Once more, to be sure where ${pair.map((one) => code(one.name)).join(' and ')} begin and end.`,
        calls: pair.map((one) => read(one.path, one.from, one.to)),
      };
    }
    facts.worst = worst;
    const table = worst.map(
      (one) => `- ${one.path}:${one.from} ${code(one.name)}, ${plural(one.length, 'line')}`,
    );
    yield {
      say: 'I keep the list in a note.',
      calls: [
        note('long-functions.md', ['# Longest function of each file', '', ...table].join('\n')),
      ],
    };
    const over = found.filter((one) => one.length > 40);
    return [
      `${plural(over.length, 'function')} over 40 lines among ${plural(chosen.length, 'file')}. The longest:`,
      ...table,
      'The list is in notes/long-functions.md.',
    ].join('\n');
  }

  function* chinese() {
    const dirs = ['src/text', 'src/tokens'];
    yield { calls: dirs.map(list) };
    const inside = dirs.flatMap((dir) => under(dir)).slice(0, 10);
    const heads = [];
    for (const batch of batches(inside, 2)) {
      const results = yield { calls: batch.map((file) => read(file.path, 1, 45)) };
      heads.push(...results.map(sliceOf).filter(Boolean));
    }
    return [
      `这两个目录共有 ${inside.length} 个文件，合计 ${sum(inside.map((file) => file.lines))} 行：`,
      ...heads.map(
        (head) =>
          `- ${code(head.path)}（${head.total} 行）：${headSentence(head) || '文件开头没有说明'}`,
      ),
      '以上说明取自各文件开头的注释。',
    ].join('\n');
  }

  function* exportsInventory() {
    const [wide] = yield {
      think:
        'Exported things have the word export, but the C++ side has none. I look at everything that has a letter e and sort it out myself.',
      say: 'I cast a wide net first.',
      calls: [search('e', '.', 3000)],
    };
    const folder = (path) => path.split('/')[0];
    const spread = new Map();
    for (const hit of hitsOf(wide))
      spread.set(folder(hit.path), (spread.get(folder(hit.path)) ?? 0) + 1);
    const counts = [...spread].map(([name, hits]) => `${name} ${hits}`).join(', ');
    const pattern = '^export (?:async )?(?:function|class|const|interface|type) \\w+';
    const [broad, nothing] = yield {
      say: `That was far too wide: ${counts} lines shown. I narrow it to declarations.`,
      calls: [search(pattern, 'js', 120), search(pattern, 'js/missing')],
    };
    const byFile = new Map();
    for (const hit of hitsOf(broad)) byFile.set(hit.path, [...(byFile.get(hit.path) ?? []), hit]);
    const [entry] = yield {
      say: `${hitCount(broad)} declarations in ${plural(byFile.size, 'file')} (${nothing.value}). What does the entry point pass on?`,
      calls: [read('js/index.ts')],
    };
    const rows = [];
    for (const batch of batches([...byFile.keys()].slice(0, 16), 2)) {
      const results = yield { calls: batch.map((path) => read(path, 1, 60)) };
      batch.forEach((path, i) => {
        const slice = sliceOf(results[i]);
        const names = byFile
          .get(path)
          .map(
            (hit) =>
              hit.text.match(/(\w+)[^\w]*$|(?:function|class|const|interface|type) (\w+)/)?.[2] ??
              hit.text,
          );
        rows.push(`- ${code(path)} (${slice?.total ?? '?'} lines): ${names.join(', ')}`);
      });
    }
    facts.declarations = hitCount(broad);
    return [
      `${plural(hitCount(broad), 'exported declaration')} in js/.`,
      entry.ok
        ? `The entry point ${code('js/index.ts')} has ${plural(sliceOf(entry).total, 'line')}.`
        : `${entry.value}.`,
      ...rows,
    ].join('\n');
  }

  function* optionsInDocs() {
    const [types] = yield {
      say: 'The options are declared in js/types.ts.',
      calls: [read('js/types.ts', 1, 200)],
    };
    const names = [];
    let inside = false;
    for (const line of sliceOf(types)?.lines.values() ?? []) {
      if (/^export interface CompactorOptions/.test(line)) inside = true;
      else if (line === '}') inside = false;
      else if (inside) names.push(...(line.match(/^ {2}(\w+)\??:/)?.slice(1) ?? []));
    }
    const described = [];
    for (const batch of batches(names, 3)) {
      const results = yield {
        say:
          described.length === 0
            ? `${plural(names.length, 'option')}: ${names.join(', ')}. Where is each named besides its declaration?`
            : undefined,
        calls: batch.map((name) => search(`\\b${name}\\b`, '.', 25)),
      };
      batch.forEach((name, i) => {
        const paths = new Set(hitsOf(results[i]).map((hit) => hit.path));
        described.push({
          name,
          hits: hitCount(results[i]),
          readme: paths.has('README.md'),
          tested: [...paths].some((path) => path.startsWith('tests/')),
        });
      });
    }
    const again = yield {
      say: 'The README once more, and the declaration, to compare the wording of the defaults.',
      calls: [read('README.md', 1, 160), read('js/types.ts', 50, 110)],
    };
    const lacking = described.filter((option) => !option.readme).map((option) => code(option.name));
    facts.options = described.length;
    facts.lacking = lacking.length;
    yield {
      calls: [
        note(
          'options.md',
          [
            '# Options',
            '',
            ...described.map(
              (option) =>
                `- ${option.name}: ${plural(option.hits, 'line')}, README ${option.readme ? 'yes' : 'no'}`,
            ),
          ].join('\n'),
        ),
      ],
    };
    return [
      `${plural(described.length, 'option')}; ${lacking.length === 0 ? 'the README names each of them' : `the README does not name ${lacking.join(', ')}`}.`,
      again[0].ok
        ? `The README has ${plural(sliceOf(again[0]).total, 'line')}.`
        : `There is no README yet (${again[0].value}).`,
      `Most used: ${[...described]
        .sort((a, b) => b.hits - a.hits || (a.name < b.name ? -1 : 1))
        .slice(0, 3)
        .map((option) => `${code(option.name)} (${plural(option.hits, 'line')})`)
        .join(', ')}. Details in notes/options.md.`,
    ].join('\n');
  }

  function* germanTests() {
    yield {
      say: 'Ich sehe mir die Testordner an.',
      calls: [list('tests'), list('tests/core'), list('tests/js')],
    };
    const core = under('tests/core', '_test.cc');
    const scripts = files.filter(({ path }) => /^tests\/js\/[^/]+\.test\.(?:ts|mjs)$/.test(path));
    const small = [...scripts]
      .sort((a, b) => a.lines - b.lines || (a.path < b.path ? -1 : 1))
      .slice(0, 3);
    const outcomes = [];
    for (const { path } of small) {
      const [result] = yield {
        say: `Ich führe ${code(path)} aus.`,
        calls: [run(`node --test ${path}`)],
      };
      outcomes.push({ path, ok: result.ok, ...testTotals(result) });
    }
    const [absent] = yield {
      say: 'Gibt es auch einen Test für die Aufzeichnung selbst?',
      calls: [run('node --test tests/js/recording.test.mjs')],
    };
    const [refused, tracked] = yield {
      say: absent.ok
        ? 'Ja, und er läuft.'
        : 'Nein, diese Datei gibt es nicht. Zuletzt die Abhängigkeiten und die Dateiliste.',
      calls: [run('npm install left-pad'), run('git ls-files tests/core')],
    };
    for (const batch of batches(core.slice(0, 6), 2)) {
      yield { calls: batch.map((file) => search('^TEST', file.path, 40)) };
    }
    facts.outcomes = outcomes;
    return [
      `${core.length} native Testdateien in tests/core und ${scripts.length} in tests/js.`,
      ...outcomes.map(
        (one) =>
          `- ${code(one.path)}: ${one.ok ? `${one.pass} von ${one.tests} bestanden` : `fehlgeschlagen (${one.fail} von ${one.tests})`}`,
      ),
      refused.ok ? '' : `Pakete kann ich hier nicht installieren: ${refused.value.split('.')[0]}.`,
      tracked.ok
        ? `Git kennt ${countLines(tracked.value)} Einträge unter tests/core.`
        : 'Git konnte nicht gefragt werden.',
    ]
      .filter(Boolean)
      .join('\n');
  }

  function* includeRule() {
    const order = [
      'text',
      'tokens',
      'transcript',
      'budget',
      'edits',
      'summary',
      'recall',
      'session',
    ];
    const rank = new Map(order.map((name, i) => [name, i]));
    const same = new Set(['budget', 'edits', 'summary', 'recall']);
    const present = order.filter((name) => folders.includes(`src/${name}`));
    const breaches = [];
    let includes = 0;
    for (const name of present) {
      const [result] = yield {
        say:
          name === present[0]
            ? 'I take the includes folder by folder, from the bottom up.'
            : undefined,
        calls: [search('^#include "', `src/${name}`, 200)],
      };
      for (const hit of hitsOf(result)) {
        includes += 1;
        const target = hit.text.match(/"(\w+)\//)?.[1];
        const upward = rank.get(target) > rank.get(name);
        if (upward && !(same.has(target) && same.has(name))) breaches.push(hit);
      }
    }
    for (const breach of breaches.slice(0, 4)) {
      yield {
        say: `${code(`${breach.path}:${breach.line}`)} looks upward. What is it for?`,
        calls: [read(breach.path, Math.max(1, breach.line - 8), breach.line + 40)],
      };
    }
    facts.includes = includes;
    facts.breaches = breaches.length;
    return breaches.length === 0
      ? `${plural(includes, 'include')} in ${plural(present.length, 'folder')}; all of them point downward.`
      : [
          `${plural(breaches.length, 'include')} of ${includes} point upward:`,
          ...breaches.map((hit) => `- ${hit.path}:${hit.line} ${hit.text}`),
        ].join('\n');
  }

  function* arabicCount() {
    const cc = source()
      .filter((file) => /\.(?:cc|h)$/.test(file.path))
      .slice(0, 40);
    const ts = source()
      .filter((file) => /\.ts$/.test(file.path))
      .slice(0, 40);
    const results = yield {
      calls: [cc, ts]
        .filter((group) => group.length > 0)
        .map((group) => run(`wc -l ${group.map((file) => file.path).join(' ')}`)),
    };
    const totals = results.map((result) => sum(countsOf(result).map((row) => row.lines)));
    return `عدد الأسطر في ملفات C++ المفحوصة هو ${totals[0] ?? 0} في ${cc.length} ملفًا، وفي ملفات TypeScript هو ${totals[1] ?? 0} في ${ts.length} ملفًا.`;
  }

  function* tidiness() {
    const checks = [
      ['a line of more than 100 characters', '^.{101,}$'],
      ['a tab', '\\t'],
      ['trailing white space', '\\s$'],
      ['a note to do later', '\\b(?:TODO|FIXME|XXX)\\b'],
      ['a float in the core', '\\b(?:float|double)\\b'],
      ['console output', '\\bconsole\\.\\w+\\('],
    ];
    const rows = [];
    for (const [what, pattern] of checks) {
      const results = yield {
        say: `Looking for ${what}.`,
        calls: ['src', 'js', 'bindings'].map((dir) => search(pattern, dir, 20)),
      };
      const counts = results.map(hitCount);
      rows.push(
        `- ${what}: ${sum(counts)} (src ${counts[0]}, js ${counts[1]}, bindings ${counts[2]})`,
      );
      const first = results.flatMap(hitsOf)[0];
      if (first && sum(counts) < 40) {
        yield { calls: [read(first.path, Math.max(1, first.line - 10), first.line + 25)] };
      }
    }
    facts.tidy = rows;
    return ['Result of the six searches:', ...rows].join('\n');
  }

  /** Reads a file that the session has seen before, to the end, and says what it calls. */
  function* reread() {
    const targets = (facts.worst ?? []).slice(0, 3);
    const rows = [];
    for (const one of targets) {
      const [whole] = yield {
        say: `${code(one.path)} again, this time from the top.`,
        calls: [read(one.path, 1, 180)],
      };
      const slice = sliceOf(whole);
      const [uses] = yield { calls: [search(`\\b${one.name}\\(`, '.', 40)] };
      const elsewhere = hitsOf(uses).filter((hit) => hit.path !== one.path);
      rows.push(
        `- ${code(one.name)} (${one.path}:${one.from}, file of ${slice?.total ?? '?'} lines): ${plural(hitCount(uses), 'mention')}, ${elsewhere.length} of them in other files`,
      );
    }
    return ['Who uses the three longest:', ...rows].join('\n');
  }

  function* closing() {
    const notes = yield {
      say: 'First what I wrote down.',
      calls: [read('notes/long-functions.md'), read('notes/options.md'), read('notes/headers.md')],
    };
    const kept = notes.filter((one) => one.ok).length;
    const text = [
      '# Summary of the tour',
      '',
      `- ${facts.files} files, ${facts.lines} lines`,
      `- ${facts.declarations} exported declarations in js/`,
      `- ${facts.options} options, ${facts.lacking} not named in the README`,
      `- ${facts.includes} includes, ${facts.breaches} of them upward`,
      ...facts.tidy,
    ];
    yield {
      say: `${kept} of 3 notes exist; there is no header note, as agreed.`,
      calls: [note('summary.md', text.join('\n'))],
    };
    const [back] = yield { calls: [read('notes/summary.md')] };
    return `The summary is in notes/summary.md (${plural(sliceOf(back).total, 'line')}):\n${text.slice(2).join('\n')}`;
  }

  return [
    {
      user: 'Give me a tour of this repository: what lies where, how much of it there is, and where I should start reading. Use relative paths only, and never change anything in the tree.',
      plan: tour,
    },
    {
      user: 'Good. Now write a report on the head comments: for each source file in src, js and bindings, what its first comment says. Save it as notes/headers.md when all files are done.',
      plan: headReport,
    },
    {
      user: 'Stop, forget the header report, I no longer need it and I do not want a notes/headers.md. Instead find long functions: read the larger source files completely and tell me the longest function of each. Anything over 40 lines interests me.',
      plan: longFunctions,
    },
    {
      user: '请告诉我 src/text 和 src/tokens 两个目录里每个文件负责什么，各有多少行。请用中文回答。',
      plan: chinese,
    },
    { user: 'Make an inventory of what js/ exports, file by file.', plan: exportsInventory },
    {
      user: 'Does the README mention each option of createCompactor? Check every one, and note how often it is used.',
      plan: optionsInDocs,
    },
    {
      user: 'Welche Tests gibt es, und laufen sie? Bitte auf Deutsch antworten und drei der kleineren ausführen.',
      plan: germanTests,
    },
    {
      user: 'The core has a rule: text ← tokens ← transcript ← {budget, edits, summary, recall} ← session, imports point left only. Does the code keep it?',
      plan: includeRule,
    },
    {
      user: 'كم عدد الأسطر في ملفات C++ وملفات TypeScript؟ أجب بالعربية من فضلك.',
      plan: arabicCount,
    },
    {
      user: 'Check the tidiness of src, js and bindings: long lines, tabs, trailing blanks, leftover to-do notes, floats in the core, console output.',
      plan: tidiness,
    },
    { user: 'Back to the long functions: who uses the three longest?', plan: reread },
    {
      user: 'Thanks. Put the figures together in notes/summary.md and show me the result.',
      plan: closing,
    },
  ];
}

function countLines(text) {
  return text.split('\n').filter((line) => line !== '').length;
}
