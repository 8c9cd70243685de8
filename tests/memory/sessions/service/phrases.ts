/** What is said in customer service, by occasion and language. */
export interface ServicePhrases {
  /** The customer. Slots: noun, id, thing, name, date, other, amount, option, extra, topic, field, value, old. */
  readonly hello: readonly string[];
  readonly who: readonly string[];
  /** For staff that work through cases. */
  readonly nextCase: readonly string[];
  readonly move: readonly string[];
  readonly cancel: readonly string[];
  readonly create: readonly string[];
  readonly exchange: readonly string[];
  readonly refund: readonly string[];
  readonly ask: readonly string[];
  readonly rather: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
  readonly recall: readonly string[];
  /** An earlier record, named by what it is for and not by its id. */
  readonly again: readonly string[];
  /** Somebody from before, without a number. */
  readonly back: readonly string[];
  /** What was done so far. */
  readonly report: readonly string[];
  readonly complain: readonly string[];
  readonly contact: readonly string[];
  readonly correct: readonly string[];
  readonly wish: readonly string[];
  readonly thanks: readonly string[];

  /** The house. Slots as above, and: list, conf, fee, rule. */
  readonly askWho: readonly string[];
  readonly found: readonly string[];
  readonly offer: readonly string[];
  readonly confirm: readonly string[];
  readonly moved: readonly string[];
  readonly cancelled: readonly string[];
  readonly created: readonly string[];
  readonly refused: readonly string[];
  readonly rules: readonly string[];
  readonly tell: readonly string[];
  readonly sorry: readonly string[];
  readonly noted: readonly string[];
  readonly more: readonly string[];
}

