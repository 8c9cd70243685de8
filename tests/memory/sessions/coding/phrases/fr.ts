import type { CodingPhrases } from './phrases.ts';

export const fr: CodingPhrases = {
  bug: [
    '<symptom>, (je pense que|à mon avis) ça vient de <fn>. Tu peux regarder ?',
    'Il y a un souci dans <file> : <symptom>. Corrige(z|) avec un test, merci.',
    'salut, <symptom> depuis (hier|la mise en prod), une idée ?',
    "Le ticket <ticket> dit : « <symptom> ». Trouve la cause s'il te plaît.",
  ],
  pasted: ["(voilà la sortie|ce que j'ai) :", 'toujours rouge :', 'la CI :'],
  feature: [
    "Ensuite : un module dans <folder> qui s'appuie sur <fn>, avec des tests (sans mocks|).",
    "Ajoute <fn> dans <file>, et qu'il s'arrête après <n> essais.",
    'il nous faut quelque chose pour <folder>, réutilise ce qui existe',
  ],
  rename: [
    'Renomme <from> en <to>, partout.',
    '<from> prête à confusion, appelle-le <to> (dans les tests aussi|).',
  ],
  move: [
    'Déplace <names> vers <folder>(.| et corrige les imports.)',
    'un peu de rangement : <names> dans <folder>',
  ],
  remove: ["<names> : à supprimer, plus personne ne s'en sert.", 'Tu peux virer <names>.'],
  restore: [
    "En fait on a encore besoin de <file>, remets-le s'il te plaît.",
    'Un cron utilisait <file>… on peut le recréer ?',
  ],
  setting: [
    'Mets <key> à <value><unit>.',
    "Pour <key> prends <value><unit>, (j'ai mesuré|c'est convenu avec la prod).",
    'au passage, <key> = <value><unit>',
  ],
  change: [
    'Correction : <key> à <value><unit> finalement, pas <old><unit>.',
    'La prod préfère <value><unit> pour <key>, oublie <old>.',
  ],
  serve: [
    'Lance le serveur et (montre-moi la réponse|appelle la route).',
    'Ça démarre au moins ? Montre le log.',
  ],
  schema: [
    'Quelles colonnes a <table> ? Il en faut une pour <noun>, écris la migration.',
    'Regarde <table> en base et prépare la migration pour <noun>.',
  ],
  query: [
    'Combien de lignes de <table> ont <column> à null ?',
    '<column> est rempli dans <table> maintenant ?',
  ],
  where: ["C'est dans quel fichier <fn>, déjà ?", 'rappelle-moi où est <fn>'],
  whichValue: ['On avait mis combien pour <key> ?', 'Quelle valeur a <key> au final ?'],
  record: [
    "Mets à jour le CHANGELOG avec ce qu'on a fait.",
    'Résume dans <file> tout ce qui a changé, je dois rendre compte demain.',
  ],
  commit: ['ok, commit', "C'est bon, tu peux commiter.", 'Ouvre une PR pour ça.'],
  goBack: [
    'Revenons à <fn> : <symptom>.',
    'Ta modif de <fn> a un effet de bord : <symptom>.',
    '<file> encore : <symptom>',
  ],
  goBackUnnamed: [
    'Ce que tu as corrigé au tout début recommence : <symptom>.',
    "L'endroit de tout à l'heure, avec le <noun> : <symptom>. Regarde encore.",
  ],
  lint: ['Le linter râle, règle ça.', "Vérifie les types s'il te plaît."],
  library: [
    "Prends une bibliothèque pour <noun>, pas la peine de l'écrire nous-mêmes.",
    "Ajoute <library> et sers-t'en dans <file>.",
  ],
  script: [
    'Écris un petit script qui liste les appels de <fn>.',
    'Il me faut la liste de ce qui utilise <fn>, un script serait bien.',
  ],
  go: ['oui', 'vas-y', '(parfait|super), continue', 'ok', 'merci, la suite', 'nickel'],
  interrupt: ['attends', 'stop,', "non, ce n'est pas ce que je voulais dire"],
  symptoms: [
    "le compte des <noun> est décalé de un quand il n'y a qu'un <other>",
    'un <noun> vide revient tous les <n> appels',
    'ça bloque quand le <noun> manque',
    "deux <noun> avec le même <other> s'écrasent",
    'le <other> disparaît au redémarrage',
    "au-delà de <n> <noun> on a une page d'erreur",
  ],
  look: [
    'Je commence par lire `<file>`.',
    'Voyons comment `<fn>` est écrit.',
    '',
    "D'abord le code autour de `<fn>`.",
  ],
  search: ['Qui appelle `<fn>` ?', 'Je cherche tous les usages de `<fn>`.', ''],
  cause: [
    'Je vois le problème : <why>.',
    'La cause : <why>. On ne le voit que si `<other>` passe en premier.',
    'Ah, <why>.',
  ],
  fix: ['Je corrige `<fn>`.', 'La plus petite modification :', '', ''],
  run: ['Les tests maintenant.', 'On vérifie.', ''],
  red: [
    'Encore rouge : `<test>`. Il manque la seconde branche.',
    '`<test>` échoue parce que <why>.',
  ],
  green: ['Tout passe.', 'Les tests sont verts.', ''],
  missing: ["`<file>` n'existe pas, je cherche par nom.", 'Mauvais chemin, je liste le dossier.'],
  compile: ["Il reste l'ancien nom : `<fn>` dans <file>.", "J'ai oublié `<fn>` dans `<file>`."],
  decision: [
    "J'ai choisi : <choice>, parce que <reason>.",
    'On garde cette option : <choice>, car <reason>.',
    'Plutôt que de toucher à `<other>` : <choice>, vu que <reason>.',
  ],
  plan: [
    "Mon plan : d'abord `<fn>`, puis `<other>` ; <file> attendra.",
    'Reste à faire :\n- [x] `<other>`\n- [ ] `<fn>`',
  ],
  wrote: ['Et un test.', 'Cela va dans `<file>`.', ''],
  moved: ['Maintenant les imports.', 'Je déplace :', ''],
  done: [
    "C'est fait : <why> ; `<fn>` dans <file> est corrigé.( Je n'ai pas touché à `<other>`.|)",
    'Terminé. Modifiés : <names>.',
    '`<fn>` se comporte bien maintenant. Cause : <why>.',
  ],
  answerPlace: ['`<fn>` est dans `<file>`.', 'Dans <file>, à côté de `<other>`.'],
  answerValue: ['`<key>` vaut <value><unit> (dans <file>).', '<value><unit>.'],
  like: ["C'est le même motif que `<other>` dans <file>.", "Comme pour `<other>` tout à l'heure."],
  headings: ['## Résumé', '### Ce qui a changé', '**Résultat :**'],
  causes: [
    '`<fn>` part avant que `<other>` ait fini',
    'la comparaison avec <n> dans `<fn>` est décalée de un',
    '`<fn>` ne prévoit pas la liste vide',
    '`<other>` modifie ce que `<fn>` lui donne',
    'la clé de `<fn>` oublie le <noun>',
    "`<fn>` avale l'erreur de `<other>`",
  ],
  choices: [
    '`<fn>` reste synchrone',
    'une table par <noun> au lieu des boucles',
    '<n> tentatives au plus',
    'le <noun> stocké en entier',
    '`<other>` reste où il est',
  ],
  reasons: [
    'les appelants tiennent un verrou',
    "un <noun> peut avoir jusqu'à <n> <other>",
    'tout autre ordre casse `<other>`',
    'la prod en dépend déjà',
  ],
};
