/** German phrasings. Decides wording alone. */
import type { Phrasings } from './phrasings.ts';

export const german: Phrasings = {
  openings: [
    'Wir lösen den Abrechnungsdienst von der alten Warteschlange. Geh das bitte Schritt für Schritt mit mir durch.',
    'Der nächtliche Import bricht ständig ab. Finde heraus, woran es liegt, und behebe es.',
  ],
  user: {
    path: [
      'Die wichtigen Einstellungen stehen in {path}, alles andere wird erzeugt.',
      'Fang bitte mit {path} an, dort ging es letztes Mal schief.',
      'Schau dir auch {path} an, das hat lange niemand angefasst.',
    ],
    url: [
      'Den Bericht zum Vorfall findest du unter {url}.',
      'Die Testumgebung läuft jetzt auf {url}.',
      'Das Format ist hier beschrieben: {url}',
    ],
    number: [
      'Für die ganze Anfrage haben wir höchstens {number}.',
      'Im letzten Quartal waren es {number}, mehr darf es nicht werden.',
      'Nimm {number} als Vorgabe, der alte Wert war geraten.',
    ],
    constraint: [
      'Ab jetzt beginnt jede Commit-Nachricht mit {ticket}.',
      'Lass immer erst die Prüfungen laufen, bevor du mir etwas zeigst.',
      'Die Signatur von {symbol} muss so bleiben, wie sie ist.',
      'Jede Migration braucht einen Weg zurück, ohne Ausnahme.',
    ],
    approval: [
      'Ja, du darfst {path} löschen.',
      'Einverstanden, stell auf {version} um.',
      'Nein, die Umbenennung von {symbol} erlaube ich nicht.',
    ],
    negation: [
      'Fass {path} bitte NICHT an, die Datei gehört einem anderen Team.',
      'Schreib niemals in den produktiven Speicher, auch nicht zum Testen.',
      'Auf keinen Fall neue Abhängigkeiten einführen.',
      '{symbol} darf den Inhalt nicht protokollieren, unter keinen Umständen.',
    ],
    name: [
      'Frag {name} wegen der Rechnungen.',
      '{name} sieht sich das am Ende an.',
      'Zuständig ist seit dem Umbau {name}.',
    ],
  },
  chat: [
    'Gut, mach weiter.',
    'Hm, das sieht seltsam aus. Kannst du das noch einmal prüfen?',
    'Danke! Was kommt als Nächstes?',
    'Warum schlägt das fehl?',
    'Sieht gut aus, weiter mit dem nächsten Teil.',
  ],
  assistant: {
    path: [
      'Die falsche Vorgabe kommt aus {path}.',
      'Die Wiederholungen liegen jetzt in {path}, damit beide Aufrufer sie nutzen.',
    ],
    url: ['Die Diskussion dazu steht unter {url}.', 'Die Vorschau ist unter {url} erreichbar.'],
    number: [
      'Mit dem Index dauert die langsamste Abfrage {number}.',
      'Als Grenze habe ich {number} gewählt, darüber brach der Lasttest ein.',
    ],
    version: [
      'Der Fehler kam mit {version} des Treibers.',
      'Ich habe den Client auf {version} festgelegt.',
    ],
    hash: ['Die Suche endet bei {hash}.', 'Der letzte gute Stand ist {hash}.'],
    date: [
      'Das Zertifikat läuft am {date} ab.',
      'Die alte Schnittstelle wird am {date} abgeschaltet.',
    ],
    symbol: [
      'Der Wettlauf steckt in {symbol}: es liest, bevor die Sperre gesetzt ist.',
      'Den Helfer habe ich in {symbol} umbenannt.',
    ],
    name: ['Laut Verlauf hat {name} den Umweg eingebaut.', 'Der Alarm geht an {name}.'],
  },
  talk: [
    'Ich sehe mir an, wie das verdrahtet ist.',
    'Das erklärt einen Teil davon. Ich prüfe auch die Aufrufer.',
    'Die Änderung ist klein, jetzt kommen die Tests.',
    'Zwei davon schlagen fehl, ich schaue nach dem Grund.',
    'Das ist wie erwartet.',
    'Ich lese zuerst den Code ringsum.',
  ],
  record: {
    headings: ['Auftrag und Grenzen', 'Erledigt', 'Entscheidungen', 'Stand', 'Offen'],
    sentences: [
      'Der Agent ist den Auftrag des Nutzers Schritt für Schritt durchgegangen und hat jede Änderung geprüft.',
      'Der umliegende Code wurde gelesen, und die Aufrufer wurden der Reihe nach geprüft.',
      'Nach jeder Änderung liefen die Tests, und was fehlschlug, wurde behoben.',
      'Die kleinere der beiden Änderungen wurde gewählt, weil sie die Aufrufer unberührt lässt.',
      'Als Nächstes kommt der folgende Teil; im Moment ist nichts kaputt.',
    ],
  },
};