const en: ServicePhrases = {
  hello: [
    '(hi|hello|good morning|hey there)',
    '(Hi|Hello), I need help with a <noun>.',
    'Hello, is this the right place for (changes|questions) to my <noun>?',
    'hi (quick one|got a minute?)',
  ],
  who: [
    '(My name is|I am|this is) <name>(, the mail should be|, mail is) <value>',
    '<value> is (the|my) (mail|e-mail) (address |)(you have|on file)',
    '<name>. (customer|client) (number|no|id) <id>',
    'you can find me under <id>',
  ],
  nextCase: [
    'next: <name>, <id>',
    '(Now|OK, next one) <name> (wrote in|called), (profile|customer) <id>.',
    '(new case|next ticket)(:|) <id> (<name>)',
    'then there is <name> (<id>) (waiting|on hold)',
  ],
  move: [
    '(Can|Could) you move <id> to <date>?',
    'I (have to|must) change <thing> to <date>(, something came up|.)',
    'pls move <id> -> <date>',
    '(The|My) <noun> for <thing>: <date> (would be|is) better(.| for us.)',
    'we need a different day for <id>. (what about|is) <date>( possible|)?',
  ],
  cancel: [
    '(Please cancel|I want to cancel|cancel) <id>(.|, I am ill.| please)',
    "(we will|we'll) not (make it|need it): <thing>. (Cancel it|Can you cancel)(, please|.)",
    'what happens if I cancel <id>? (if it is free then do it|just do it)',
  ],
  create: [
    '(I would like|I want|can I get) (a new|another) <noun>: <thing>, <date>, <option>.',
    '(One more|new) <noun> for <date>, <thing>( with <extra>|)(, please|)',
    '(Do you have|is there) anything on <date>? <thing>(, <option> if possible|)',
    'book <thing> for <date>',
  ],
  exchange: [
    '(Can I|is it possible to) (swap|change) <id> to <option>?',
    '<id>: (I would rather have|please make it|switch to) <option>',
    'the <option> would (suit|fit) (me|us) better for <thing>',
  ],
  refund: [
    '(where is|what about) (my|the) money for <id>?',
    'I (paid|was charged) <amount> (twice|too much) for <id>, (please refund|I want that back)',
    'the refund for <thing> (never arrived|is still missing)',
  ],
  ask: [
    'what (is the rule|are your rules) (on|about) <topic>?',
    '(quick|general) question(,|:) <topic>?',
    'how does <topic> work (with you|here)?',
    'before I decide: <topic>, (what applies|what do I have to know)?',
  ],
  rather: [
    '(Hm|Actually|no wait|sorry), <date> (after all|instead|would be better)',
    '(on second thought|thinking about it) <date>, not <old>',
    'my (wife|boss|partner) says <old> (is impossible|will not work). <date>?',
    '(I misread my calendar|wrong week), it must be <date>',
  ],
  yes: [
    'yes',
    '(yes please|go ahead|do it|ok do that)',
    '(sounds good|fine|perfect)',
    'Yes, (I confirm|that is right|correct).',
    'ok',
    'y',
    '(sure|great), go on',
  ],
  no: [
    'no',
    '(no thanks|leave it then|forget it)',
    'hmm no, (too expensive|not for <fee>)',
    '(then|in that case) (keep|leave) it (as it is|like that)',
  ],
  recall: [
    '(what was|remind me of) the (number|reference|code) for <thing>( again|)?',
    '(on which day|when) (is|was) <thing> (now|again)?',
    'did (we|you) (already |)(do|finish) <thing>?',
    'how much did I get back for <thing>?',
    'what did we (agree|settle) on for <thing>?',
  ],
  again: [
    'the one for <thing> (we talked about|from earlier), (move it|make it) <date>',
    'back to <thing>: <date> (after all|please)',
    '(I am sorry|sorry), <thing> again. can it be <date>?',
    '(the first|that earlier) one, <thing>, has to change to <date> now',
  ],
  back: [
    '<name> is back, (about|it is) <thing>',
    '<name> again(.|, same customer as before.)',
    '(the client|that person) from (before|earlier), <name>, (has another question|called back)',
  ],
  report: [
    '(can you|please) (list|sum up) what we (changed|did) (so far|today)?',
    '(report|summary) for my (boss|notes)(:|,) which <noun>s did we touch, with the references(?|, please)',
    'what is (done|settled) (by now|until now)?',
  ],
  complain: [
    '(this is|that is) the (second|third) time. (not amused|I am really unhappy)',
    '(I waited|we stood there for) <n> (minutes|hours) and nobody (came|answered), <thing>',
    'honestly <thing> was (a mess|a disaster|not ok)(. what do you offer?|)',
  ],
  contact: [
    '(my|our) new (number|phone) is <value>',
    '(please use|write to) <value> (from now on|in future)( for everything|)',
    'btw I moved, new <field>: <value>',
  ],
  correct: [
    '(the <field> I gave you|<old>) (is wrong|was wrong|has a typo), (it is|correct is) <value>',
    '(sorry|oops), <value> is the right <field>, not <old>',
  ],
  wish: [
    '(by the way|btw|oh and) (I never|please never) (book|put) me (near|next to) the (lift|toilets|door)',
    'for all of them (please|): invoice to <name>, not to me',
    'I (only|can only) (do|travel) (mornings|after 6 pm)(, keep that in mind|)',
    "(never|please don't) call (me |)before <n>, mail is fine",
    '(anything|everything) over <amount> (needs|has to have) my ok first',
  ],
  thanks: [
    'thanks',
    '(thank you|thx|cheers)(!|, that is all|)',
    '(great|super) (service|help)(, thank you|)',
    'ok bye',
    'that is all (for now|for today)',
  ],
  askWho: [
    '(Of course|Sure|Gladly). (May I have|Could you give me) your (customer number|e-mail address)?',
    'Happy to help! (Who am I talking to|Which <noun> is it about)?',
    'Hello! Please (tell me|send me) the number of the <noun>.',
  ],
  found: [
    '(Thank you|Thanks), <name>. I (see|have found) <list>.',
    'I have your profile (open|here now): <list>.',
    '(Found it|Here it is): <thing>, <date>, <option> (<id>).',
  ],
  offer: [
    '(These are|Here are|I have) the options:\n<list>\n(Which one|Which of them) (would you like|do you prefer)?',
    '(Available|Possible)(:|)\n<list>',
    '<list>\n\n(Shall I take the first one|Would the first one be all right)?',
  ],
  confirm: [
    '(So|To confirm|Just to be sure): <thing> (<id>) to <date>, <amount>. (May I go ahead|Is that right|Shall I proceed)?',
    '(That would be|This comes to) <amount> for <date>. (OK|Do you agree)?',
    'I would now (change|set) <id> to <date>. Yes?',
  ],
  moved: [
    'Done(:|,|.) <thing> is now on <date>, confirmation <conf>.',
    '<id> (has been|is) (moved|changed) to <date>. (Reference|Confirmation)(:|) <conf>.',
    '(All set|Changed): <date>. (The|) difference <amount>, reference <conf>.',
  ],
  cancelled: [
    '<id> is cancelled(.|,) <amount> (goes|will go) back to <method>(, reference <conf>|).',
    '(Cancelled|That is cancelled). You (get|will get) <amount> within <n> days (<conf>).',
  ],
  created: [
    '(Booked|Done|All set): <thing>, <date>, <option>. (Number|Your number|It is) <id>( (<amount>)|).',
    'Your new <noun> is <id>: <thing> on <date>, <amount>.',
    '<id> is (confirmed|created), <option>, <date>.',
  ],
  refused: [
    '(I am afraid|Unfortunately|Sorry), <id> cannot be (changed|cancelled|done): <rule>.',
    'The system (refuses|rejects) that (<rule>). (Would a voucher help|Another day perhaps)?',
    'That is not possible for <thing>, <rule>.',
  ],
  rules: [
    '(On|About) <topic>: <rule>',
    '(In short|The rule is): <rule>',
    '<rule> (That applies to <option>, too.|)',
  ],
  tell: [
    '<thing>: <date>, <option>, <id>.',
    '(That was|It is) <id>, <date>(, reference <conf>|).',
    '(Yes|According to my notes): <thing> is on <date>. (Reference <conf>.|)',
    '<amount>, reference <conf>.',
  ],
  sorry: [
    'I am (very |)sorry(.| about that.) I have (issued|added) a credit of <amount>, code <conf>.',
    '(That should not happen|I understand, that is annoying). (As a gesture|For your trouble) <amount>, (voucher|code) <conf>.',
  ],
  noted: [
    '(Noted|I have noted that|Understood|Will do)(.|!)',
    '(Thanks|OK), I have (changed|saved) that: <value>.',
    'I will (keep that in mind|remember that)(.| for the next ones.)',
  ],
  more: [
    '(Anything else|Is there anything else|Can I do more for you)?',
    'You are welcome(!|.)',
    '(Have a nice day|Goodbye)(!|.)',
    '',
  ],
};
const de: ServicePhrases = {
  hello: [
    '(hallo|guten tag|moin)',
    'Guten Tag, ich brauche Hilfe bei (einer|meiner) <noun>.',
    'Hallo, bin ich hier richtig?',
  ],
  who: [
    'Mein Name ist <name>, Kundennummer <id>.',
    '<name> hier, die Mail ist <value>',
    'unter <id> müssten Sie mich finden',
  ],
  nextCase: [
    'Als Nächstes: <name>, <id>',
    '(Weiter|Neuer Fall): <id> (<name>)',
    '<name> hat angerufen, Profil <id>.',
  ],
  move: [
    'Können Sie <id> auf den <date> verlegen?',
    '<thing> muss auf den <date>, mir ist was dazwischengekommen.',
    'bitte <id> umbuchen auf <date>',
  ],
  cancel: [
    'Bitte stornieren Sie <id>.',
    '<thing> schaffen wir nicht, bitte absagen.',
    'was kostet es, <id> zu stornieren? wenn nichts, dann bitte weg damit',
  ],
  create: [
    'Ich hätte gern noch was: <thing>, <date>, <option>.',
    'Haben Sie am <date> etwas frei? <thing>',
    'bitte <thing> für <date> buchen(, mit <extra>|)',
  ],
  exchange: [
    'Geht bei <id> auch <option>?',
    '<id> bitte auf <option> ändern',
    'für <thing> wäre <option> besser',
  ],
  refund: [
    'Wo bleibt mein Geld für <id>?',
    'Für <id> wurden <amount> doppelt abgebucht.',
    'die erstattung für <thing> fehlt immer noch',
  ],
  ask: ['Wie ist das bei Ihnen mit <topic>?', 'Kurze Frage: <topic>?', 'Was gilt bei <topic>?'],
  rather: [
    'Ach, doch lieber <date> statt <old>.',
    '(Moment|Sorry), der <old> geht nicht. <date>?',
    'mein mann sagt <old> ist unmöglich, also <date>',
  ],
  yes: ['ja', '(ja bitte|machen Sie das)', 'passt', 'Ja, stimmt so.', 'ok', 'gerne'],
  no: ['nein', 'dann lassen wir es so', 'nee, zu teuer', 'Nein, nicht für <fee>.'],
  recall: [
    'Wie war die Nummer für <thing> nochmal?',
    'Wann war <thing> jetzt?',
    'Hatten wir <thing> schon erledigt?',
    'wie viel gab es für <thing> zurück?',
  ],
  again: [
    'Nochmal zu <thing>: bitte auf den <date>.',
    'das von vorhin, <thing>, muss doch auf <date>',
    'Tut mir leid, <thing> noch einmal. Geht <date>?',
  ],
  back: ['<name> ist wieder da, wegen <thing>', 'nochmal <name>, wie vorhin'],
  report: [
    'Was haben wir bis jetzt alles geändert? Mit Vorgangsnummern bitte.',
    'mach mir bitte eine liste, was heute erledigt ist',
  ],
  complain: [
    'Das ist jetzt das dritte Mal, ich bin echt sauer. <thing>!',
    'Bei <thing> standen wir <n> Minuten herum und keiner kam.',
  ],
  contact: [
    'Meine neue Nummer ist <value>.',
    'bitte ab jetzt an <value> schreiben',
    'wir sind umgezogen, <field>: <value>',
  ],
  correct: ['<old> war falsch, richtig ist <value>.', 'ups, beim <field> Tippfehler: <value>'],
  wish: [
    'Übrigens: Rechnungen bitte immer an <name>.',
    'ich kann nur vormittags, bitte merken',
    'alles über <amount> bitte erst mit mir absprechen',
    'Bitte nie vor <n> Uhr anrufen.',
  ],
  thanks: ['danke', 'Vielen Dank, das war alles.', 'super, tschüss', 'merci'],
  askWho: ['Gern. Wie lautet Ihre Kundennummer?', 'Guten Tag! Um welche <noun> geht es?'],
  found: ['Danke, <name>. Ich sehe: <list>.', 'Gefunden: <thing>, <date>, <option> (<id>).'],
  offer: ['Möglich wäre:\n<list>\nWas passt Ihnen?', '<list>\n\nSoll ich das erste nehmen?'],
  confirm: [
    'Also <thing> (<id>) auf den <date>, <amount>. Einverstanden?',
    'Das macht <amount>. Soll ich?',
  ],
  moved: [
    'Erledigt: <thing> ist jetzt am <date>, Bestätigung <conf>.',
    '<id> liegt nun auf dem <date> (<conf>).',
  ],
  cancelled: [
    '<id> ist storniert, <amount> gehen zurück auf <method> (<conf>).',
    'Storniert. Sie bekommen <amount> binnen <n> Tagen, Vorgang <conf>.',
  ],
  created: [
    'Gebucht: <thing>, <date>, <option>. Nummer <id>, <amount>.',
    'Ihre neue <noun> hat die Nummer <id> (<date>).',
  ],
  refused: ['Leider geht das bei <id> nicht: <rule>.', 'Das System lehnt <thing> ab, <rule>.'],
  rules: ['Zu <topic>: <rule>', 'Die Regel dazu: <rule>'],
  tell: [
    '<thing>: <date>, <option>, <id>.',
    'Das war <id>, <date>, Bestätigung <conf>.',
    '<amount>, Vorgang <conf>.',
  ],
  sorry: [
    'Das tut mir leid. Ich habe <amount> gutgeschrieben, Code <conf>.',
    'Verstehe, sehr ärgerlich. Als Ausgleich <amount> (<conf>).',
  ],
  noted: ['Ist notiert.', 'Habe ich geändert: <value>.', 'Das merke ich mir.'],
  more: ['Kann ich sonst noch etwas tun?', 'Gern geschehen.', ''],
};
const fr: ServicePhrases = {
  hello: [
    '(bonjour|bonsoir)',
    "Bonjour, j'ai besoin d'aide pour une <noun>.",
    "Bonjour, vous pouvez m'aider ?",
  ],
  who: [
    'Je suis <name>, numéro client <id>.',
    "<name>, l'adresse est <value>",
    'vous me trouverez sous <id>',
  ],
  nextCase: [
    'Suivant : <name>, <id>',
    'Dossier suivant, <id> (<name>)',
    '<name> a appelé, profil <id>.',
  ],
  move: [
    'Pouvez-vous déplacer <id> au <date> ?',
    "<thing> doit passer au <date>, j'ai un empêchement.",
    'svp <id> -> <date>',
  ],
  cancel: [
    "Annulez <id> s'il vous plaît.",
    'On ne pourra pas pour <thing>, à annuler.',
    "l'annulation de <id> est gratuite ? alors allez-y",
  ],
  create: [
    'Je voudrais en plus : <thing>, le <date>, <option>.',
    'Vous avez quelque chose le <date> ? <thing>',
    'réservez <thing> pour le <date>( avec <extra>|)',
  ],
  exchange: [
    'On peut passer <id> en <option> ?',
    '<id> : plutôt <option>',
    'pour <thing> je préfère <option>',
  ],
  refund: [
    'Où est mon remboursement pour <id> ?',
    "J'ai payé <amount> deux fois pour <id>.",
    "le remboursement de <thing> n'est toujours pas là",
  ],
  ask: [
    'Quelles sont les règles pour <topic> ?',
    'Petite question : <topic> ?',
    'Comment ça marche, <topic> ?',
  ],
  rather: [
    'En fait plutôt le <date>, pas le <old>.',
    '(pardon|attendez), le <old> ne va pas. Le <date> ?',
    'ma femme dit que le <old> est impossible, donc <date>',
  ],
  yes: ['oui', "(oui, allez-y|d'accord)", 'parfait', "Oui, c'est ça.", 'ok', 'je confirme'],
  no: ['non', 'alors laissez comme ça', 'non, trop cher', 'Pas pour <fee>.'],
  recall: [
    "C'était quoi le numéro pour <thing> ?",
    "<thing>, c'est quand maintenant ?",
    'On a déjà réglé <thing> ?',
    "combien on m'a rendu pour <thing> ?",
  ],
  again: [
    'Revenons à <thing> : le <date> finalement.',
    "celui de tout à l'heure, <thing>, à mettre au <date>",
    'Désolé, encore <thing>. Le <date> est possible ?',
  ],
  back: ['<name> est de retour, pour <thing>', "encore <name>, comme tout à l'heure"],
  report: [
    "Qu'est-ce qu'on a fait jusqu'ici ? Avec les références.",
    'fais-moi la liste de ce qui est réglé',
  ],
  complain: [
    "C'est la troisième fois, je suis vraiment mécontent. <thing> !",
    'Pour <thing> on a attendu <n> minutes, personne.',
  ],
  contact: [
    'Mon nouveau numéro : <value>.',
    'écrivez-moi désormais à <value>',
    'nous avons déménagé, <field> : <value>',
  ],
  correct: ["<old> était faux, c'est <value>.", 'oups, erreur dans <field> : <value>'],
  wish: [
    'Au fait, les factures toujours à <name>.',
    'je ne suis libre que le matin, notez-le',
    "au-dessus de <amount> demandez-moi d'abord",
    "Ne m'appelez jamais avant <n> h.",
  ],
  thanks: ['merci', "Merci, c'est tout.", 'super, au revoir'],
  askWho: ['Bien sûr. Quel est votre numéro client ?', "Bonjour ! De quelle <noun> s'agit-il ?"],
  found: ['Merci, <name>. Je vois : <list>.', 'Trouvé : <thing>, <date>, <option> (<id>).'],
  offer: [
    'Voici ce qui est possible :\n<list>\nQue préférez-vous ?',
    '<list>\n\nJe prends le premier ?',
  ],
  confirm: [
    "Donc <thing> (<id>) au <date>, <amount>. D'accord ?",
    'Cela fait <amount>. Je valide ?',
  ],
  moved: [
    "C'est fait : <thing> est au <date>, confirmation <conf>.",
    '<id> passe au <date> (<conf>).',
  ],
  cancelled: [
    '<id> est annulé, <amount> reviennent sur <method> (<conf>).',
    'Annulé. Vous recevrez <amount> sous <n> jours, référence <conf>.',
  ],
  created: [
    'Réservé : <thing>, <date>, <option>. Numéro <id>, <amount>.',
    'Votre nouvelle <noun> porte le numéro <id> (<date>).',
  ],
  refused: ['Désolé, impossible pour <id> : <rule>.', 'Le système refuse <thing>, <rule>.'],
  rules: ['Pour <topic> : <rule>', 'La règle : <rule>'],
  tell: [
    '<thing> : <date>, <option>, <id>.',
    "C'était <id>, <date>, confirmation <conf>.",
    '<amount>, référence <conf>.',
  ],
  sorry: [
    "Je suis désolé. J'ai crédité <amount>, code <conf>.",
    'Je comprends. En geste commercial <amount> (<conf>).',
  ],
  noted: ["C'est noté.", 'Modifié : <value>.', "J'y penserai."],
  more: ['Autre chose ?', 'Avec plaisir.', ''],
};
const es: ServicePhrases = {
  hello: [
    '(hola|buenas)',
    'Hola, necesito ayuda con una <noun>.',
    'Buenos días, ¿me pueden atender?',
  ],
  who: ['Soy <name>, cliente <id>.', '<name>, mi correo es <value>', 'me encuentra con <id>'],
  nextCase: [
    'Siguiente: <name>, <id>',
    'Otro caso, <id> (<name>)',
    'Ha llamado <name>, perfil <id>.',
  ],
  move: [
    '¿Puede pasar <id> al <date>?',
    '<thing> tiene que ser el <date>, me ha surgido algo.',
    'porfa <id> -> <date>',
  ],
  cancel: [
    'Cancele <id>, por favor.',
    'No podemos ir a <thing>, hay que anularlo.',
    'si cancelar <id> es gratis, hágalo',
  ],
  create: [
    'Quisiera además: <thing>, el <date>, <option>.',
    '¿Hay algo el <date>? <thing>',
    'reserve <thing> para el <date>( con <extra>|)',
  ],
  exchange: [
    '¿Se puede cambiar <id> a <option>?',
    '<id>: mejor <option>',
    'para <thing> prefiero <option>',
  ],
  refund: [
    '¿Dónde está mi devolución de <id>?',
    'Me cobraron <amount> dos veces por <id>.',
    'la devolución de <thing> sigue sin llegar',
  ],
  ask: ['¿Qué norma hay sobre <topic>?', 'Una pregunta: ¿<topic>?', '¿Cómo funciona <topic>?'],
  rather: [
    'Mejor el <date>, no el <old>.',
    '(perdón|espere), el <old> no puedo. ¿El <date>?',
    'mi jefa dice que el <old> imposible, pues <date>',
  ],
  yes: ['sí', '(sí, adelante|de acuerdo)', 'perfecto', 'Sí, eso es.', 'ok', 'vale'],
  no: ['no', 'entonces déjelo así', 'no, muy caro', 'Por <fee> no.'],
  recall: [
    '¿Cuál era el número de <thing>?',
    '¿Para cuándo quedó <thing>?',
    '¿Ya resolvimos <thing>?',
    'cuánto me devolvieron por <thing>?',
  ],
  again: [
    'Volviendo a <thing>: el <date> al final.',
    'lo de antes, <thing>, pasa al <date>',
    'Perdón, otra vez <thing>. ¿Puede ser el <date>?',
  ],
  back: ['<name> otra vez, por <thing>', 'vuelve <name>, la de antes'],
  report: [
    '¿Qué hemos cambiado hasta ahora? Con las referencias.',
    'hazme una lista de lo que está resuelto',
  ],
  complain: [
    'Es la tercera vez, estoy muy molesto. ¡<thing>!',
    'En <thing> esperamos <n> minutos y nada.',
  ],
  contact: [
    'Mi nuevo número es <value>.',
    'escríbanme a <value> desde ahora',
    'nos mudamos, <field>: <value>',
  ],
  correct: ['<old> estaba mal, es <value>.', 'uy, error en <field>: <value>'],
  wish: [
    'Por cierto, las facturas siempre a <name>.',
    'solo puedo por las mañanas, téngalo en cuenta',
    'por encima de <amount> pregúntenme antes',
    'Nunca me llamen antes de las <n>.',
  ],
  thanks: ['gracias', 'Muchas gracias, eso es todo.', 'genial, adiós'],
  askWho: ['Claro. ¿Su número de cliente?', '¡Hola! ¿De qué <noun> se trata?'],
  found: ['Gracias, <name>. Veo: <list>.', 'Aquí está: <thing>, <date>, <option> (<id>).'],
  offer: ['Hay estas opciones:\n<list>\n¿Cuál prefiere?', '<list>\n\n¿Tomo la primera?'],
  confirm: ['Entonces <thing> (<id>) al <date>, <amount>. ¿Conforme?', 'Serían <amount>. ¿Sigo?'],
  moved: ['Hecho: <thing> queda el <date>, confirmación <conf>.', '<id> pasa al <date> (<conf>).'],
  cancelled: [
    '<id> está cancelado, <amount> vuelven a <method> (<conf>).',
    'Cancelado. Recibirá <amount> en <n> días, ref. <conf>.',
  ],
  created: [
    'Reservado: <thing>, <date>, <option>. Número <id>, <amount>.',
    'Su nueva <noun> es la <id> (<date>).',
  ],
  refused: ['Lo siento, con <id> no se puede: <rule>.', 'El sistema rechaza <thing>, <rule>.'],
  rules: ['Sobre <topic>: <rule>', 'La norma: <rule>'],
  tell: [
    '<thing>: <date>, <option>, <id>.',
    'Era <id>, <date>, confirmación <conf>.',
    '<amount>, ref. <conf>.',
  ],
  sorry: [
    'Lo lamento. He abonado <amount>, código <conf>.',
    'Le entiendo. Como compensación <amount> (<conf>).',
  ],
  noted: ['Anotado.', 'Cambiado: <value>.', 'Lo tendré en cuenta.'],
  more: ['¿Algo más?', 'De nada.', ''],
};
const pt: ServicePhrases = {
  hello: ['(oi|olá|bom dia)', 'Olá, preciso de ajuda com uma <noun>.', 'Bom dia, pode me ajudar?'],
  who: ['Sou <name>, cliente <id>.', '<name>, o e-mail é <value>', 'me acha pelo <id>'],
  nextCase: ['Próximo: <name>, <id>', 'Outro caso, <id> (<name>)', '<name> ligou, perfil <id>.'],
  move: [
    'Pode passar <id> para <date>?',
    '<thing> tem que ser em <date>, surgiu um imprevisto.',
    'por favor <id> -> <date>',
  ],
  cancel: [
    'Cancela <id>, por favor.',
    'Não vamos conseguir <thing>, pode cancelar.',
    'se cancelar <id> for grátis, cancela',
  ],
  create: [
    'Queria mais uma coisa: <thing>, <date>, <option>.',
    'Tem algo em <date>? <thing>',
    'reserva <thing> pra <date>( com <extra>|)',
  ],
  exchange: [
    'Dá pra trocar <id> para <option>?',
    '<id>: melhor <option>',
    'para <thing> prefiro <option>',
  ],
  refund: [
    'Cadê meu reembolso de <id>?',
    'Cobraram <amount> duas vezes em <id>.',
    'o reembolso de <thing> ainda não caiu',
  ],
  ask: ['Qual a regra sobre <topic>?', 'Uma dúvida: <topic>?', 'Como funciona <topic>?'],
  rather: [
    'Na verdade <date>, não <old>.',
    '(desculpa|espera), <old> não dá. <date>?',
    'meu chefe disse que <old> é impossível, então <date>',
  ],
  yes: ['sim', '(sim, pode|combinado)', 'perfeito', 'Sim, isso mesmo.', 'ok', 'pode ser'],
  no: ['não', 'então deixa assim', 'não, caro demais', 'Por <fee> não.'],
  recall: [
    'Qual era o número de <thing>?',
    'Ficou pra quando <thing>?',
    'Já resolvemos <thing>?',
    'quanto me devolveram de <thing>?',
  ],
  again: [
    'Voltando a <thing>: <date> no fim das contas.',
    'aquele de antes, <thing>, muda pra <date>',
    'Desculpa, de novo <thing>. Pode ser <date>?',
  ],
  back: ['<name> voltou, sobre <thing>', 'de novo <name>, de antes'],
  report: [
    'O que já mudamos até agora? Com as referências.',
    'faz uma lista do que está resolvido',
  ],
  complain: [
    'É a terceira vez, estou muito chateado. <thing>!',
    'Em <thing> esperamos <n> minutos e nada.',
  ],
  contact: [
    'Meu novo número é <value>.',
    'a partir de agora escrevam para <value>',
    'mudamos, <field>: <value>',
  ],
  correct: ['<old> estava errado, é <value>.', 'ops, erro em <field>: <value>'],
  wish: [
    'Aliás, as notas sempre para <name>.',
    'só posso de manhã, anota aí',
    'acima de <amount> me perguntem antes',
    'Nunca liguem antes das <n>.',
  ],
  thanks: ['obrigado', 'Muito obrigada, é só isso.', 'ótimo, tchau'],
  askWho: ['Claro. Qual o seu número de cliente?', 'Olá! De qual <noun> se trata?'],
  found: ['Obrigado, <name>. Vejo: <list>.', 'Achei: <thing>, <date>, <option> (<id>).'],
  offer: ['Temos:\n<list>\nQual prefere?', '<list>\n\nFico com a primeira?'],
  confirm: ['Então <thing> (<id>) para <date>, <amount>. Certo?', 'Dá <amount>. Posso seguir?'],
  moved: [
    'Feito: <thing> agora é <date>, confirmação <conf>.',
    '<id> passou para <date> (<conf>).',
  ],
  cancelled: [
    '<id> cancelado, <amount> voltam para <method> (<conf>).',
    'Cancelado. Recebe <amount> em <n> dias, ref. <conf>.',
  ],
  created: [
    'Reservado: <thing>, <date>, <option>. Número <id>, <amount>.',
    'Sua nova <noun> é <id> (<date>).',
  ],
  refused: ['Infelizmente <id> não pode: <rule>.', 'O sistema recusou <thing>, <rule>.'],
  rules: ['Sobre <topic>: <rule>', 'A regra: <rule>'],
  tell: [
    '<thing>: <date>, <option>, <id>.',
    'Era <id>, <date>, confirmação <conf>.',
    '<amount>, ref. <conf>.',
  ],
  sorry: [
    'Sinto muito. Creditei <amount>, código <conf>.',
    'Entendo. Como compensação <amount> (<conf>).',
  ],
  noted: ['Anotado.', 'Alterado: <value>.', 'Vou lembrar.'],
  more: ['Mais alguma coisa?', 'Por nada.', ''],
};
const zh: ServicePhrases = {
  hello: ['(你好|您好|在吗)', '你好，我的<noun>需要帮忙。', '请问可以改<noun>吗？'],
  who: ['我是 <name>，客户号 <id>。', '<name>，邮箱 <value>', '用 <id> 能查到我'],
  nextCase: ['下一个：<name>，<id>', '新的工单 <id>（<name>）', '<name> 来电，档案 <id>。'],
  move: ['能把 <id> 改到<date>吗？', '<thing> 要改成<date>，临时有事。', '麻烦 <id> 改期 <date>'],
  cancel: ['请取消 <id>。', '<thing> 去不了了，取消吧。', '<id> 取消要钱吗？不要就取消'],
  create: [
    '我还想要：<thing>，<date>，<option>。',
    '<date>有吗？<thing>',
    '帮我订 <thing>，<date>(，加 <extra>|)',
  ],
  exchange: ['<id> 可以换成 <option> 吗？', '<id>：改成 <option>', '<thing> 还是 <option> 合适'],
  refund: ['<id> 的退款到哪儿了？', '<id> 扣了我两次 <amount>。', '<thing> 的钱还没退'],
  ask: ['<topic> 是怎么规定的？', '问一下：<topic>？', '<topic> 怎么算？'],
  rather: [
    '还是<date>吧，不要<old>了。',
    '(不好意思|等等)，<old>不行，<date>呢？',
    '老板说<old>不可以，那就<date>',
  ],
  yes: ['好的', '(可以|行，就这样)', '没问题', '对，确认。', '嗯', 'ok'],
  no: ['不用了', '那就算了', '太贵了', '<fee> 就不要了。'],
  recall: [
    '<thing> 的编号是多少来着？',
    '<thing> 现在是哪天？',
    '<thing> 处理好了吗？',
    '<thing> 退了我多少？',
  ],
  again: [
    '回到 <thing>：改成<date>。',
    '刚才那个 <thing>，还是要<date>',
    '抱歉，又是 <thing>，<date>可以吗？',
  ],
  back: ['<name> 又来了，关于 <thing>', '还是之前的 <name>'],
  report: ['到现在为止我们改了哪些？带上编号。', '把今天处理完的列一下'],
  complain: ['这都第三次了，很不满意。<thing>！', '<thing> 我们等了 <n> 分钟都没人。'],
  contact: ['我的新号码是 <value>。', '以后发到 <value>', '我们搬家了，<field>：<value>'],
  correct: ['<old> 写错了，应该是 <value>。', '哎，<field> 打错了：<value>'],
  wish: [
    '对了，发票一律开给 <name>。',
    '我只有上午有空，记一下',
    '超过 <amount> 的先问我',
    '<n> 点之前别打电话。',
  ],
  thanks: ['谢谢', '谢谢，没别的了。', '好，再见'],
  askWho: ['好的，请问您的客户号？', '您好！是哪个<noun>？'],
  found: ['谢谢，<name>。我看到：<list>。', '查到了：<thing>，<date>，<option>（<id>）。'],
  offer: ['可以选：\n<list>\n您要哪个？', '<list>\n\n要第一个吗？'],
  confirm: ['那么 <thing>（<id>）改到<date>，<amount>，可以吗？', '一共 <amount>，确认吗？'],
  moved: ['好了：<thing> 改到<date>，确认号 <conf>。', '<id> 已改为<date>（<conf>）。'],
  cancelled: [
    '<id> 已取消，<amount> 退回 <method>（<conf>）。',
    '已取消，<n> 天内退 <amount>，编号 <conf>。',
  ],
  created: [
    '订好了：<thing>，<date>，<option>，编号 <id>，<amount>。',
    '新的<noun>是 <id>（<date>）。',
  ],
  refused: ['抱歉，<id> 办不了：<rule>。', '系统拒绝了 <thing>，<rule>。'],
  rules: ['关于 <topic>：<rule>', '规定是：<rule>'],
  tell: [
    '<thing>：<date>，<option>，<id>。',
    '是 <id>，<date>，确认号 <conf>。',
    '<amount>，编号 <conf>。',
  ],
  sorry: ['非常抱歉，补偿 <amount>，券码 <conf>。', '理解您的心情，送您 <amount>（<conf>）。'],
  noted: ['记下了。', '已修改：<value>。', '我会注意的。'],
  more: ['还有别的吗？', '不客气。', ''],
};
const ja: ServicePhrases = {
  hello: [
    '(こんにちは|お世話になります)',
    'すみません、<noun>のことで相談です。',
    '<noun>の変更はこちらでいいですか？',
  ],
  who: [
    '<name>です。お客様番号は<id>です。',
    '<name>、メールは<value>です',
    '<id>で探してください',
  ],
  nextCase: ['次は<name>様、<id>', '新しい案件<id>（<name>様）', '<name>様からお電話、<id>です。'],
  move: [
    '<id>を<date>に変更できますか？',
    '<thing>ですが、<date>にしたいです。急用ができまして。',
    '<id>を<date>でお願いします',
  ],
  cancel: [
    '<id>をキャンセルしてください。',
    '<thing>に行けなくなりました。取り消しで。',
    '<id>のキャンセルは無料ですか？それなら取り消してください',
  ],
  create: [
    'もう一つお願いします。<thing>、<date>、<option>で。',
    '<date>は空いていますか？<thing>',
    '<thing>を<date>で予約(、<extra>付きで|)お願いします',
  ],
  exchange: [
    '<id>を<option>に変えられますか？',
    '<id>は<option>のほうがいいです',
    '<thing>は<option>に',
  ],
  refund: [
    '<id>の返金はどうなっていますか？',
    '<id>で<amount>が二重に引かれています。',
    '<thing>の返金がまだです',
  ],
  ask: [
    '<topic>の決まりを教えてください。',
    'ちょっと質問です。<topic>は？',
    '<topic>はどうなりますか？',
  ],
  rather: [
    'やっぱり<old>ではなく<date>で。',
    '(すみません|待ってください)、<old>は無理でした。<date>は？',
    '上司が<old>は無理と言うので<date>に',
  ],
  yes: [
    'はい',
    '(お願いします|それで結構です)',
    '大丈夫です',
    'はい、合っています。',
    'ok',
    'ええ',
  ],
  no: ['いいえ', 'ではそのままで', '高いのでやめます', '<fee>ならやめておきます。'],
  recall: [
    '<thing>の番号は何でしたっけ？',
    '<thing>はいつになりましたか？',
    '<thing>はもう済みましたか？',
    '<thing>はいくら戻りましたか？',
  ],
  again: [
    '<thing>に戻りますが、<date>にしてください。',
    'さっきの<thing>、<date>に変更で',
    '何度もすみません、<thing>を<date>にできますか？',
  ],
  back: ['<name>様がまた、<thing>の件で', '先ほどの<name>様です'],
  report: ['ここまでの変更を番号付きで一覧にしてください。', '今日済んだものをまとめてください'],
  complain: ['これで三回目です。<thing>、がっかりしました。', '<thing>で<n>分待たされました。'],
  contact: [
    '新しい電話番号は<value>です。',
    '今後は<value>に連絡してください',
    '引っ越しました。<field>：<value>',
  ],
  correct: ['<old>は間違いで、<value>です。', '<field>を打ち間違えました。<value>です'],
  wish: [
    'ちなみに請求書は必ず<name>宛てで。',
    '午前中しか動けません。覚えておいてください',
    '<amount>を超えるものは先に聞いてください',
    '<n>時前の電話はやめてください。',
  ],
  thanks: ['ありがとう', 'ありがとうございます。以上です。', '助かりました'],
  askWho: ['かしこまりました。お客様番号をお願いします。', 'こんにちは。どの<noun>でしょうか？'],
  found: [
    'ありがとうございます、<name>様。<list>がございます。',
    '見つかりました：<thing>、<date>、<option>（<id>）。',
  ],
  offer: ['こちらが可能です：\n<list>\nどれにしますか？', '<list>\n\n一番目でよろしいですか？'],
  confirm: [
    'では<thing>（<id>）を<date>に、<amount>でよろしいですか？',
    '<amount>になります。進めますか？',
  ],
  moved: ['完了です。<thing>は<date>、確認番号<conf>。', '<id>を<date>に変更しました（<conf>）。'],
  cancelled: [
    '<id>を取り消し、<amount>を<method>に返金します（<conf>）。',
    '取り消しました。<n>日以内に<amount>、番号<conf>。',
  ],
  created: [
    '予約しました：<thing>、<date>、<option>。番号<id>、<amount>。',
    '新しい<noun>は<id>です（<date>）。',
  ],
  refused: [
    '申し訳ありません、<id>はできません。<rule>。',
    '<thing>はシステムで拒否されました。<rule>。',
  ],
  rules: ['<topic>について：<rule>', '規定です：<rule>'],
  tell: [
    '<thing>：<date>、<option>、<id>。',
    '<id>、<date>、確認番号<conf>です。',
    '<amount>、番号<conf>です。',
  ],
  sorry: [
    '申し訳ございません。<amount>分、コード<conf>をお送りします。',
    'お気持ちお察しします。<amount>（<conf>）を付けました。',
  ],
  noted: ['承知しました。', '変更しました：<value>。', '覚えておきます。'],
  more: ['ほかにございますか？', 'どういたしまして。', ''],
};
const ru: ServicePhrases = {
  hello: [
    '(здравствуйте|добрый день|привет)',
    'Здравствуйте, нужна помощь, <noun>.',
    'Добрый день, вы можете помочь?',
  ],
  who: ['Я <name>, номер клиента <id>.', '<name>, почта <value>', 'найдите меня по <id>'],
  nextCase: [
    'Дальше: <name>, <id>',
    'Новое обращение, <id> (<name>)',
    'Звонил клиент <name>, профиль <id>.',
  ],
  move: [
    'Можно перенести <id> на <date>?',
    '<thing> нужно на <date>, возникли дела.',
    'пожалуйста, <id> -> <date>',
  ],
  cancel: [
    'Отмените <id>, пожалуйста.',
    '<thing> не получится, отменяйте.',
    'если отмена <id> бесплатная, отмените',
  ],
  create: [
    'Хочу ещё: <thing>, <date>, <option>.',
    'Есть что-нибудь на <date>? <thing>',
    'оформите <thing> на <date>( и <extra>|)',
  ],
  exchange: [
    'Можно <id> поменять на <option>?',
    '<id>: лучше <option>',
    'для <thing> больше подойдёт <option>',
  ],
  refund: [
    'Где мои деньги за <id>?',
    'За <id> списали <amount> дважды.',
    'возврат за <thing> так и не пришёл',
  ],
  ask: ['Какие правила насчёт <topic>?', 'Вопрос: <topic>?', 'Как у вас с <topic>?'],
  rather: [
    'Лучше всё-таки <date>, а не <old>.',
    '(извините|подождите), <old> не могу. <date>?',
    'жена говорит, <old> никак, давайте <date>',
  ],
  yes: ['да', '(да, давайте|согласен)', 'отлично', 'Да, всё верно.', 'ок', 'хорошо'],
  no: ['нет', 'тогда оставьте как есть', 'нет, дорого', 'За <fee> не надо.'],
  recall: [
    'Какой был номер у <thing>?',
    'На какое число теперь <thing>?',
    'Мы уже решили с <thing>?',
    'сколько вернули за <thing>?',
  ],
  again: [
    'Вернёмся к <thing>: всё-таки <date>.',
    'то, что раньше, <thing>, переносим на <date>',
    'Простите, снова <thing>. Можно <date>?',
  ],
  back: ['<name> снова на связи, насчёт <thing>', 'опять <name>, тот же клиент'],
  report: ['Что мы уже изменили? С номерами, пожалуйста.', 'составь список того, что решено'],
  complain: [
    'Это уже третий раз, я очень недоволен. <thing>!',
    'На <thing> мы ждали <n> минут, никого.',
  ],
  contact: [
    'Мой новый номер <value>.',
    'пишите теперь на <value>',
    'мы переехали, <field>: <value>',
  ],
  correct: ['<old> неверно, правильно <value>.', 'ой, ошибся, <field>: <value>'],
  wish: [
    'Кстати, счета всегда на имя <name>.',
    'я могу только утром, запомните',
    'всё дороже <amount> сначала согласуйте со мной',
    'Не звоните раньше <n> часов.',
  ],
  thanks: ['спасибо', 'Спасибо, это всё.', 'отлично, до свидания'],
  askWho: ['Конечно. Ваш номер клиента?', 'Здравствуйте! О чём речь: <noun>?'],
  found: ['Спасибо, <name>. Вижу: <list>.', 'Нашёл: <thing>, <date>, <option> (<id>).'],
  offer: ['Есть варианты:\n<list>\nЧто выбираете?', '<list>\n\nБерём первый?'],
  confirm: ['Итак, <thing> (<id>) на <date>, <amount>. Верно?', 'Выходит <amount>. Оформляю?'],
  moved: [
    'Готово: <thing> теперь <date>, подтверждение <conf>.',
    '<id> перенесён на <date> (<conf>).',
  ],
  cancelled: [
    '<id> отменён, <amount> вернутся на <method> (<conf>).',
    'Отменено. <amount> придут за <n> дней, номер <conf>.',
  ],
  created: [
    'Оформлено: <thing>, <date>, <option>. Номер <id>, <amount>.',
    'Новый номер <id> (<date>).',
  ],
  refused: ['К сожалению, с <id> нельзя: <rule>.', 'Система отклонила <thing>, <rule>.'],
  rules: ['Насчёт <topic>: <rule>', 'Правило такое: <rule>'],
  tell: [
    '<thing>: <date>, <option>, <id>.',
    'Это <id>, <date>, подтверждение <conf>.',
    '<amount>, номер <conf>.',
  ],
  sorry: [
    'Мне очень жаль. Начислил <amount>, код <conf>.',
    'Понимаю вас. В качестве извинения <amount> (<conf>).',
  ],
  noted: ['Записал.', 'Изменено: <value>.', 'Учту.'],
  more: ['Что-нибудь ещё?', 'Пожалуйста.', ''],
};

export const servicePhrases: Readonly<Record<string, ServicePhrases>> = {
  en,
  de,
  fr,
  es,
  pt,
  zh,
  ja,
  ru,
};
