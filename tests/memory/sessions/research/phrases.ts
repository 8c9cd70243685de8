/** What is said in research sessions, by occasion and language. */
export interface ResearchPhrases {
  /** The user. Slots: about, thing, other, metric, term, value, unit, old, n, year, file. */
  readonly start: readonly string[];
  readonly deeper: readonly string[];
  readonly compare: readonly string[];
  readonly source: readonly string[];
  readonly keep: readonly string[];
  readonly draft: readonly string[];
  readonly assume: readonly string[];
  readonly assumeElse: readonly string[];
  readonly limit: readonly string[];
  readonly doubt: readonly string[];
  readonly thanks: readonly string[];

  /** The agent. Slots as above, and: title, url, who, quote, list, id. */
  readonly looking: readonly string[];
  readonly reading: readonly string[];
  readonly finding: readonly string[];
  readonly compared: readonly string[];
  readonly cited: readonly string[];
  readonly kept: readonly string[];
  readonly written: readonly string[];
  readonly understood: readonly string[];
  readonly unsure: readonly string[];
  readonly quoted: readonly string[];
}

const en: ResearchPhrases = {
  start: [
    'I am (writing|preparing) (a piece|a report|a talk|my thesis chapter) (on|about) <about>. (Start|Please start) with <term>.',
    '(What do we know|What is known) about <term> in <about>? (Sources please|With sources).',
    'new topic within <about>: <term>. find (me |)(good|recent|primary) sources',
    '(Now|Next) <term>(, same approach|, please be critical|).',
  ],
  deeper: [
    '(more|tell me more) about <thing>(, especially <metric>|)',
    'what is the <metric> (of|for|at) <thing>?',
    '<thing> (sounds|looks) (interesting|important). (Dig|Go) deeper.',
    'who (runs|is behind) <thing>, and (is there|can you find) a (newer|better) figure for <metric>?',
  ],
  compare: [
    'compare <thing> (with|and) <other>(, <metric>|)',
    'how does <other> (from before|we had earlier) (compare|relate) to <thing>?',
    '(a table|put in a table): everything we have (so far |)on <metric>',
    'is <thing> (really |)(better|worse) than <other>?',
  ],
  source: [
    'where did (we|you) (read|get) (that|the <metric>) (about|for) <thing>?',
    '(link|source) for <thing> again(?|, please)',
    'which (paper|page) said <value> <unit>?',
  ],
  keep: [
    '(save|note|keep) that',
    '(put|add) (this|that) (to|into) (my|the) notes(, with the link|)',
    'good one, (note it|keep it for the intro)',
  ],
  draft: [
    '(write|draft) (a paragraph|the section|half a page) (with|from) what we have(, cite everything|)',
    '(sum up|summarise) (the last part|what we found so far), (at most <n> lines|short), (with|keep the) figures',
    'put it (all |)into <file>',
  ],
  assume: [
    '(for|in) the calculations (assume|use|take) <value> <unit> as <metric>',
    'my (supervisor|editor|client) (says|wants) <metric> = <value> <unit> as (the |)(baseline|reference)',
  ],
  assumeElse: [
    '(correction|sorry): the (baseline|reference) for <metric> is <value> <unit>, not <old>',
    '(they|the editor) changed (their|her) mind, <metric> <value> <unit> instead of <old>',
  ],
  limit: [
    '(only|please only) sources (after|since) <year>',
    '(no|skip) (press releases|blog posts|vendors) (please|from now on)',
    '(British|American) spelling in (all|the) drafts(, please|)',
    "(don't|do not) quote <who>, we are in (a dispute|touch anyway)",
  ],
  doubt: [
    '(hm|really)? <value> <unit> (sounds|seems) (high|low|off) for <thing>. (check|verify)',
    'are you sure (about|that) <thing>? I (remember|thought of) (something else|another figure)',
  ],
  thanks: [
    '(ok|good|nice), (go on|next)',
    '(thanks|great)',
    'interesting',
    '(continue|keep going)',
  ],
  looking: [
    '(Searching|Let me search|I will look) for (sources on|) <term>.',
    "(Let me|I'll) see what there is on <thing>.",
    '',
    '',
  ],
  reading: [
    '(Opening|Reading) "<title>".',
    'This (one|source) looks (promising|relevant)(.|:)',
    '',
    '',
  ],
  finding: [
    '(According to|In) "<title>" (<who>), the <metric> of <thing> (is|was) <value> <unit> (<year>): <url>',
    '**<thing>**: <metric> <value> <unit> (<year>, [<title>](<url>)).',
    '<thing> (has|reports) <value> <unit> (<metric>, <year>). (The source is|Source:) <url>',
  ],
  compared: [
    '(Side by side|Here is the comparison):\n\n<list>',
    '<list>\n\n(The gap|The difference) (is|looks) (real|large), but the years differ.',
    '<list>',
  ],
  cited: [
    '(That was|It is) "<title>", <url>',
    '<url> (<who>)',
    '(From|In) "<title>" by <who>: <value> <unit>.',
  ],
  kept: ['(Saved|Noted) as <id>.', '(OK|Done), note <id>.', '✓ <id>'],
  written: [
    '(Here is the draft|Draft):\n\n<list>',
    '<list>\n\n(Shall I|I can) shorten it(?|.)',
    '(Written to|It is in) <file>:\n\n<list>',
  ],
  understood: [
    '(Understood|OK|Noted).',
    '(I will|From now on I) (use|calculate with) <value> <unit> (for|as) <metric>.',
    '(Good|Fine), I will keep to that.',
  ],
  unsure: [
    '(You are right to ask|Good point)(.|:) "<title>" says <value> <unit>, (but|yet) <year> was (an odd|a special) year.',
    '(I decided to|I will) (keep|trust) <value> <unit> because "<title>" (measured|counted) it (directly|itself).',
    '(Two sources disagree|The sources differ). I (prefer|went with) "<title>" because it (names|gives) its method.',
  ],
  quoted: [
    '<who> (puts it|says): "<quote>."',
    '(Worth quoting|A quote for you): "<quote>" (<who>).',
  ],
};
const de: ResearchPhrases = {
  start: [
    'Ich schreibe einen Bericht über <about>. Fang bitte mit <term> an.',
    'Was weiß man über <term> (<about>)? Bitte mit Quellen.',
    'Jetzt <term>, gleiche Vorgehensweise.',
  ],
  deeper: [
    'Mehr zu <thing>, vor allem <metric>.',
    'Wie hoch ist <metric> bei <thing>?',
    '<thing> klingt wichtig, bitte vertiefen.',
  ],
  compare: [
    'Vergleiche <thing> mit <other>.',
    'Wie steht <other> von vorhin dazu?',
    'mach eine tabelle mit allem zu <metric>',
  ],
  source: [
    'Woher hatten wir das zu <thing>?',
    'Quelle für <thing> nochmal bitte',
    'wo standen die <value> <unit>?',
  ],
  keep: ['Notier das bitte.', 'ab in die notizen damit'],
  draft: [
    'Schreib daraus einen Absatz, alles belegt.',
    'Fass zusammen, was wir bisher haben, höchstens <n> Zeilen.',
    'bitte alles in <file>',
  ],
  assume: [
    'Rechne bei <metric> mit <value> <unit>.',
    'Meine Redakteurin will <value> <unit> als Basis für <metric>.',
  ],
  assumeElse: [
    'Korrektur: <metric> bitte <value> <unit>, nicht <old>.',
    'Neue Vorgabe, <metric> = <value> <unit> statt <old>.',
  ],
  limit: [
    'Nur Quellen ab <year>, bitte.',
    'Keine Pressemitteilungen mehr.',
    '<who> bitte nicht zitieren.',
  ],
  doubt: [
    '<value> <unit> kommt mir bei <thing> komisch vor, prüf das.',
    'Bist du sicher mit <thing>?',
  ],
  thanks: ['gut, weiter', 'danke', 'spannend'],
  looking: ['Ich suche nach <term>.', ''],
  reading: ['Ich lese „<title>“.', ''],
  finding: [
    'Laut „<title>“ (<who>) liegt <metric> bei <thing> bei <value> <unit> (<year>): <url>',
    '**<thing>**: <metric> <value> <unit> (<year>), <url>',
  ],
  compared: ['Im Vergleich:\n\n<list>', '<list>'],
  cited: ['Das war „<title>“, <url>', '<url> (<who>)'],
  kept: ['Notiert als <id>.', 'Notiz <id>.'],
  written: ['Entwurf:\n\n<list>', 'Steht in <file>:\n\n<list>'],
  understood: ['Verstanden.', 'Ich rechne ab jetzt mit <value> <unit> bei <metric>.'],
  unsure: [
    '„<title>“ nennt <value> <unit>, aber <year> war ein Ausnahmejahr.',
    'Ich bleibe bei <value> <unit>, weil „<title>“ selbst gemessen hat.',
  ],
  quoted: ['<who> sagt dazu: „<quote>.“'],
};
const fr: ResearchPhrases = {
  start: [
    'Je prépare un rapport sur <about>. Commence par <term>.',
    'Que sait-on de <term> (<about>) ? Avec les sources.',
    'Maintenant <term>, même méthode.',
  ],
  deeper: [
    'Plus sur <thing>, surtout <metric>.',
    'Quel est <metric> pour <thing> ?',
    "<thing> a l'air important, creuse.",
  ],
  compare: [
    'Compare <thing> et <other>.',
    "Et <other> de tout à l'heure ?",
    "fais un tableau de tout ce qu'on a sur <metric>",
  ],
  source: [
    "D'où venait le chiffre pour <thing> ?",
    'la source de <thing> encore une fois',
    'où a-t-on lu <value> <unit> ?',
  ],
  keep: ['Note ça.', 'mets-le dans les notes'],
  draft: [
    'Écris un paragraphe avec ça, tout sourcé.',
    "Résume ce qu'on a, <n> lignes au plus.",
    'mets tout dans <file>',
  ],
  assume: [
    'Prends <value> <unit> comme <metric> dans les calculs.',
    'Ma rédactrice veut <value> <unit> comme référence pour <metric>.',
  ],
  assumeElse: [
    'Correction : <metric> à <value> <unit>, pas <old>.',
    'Changement, <metric> = <value> <unit> au lieu de <old>.',
  ],
  limit: [
    'Seulement des sources depuis <year>.',
    'Plus de communiqués de presse.',
    'Ne cite pas <who>.',
  ],
  doubt: ['<value> <unit> me paraît bizarre pour <thing>, vérifie.', 'Tu es sûr pour <thing> ?'],
  thanks: ['bien, la suite', 'merci', 'intéressant'],
  looking: ['Je cherche <term>.', ''],
  reading: ['Je lis « <title> ».', ''],
  finding: [
    'Selon « <title> » (<who>), <metric> de <thing> : <value> <unit> (<year>), <url>',
    '**<thing>** : <metric> <value> <unit> (<year>), <url>',
  ],
  compared: ['En comparaison :\n\n<list>', '<list>'],
  cited: ["C'était « <title> », <url>", '<url> (<who>)'],
  kept: ['Noté : <id>.', 'Note <id>.'],
  written: ['Brouillon :\n\n<list>', "C'est dans <file> :\n\n<list>"],
  understood: ['Compris.', 'Je compte désormais avec <value> <unit> pour <metric>.'],
  unsure: [
    '« <title> » donne <value> <unit>, mais <year> était une année à part.',
    'Je garde <value> <unit> parce que « <title> » a mesuré directement.',
  ],
  quoted: ['<who> : « <quote>. »'],
};
const es: ResearchPhrases = {
  start: [
    'Preparo un informe sobre <about>. Empieza por <term>.',
    '¿Qué se sabe de <term> (<about>)? Con fuentes.',
    'Ahora <term>, igual que antes.',
  ],
  deeper: [
    'Más sobre <thing>, sobre todo <metric>.',
    '¿Cuánto es <metric> en <thing>?',
    '<thing> parece importante, profundiza.',
  ],
  compare: [
    'Compara <thing> con <other>.',
    '¿Y <other> de antes?',
    'haz una tabla con todo lo de <metric>',
  ],
  source: [
    '¿De dónde salió lo de <thing>?',
    'la fuente de <thing> otra vez',
    '¿dónde leímos <value> <unit>?',
  ],
  keep: ['Apunta eso.', 'a las notas'],
  draft: [
    'Escribe un párrafo con eso, todo citado.',
    'Resume lo que tenemos, <n> líneas como mucho.',
    'ponlo todo en <file>',
  ],
  assume: [
    'Usa <value> <unit> como <metric> en los cálculos.',
    'Mi editora quiere <value> <unit> de base para <metric>.',
  ],
  assumeElse: [
    'Corrección: <metric> son <value> <unit>, no <old>.',
    'Cambio: <metric> = <value> <unit> en vez de <old>.',
  ],
  limit: ['Solo fuentes desde <year>.', 'Nada de notas de prensa.', 'No cites a <who>.'],
  doubt: ['<value> <unit> me suena raro para <thing>, compruébalo.', '¿Seguro lo de <thing>?'],
  thanks: ['bien, sigue', 'gracias', 'interesante'],
  looking: ['Busco <term>.', ''],
  reading: ['Leo «<title>».', ''],
  finding: [
    'Según «<title>» (<who>), <metric> de <thing>: <value> <unit> (<year>), <url>',
    '**<thing>**: <metric> <value> <unit> (<year>), <url>',
  ],
  compared: ['Comparados:\n\n<list>', '<list>'],
  cited: ['Era «<title>», <url>', '<url> (<who>)'],
  kept: ['Apuntado como <id>.', 'Nota <id>.'],
  written: ['Borrador:\n\n<list>', 'Está en <file>:\n\n<list>'],
  understood: ['Entendido.', 'Desde ahora calculo con <value> <unit> para <metric>.'],
  unsure: [
    '«<title>» dice <value> <unit>, pero <year> fue un año raro.',
    'Me quedo con <value> <unit> porque «<title>» lo midió directamente.',
  ],
  quoted: ['<who>: «<quote>».'],
};
const pt: ResearchPhrases = {
  start: [
    'Estou preparando um relatório sobre <about>. Comece por <term>.',
    'O que se sabe de <term> (<about>)? Com fontes.',
    'Agora <term>, do mesmo jeito.',
  ],
  deeper: [
    'Mais sobre <thing>, principalmente <metric>.',
    'Quanto é <metric> em <thing>?',
    '<thing> parece importante, aprofunda.',
  ],
  compare: [
    'Compara <thing> com <other>.',
    'E <other> de antes?',
    'faz uma tabela com tudo de <metric>',
  ],
  source: [
    'De onde veio o número de <thing>?',
    'a fonte de <thing> de novo',
    'onde lemos <value> <unit>?',
  ],
  keep: ['Anota isso.', 'põe nas notas'],
  draft: [
    'Escreve um parágrafo com isso, tudo citado.',
    'Resume o que temos, no máximo <n> linhas.',
    'põe tudo em <file>',
  ],
  assume: [
    'Usa <value> <unit> como <metric> nas contas.',
    'Minha editora quer <value> <unit> de base para <metric>.',
  ],
  assumeElse: [
    'Correção: <metric> é <value> <unit>, não <old>.',
    'Mudou: <metric> = <value> <unit> em vez de <old>.',
  ],
  limit: ['Só fontes a partir de <year>.', 'Sem releases de imprensa.', 'Não cite <who>.'],
  doubt: ['<value> <unit> parece estranho para <thing>, confere.', 'Certeza sobre <thing>?'],
  thanks: ['bom, continua', 'obrigado', 'interessante'],
  looking: ['Procurando <term>.', ''],
  reading: ['Lendo "<title>".', ''],
  finding: [
    'Segundo "<title>" (<who>), <metric> de <thing>: <value> <unit> (<year>), <url>',
    '**<thing>**: <metric> <value> <unit> (<year>), <url>',
  ],
  compared: ['Comparando:\n\n<list>', '<list>'],
  cited: ['Foi "<title>", <url>', '<url> (<who>)'],
  kept: ['Anotado como <id>.', 'Nota <id>.'],
  written: ['Rascunho:\n\n<list>', 'Está em <file>:\n\n<list>'],
  understood: ['Entendido.', 'Passo a usar <value> <unit> para <metric>.'],
  unsure: [
    '"<title>" diz <value> <unit>, mas <year> foi um ano atípico.',
    'Fico com <value> <unit> porque "<title>" mediu direto.',
  ],
  quoted: ['<who>: "<quote>."'],
};
const zh: ResearchPhrases = {
  start: [
    '我在写关于 <about> 的报告，先查 <term>。',
    '<term>（<about>）目前有哪些研究？要有来源。',
    '接着查 <term>，方法一样。',
  ],
  deeper: [
    '再多说说 <thing>，特别是 <metric>。',
    '<thing> 的 <metric> 是多少？',
    '<thing> 看起来很重要，深入查一下。',
  ],
  compare: ['比较一下 <thing> 和 <other>。', '之前的 <other> 呢？', '把 <metric> 的数据列成表'],
  source: ['<thing> 的数据是哪里来的？', '再给我 <thing> 的来源', '<value> <unit> 是哪篇里的？'],
  keep: ['记下来。', '放进笔记'],
  draft: ['用这些写一段，都要引用。', '总结一下目前的结果，最多 <n> 行。', '都写进 <file>'],
  assume: ['计算时 <metric> 按 <value> <unit>。', '编辑要求 <metric> 以 <value> <unit> 为基准。'],
  assumeElse: [
    '更正：<metric> 是 <value> <unit>，不是 <old>。',
    '改了，<metric> 用 <value> <unit>，<old> 作废。',
  ],
  limit: ['只要 <year> 年以后的来源。', '不要新闻稿。', '不要引用 <who>。'],
  doubt: ['<thing> 的 <value> <unit> 不太对吧，核实一下。', '<thing> 确定吗？'],
  thanks: ['好，继续', '谢谢', '有意思'],
  looking: ['搜索 <term>。', ''],
  reading: ['打开《<title>》。', ''],
  finding: [
    '据《<title>》（<who>），<thing> 的 <metric> 为 <value> <unit>（<year>）：<url>',
    '**<thing>**：<metric> <value> <unit>（<year>），<url>',
  ],
  compared: ['对比如下：\n\n<list>', '<list>'],
  cited: ['出自《<title>》，<url>', '<url>（<who>）'],
  kept: ['已记为 <id>。', '笔记 <id>。'],
  written: ['草稿：\n\n<list>', '已写入 <file>：\n\n<list>'],
  understood: ['明白。', '之后 <metric> 按 <value> <unit> 算。'],
  unsure: [
    '《<title>》写的是 <value> <unit>，不过 <year> 年比较特殊。',
    '我采用 <value> <unit>，因为《<title>》是直接测量的。',
  ],
  quoted: ['<who> 说：“<quote>。”'],
};
const ja: ResearchPhrases = {
  start: [
    '<about>についての報告書を書いています。まず<term>から。',
    '<term>（<about>）について分かっていることを、出典付きでお願いします。',
    '次は<term>です。同じやり方で。',
  ],
  deeper: [
    '<thing>について詳しく。特に<metric>。',
    '<thing>の<metric>はいくつですか？',
    '<thing>は重要そうです。掘り下げてください。',
  ],
  compare: [
    '<thing>と<other>を比べてください。',
    '前に出た<other>はどうですか？',
    '<metric>を全部表にしてください',
  ],
  source: [
    '<thing>の数字はどこからでしたか？',
    '<thing>の出典をもう一度',
    '<value> <unit>はどの資料でしたか？',
  ],
  keep: ['それを控えておいて。', 'ノートに入れてください'],
  draft: [
    'これで一段落書いてください。全部引用付きで。',
    'ここまでを<n>行以内でまとめて。',
    '<file>に全部入れてください',
  ],
  assume: [
    '計算では<metric>を<value> <unit>としてください。',
    '編集者の希望で<metric>の基準は<value> <unit>です。',
  ],
  assumeElse: [
    '訂正です。<metric>は<old>ではなく<value> <unit>。',
    '変更になりました。<metric> = <value> <unit>（<old>は無効）。',
  ],
  limit: [
    '<year>年以降の資料だけにしてください。',
    'プレスリリースは使わないで。',
    '<who>の引用は避けてください。',
  ],
  doubt: ['<thing>の<value> <unit>は変ではないですか。確認を。', '<thing>は確かですか？'],
  thanks: ['では次を', 'ありがとう', '面白いですね'],
  looking: ['<term>を検索します。', ''],
  reading: ['「<title>」を読みます。', ''],
  finding: [
    '「<title>」（<who>）によると、<thing>の<metric>は<value> <unit>（<year>年）：<url>',
    '**<thing>**：<metric> <value> <unit>（<year>）、<url>',
  ],
  compared: ['比較です：\n\n<list>', '<list>'],
  cited: ['「<title>」でした。<url>', '<url>（<who>）'],
  kept: ['<id>として控えました。', 'ノート<id>。'],
  written: ['下書きです：\n\n<list>', '<file>に書きました：\n\n<list>'],
  understood: ['承知しました。', '今後<metric>は<value> <unit>で計算します。'],
  unsure: [
    '「<title>」では<value> <unit>ですが、<year>年は特殊でした。',
    '<value> <unit>を採ります。「<title>」は直接測定しているからです。',
  ],
  quoted: ['<who>は「<quote>」と述べています。'],
};
const ru: ResearchPhrases = {
  start: [
    'Готовлю отчёт о <about>. Начни с <term>.',
    'Что известно о <term> (<about>)? С источниками.',
    'Теперь <term>, так же.',
  ],
  deeper: [
    'Подробнее о <thing>, особенно <metric>.',
    'Какой <metric> у <thing>?',
    '<thing> выглядит важным, копни глубже.',
  ],
  compare: [
    'Сравни <thing> и <other>.',
    'А <other>, что был раньше?',
    'сделай таблицу по <metric>',
  ],
  source: [
    'Откуда была цифра по <thing>?',
    'ещё раз источник про <thing>',
    'где было <value> <unit>?',
  ],
  keep: ['Запиши это.', 'в заметки'],
  draft: [
    'Напиши из этого абзац, со ссылками.',
    'Подведи итог, не больше <n> строк.',
    'всё в <file>',
  ],
  assume: [
    'В расчётах бери <metric> = <value> <unit>.',
    'Редактор хочет <value> <unit> как базу для <metric>.',
  ],
  assumeElse: [
    'Поправка: <metric> это <value> <unit>, а не <old>.',
    'Изменилось: <metric> = <value> <unit> вместо <old>.',
  ],
  limit: ['Только источники с <year> года.', 'Без пресс-релизов.', 'Не цитируй <who>.'],
  doubt: ['<value> <unit> для <thing> странно, проверь.', 'Ты уверен насчёт <thing>?'],
  thanks: ['хорошо, дальше', 'спасибо', 'любопытно'],
  looking: ['Ищу <term>.', ''],
  reading: ['Читаю «<title>».', ''],
  finding: [
    'По данным «<title>» (<who>), <metric> у <thing>: <value> <unit> (<year>), <url>',
    '**<thing>**: <metric> <value> <unit> (<year>), <url>',
  ],
  compared: ['Сравнение:\n\n<list>', '<list>'],
  cited: ['Это «<title>», <url>', '<url> (<who>)'],
  kept: ['Записал как <id>.', 'Заметка <id>.'],
  written: ['Черновик:\n\n<list>', 'Записано в <file>:\n\n<list>'],
  understood: ['Понял.', 'Теперь считаю с <value> <unit> для <metric>.'],
  unsure: [
    '«<title>» даёт <value> <unit>, но <year> год был особым.',
    'Оставляю <value> <unit>, потому что «<title>» измеряли напрямую.',
  ],
  quoted: ['<who>: «<quote>».'],
};

export const researchPhrases: Readonly<Record<string, ResearchPhrases>> = {
  en,
  de,
  fr,
  es,
  pt,
  zh,
  ja,
  ru,
};
