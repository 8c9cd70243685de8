import type { CodingPhrases } from './phrases.ts';

export const de: CodingPhrases = {
  bug: [
    '<symptom> – ich (glaube|vermute), es liegt an <fn>. (Schaust du mal?|Kannst du dir das ansehen?)',
    'In <file> stimmt was nicht: <symptom>. (Bitte mit Test beheben.|Bitte prüfen.)',
    'moin, <symptom>. (seit gestern|seit dem letzten Deploy), hast du ne idee?',
    'Ein Kunde meldet (Ticket <ticket>): "<symptom>". Finde bitte die Ursache.',
  ],
  pasted: [
    '(Das kommt dabei raus|So sieht das aus|Die CI sagt):',
    'immer noch rot:',
    'aus dem Log:',
  ],
  feature: [
    'Als Nächstes: ein Modul in <folder>, das <fn> (benutzt|umhüllt), mit Tests(, bitte ohne Mocks|).',
    'Ergänze bitte <fn> in <file>. Nach <n> Versuchen soll Schluss sein.',
    'wir brauchen noch was für <folder>, nimm was schon da ist und schreib tests dazu',
  ],
  rename: [
    'Benenne <from> bitte in <to> um, überall.',
    '<from> heißt ab jetzt <to>, (auch in den Tests|der alte Name verwirrt alle).',
  ],
  move: [
    'Verschieb bitte <names> nach <folder>(.| und zieh die Importe nach.)',
    'Aufräumen: <names> gehören nach <folder>.',
  ],
  remove: ['<names> (kann weg|können weg), benutzt niemand mehr.', 'Lösche bitte <names>.'],
  restore: [
    'Sorry, <file> brauchen wir doch. Leg es bitte wieder an(, gern schlanker|).',
    'Der Importer braucht <file> noch, bitte zurückholen.',
  ],
  setting: [
    'Setz <key> bitte auf <value><unit>.',
    'Für <key> nehmen wir <value><unit>, (so mit dem Betrieb abgesprochen|habe ich gemessen).',
    'ach ja, <key> = <value><unit>',
  ],
  change: [
    'Korrektur: <key> doch lieber <value><unit> statt <old><unit>.',
    'Der Betrieb hat angerufen: <key> muss auf <value><unit>, <old> war zu viel.',
  ],
  serve: [
    'Starte mal den Server und (zeig mir, was er sagt|ruf den Endpunkt auf).',
    'Läuft das überhaupt? Zeig mal das Log.',
  ],
  schema: [
    'Welche Spalten hat <table>? Wir brauchen eine neue für <noun>, schreib bitte die Migration.',
    'Schau in die DB (<table>) und schreib die Migration für <noun>.',
  ],
  query: [
    'Wie viele Zeilen in <table> haben bei <column> null?',
    'Ist <column> in <table> inzwischen gefüllt?',
  ],
  where: ['Wo liegt <fn> jetzt nochmal?', 'kurze frage: <fn>, in welcher datei war das?'],
  whichValue: [
    'Auf was hatten wir <key> gesetzt?',
    'Welcher Wert ist es bei <key> am Ende geworden?',
  ],
  record: [
    'Schreib bitte ins CHANGELOG, was wir (bisher|heute) gemacht haben.',
    'Fass in <file> zusammen, was alles geändert wurde, ich muss morgen berichten.',
  ],
  commit: ['ok, committen', '(Passt|Gut), bitte commit.', 'Mach einen PR (daraus|dafür).'],
  goBack: [
    'Nochmal zu <fn>: <symptom>.',
    'Deine Änderung an <fn> von vorhin hat eine Nebenwirkung: <symptom>.',
    '<file> macht wieder Ärger: <symptom>',
  ],
  goBackUnnamed: [
    'Das, was du ganz am Anfang repariert hast, (spinnt|zickt) wieder: <symptom>.',
    'Die Stelle von vorhin mit dem <noun>: <symptom>. Schau bitte nochmal.',
  ],
  lint: ['Der Linter meckert, mach das bitte grün.', 'Bitte einmal Typen prüfen.'],
  library: [
    'Nimm für <noun> lieber eine Bibliothek, das müssen wir nicht selbst pflegen.',
    'Bau bitte <library> ein und nutze es in <file>.',
  ],
  script: [
    'Schreib ein kleines Skript, das alle Aufrufer von <fn> auflistet.',
    'Für die Prüfung brauche ich eine Liste, wer <fn> benutzt, am besten als Skript.',
  ],
  go: ['ja', 'mach', '(super|prima), weiter', 'ok', 'Danke, weiter bitte.', 'passt'],
  interrupt: ['stopp', 'Moment,', 'nein, so war das nicht gemeint'],
  symptoms: [
    'der <noun>-Zähler ist um eins daneben, wenn nur ein <other> da ist',
    'alle <n> Aufrufe kommt ein leerer <noun> zurück',
    'es hängt, sobald der <noun> fehlt',
    'zwei <noun> mit demselben <other> überschreiben sich',
    'nach einem Neustart ist der <other> weg',
    'mehr als <n> <noun> und es kommt nur noch eine Fehlerseite',
  ],
  look: [
    'Ich (sehe mir|lese) zuerst `<file>`( an|).',
    'Schauen wir, wie `<fn>` heute arbeitet.',
    '',
    'Zuerst der Code um `<fn>`.',
  ],
  search: ['Wer ruft `<fn>` auf?', 'Ich suche alle Stellen mit `<fn>`.', ''],
  cause: [
    'Jetzt sehe ich es: <why>.',
    'Die Ursache: <why>. Das fällt nur auf, wenn `<other>` zuerst läuft.',
    'Aha. <why>.',
  ],
  fix: ['Ich korrigiere das in `<fn>`.', 'Die kleinste Änderung:', '', ''],
  run: ['Jetzt die Tests.', 'Hält das?', ''],
  red: ['Noch rot: `<test>`. Der zweite Zweig fehlt noch.', '`<test>` schlägt fehl: <why>.'],
  green: ['Alles grün.', 'Die Tests laufen durch.', ''],
  missing: [
    '`<file>` gibt es nicht, ich suche danach.',
    'Falscher Pfad, ich liste den Ordner auf.',
  ],
  compile: [
    'Der Compiler kennt noch den alten Namen: `<fn>` in <file>.',
    'In `<file>` habe ich `<fn>` vergessen.',
  ],
  decision: [
    'Ich habe mich entschieden: <choice>, weil <reason>.',
    'Wir bleiben dabei: <choice>, weil <reason>.',
    'Statt `<other>` anzufassen: <choice>, weil <reason>.',
  ],
  plan: [
    'Mein Plan: zuerst `<fn>`, dann `<other>`, <file> bleibt vorerst.',
    'Offen:\n- [x] `<other>`\n- [ ] `<fn>`',
  ],
  wrote: ['Dazu ein Test.', 'Das kommt in `<file>`.', ''],
  moved: ['Jetzt die Importe.', 'Verschieben:', ''],
  done: [
    'Erledigt: <why>; `<fn>` in <file> ist korrigiert.( `<other>` blieb unberührt.|)',
    'Fertig. Geändert: <names>.',
    '`<fn>` verhält sich jetzt richtig. Ursache: <why>.',
  ],
  answerPlace: ['`<fn>` liegt in `<file>`.', 'In <file>, neben `<other>`.'],
  answerValue: ['`<key>` steht auf <value><unit> (in <file>).', '<value><unit>.'],
  like: ['Dasselbe Muster wie bei `<other>` in <file>.', 'Genau wie `<other>` vorhin.'],
  headings: ['## Zusammenfassung', '### Was sich geändert hat', '**Ergebnis:**'],
  causes: [
    '`<fn>` läuft, bevor `<other>` fertig ist',
    'der Vergleich mit <n> in `<fn>` ist um eins falsch',
    'in `<fn>` fehlt die Prüfung auf eine leere Liste',
    '`<other>` verändert, was es von `<fn>` bekommt',
    'der Schlüssel in `<fn>` lässt den <noun> weg',
    '`<fn>` verschluckt den Fehler von `<other>`',
  ],
  choices: [
    '`<fn>` bleibt synchron',
    'eine Map nach <noun> statt der Schleifen',
    'höchstens <n> Wiederholungen',
    'der <noun> wird als Ganzzahl gespeichert',
    '`<other>` bleibt, wo es ist',
  ],
  reasons: [
    'die Aufrufer eine Sperre halten',
    'ein <noun> bis zu <n> <other> haben kann',
    'jede andere Reihenfolge `<other>` zerlegt',
    'der Betrieb sich heute schon darauf verlässt',
  ],
};
