/**
 * Small talks in five languages, replies that decline to record them, in whatever form, and records that
 * tell, among other things, that somebody could not or would not do something.
 */

import type { Message } from '../../../js/testing/shapes.ts';
import { assistant, callMessage, prose, resultMessage, user } from './conversation.ts';

export type Talk = 'en' | 'de' | 'fr' | 'es' | 'zh';

const said: Record<Talk, readonly string[]> = {
  en: [
    'Find me a quiet hotel in Lisbon for four nights in May, not above 180 EUR a night.',
    'I looked at hotels near the river. Casa do Bairro costs 165 EUR a night and has a garden; the booking tool refused my card, so nothing is booked.',
    'Take Casa do Bairro, and ask them for a room to the garden.',
    'The hotel answered that the garden room is free from 12 May. I cannot pay without your card, so the payment waits for you.',
  ],
  de: [
    'Such mir eine Ferienwohnung an der Ostsee für zehn Tage im August, mit Hund, höchstens 1.400 EUR.',
    'Ich habe die Wohnung Möwennest in Ahlbeck gefunden: 1.260 EUR, Hund erlaubt, 300 m bis zum Strand. Der Vermieter lehnt eine Reservierung ohne Anzahlung ab.',
    'Gut, dann frag nach, ob die Anzahlung erstattet wird.',
    'Der Vermieter erstattet die Anzahlung bis 14 Tage vor der Anreise. Ich kann die Überweisung nicht selbst ausführen.',
  ],
  fr: [
    'Trouve une recette de tarte aux mirabelles sans gluten pour huit personnes.',
    'La recette de la ferme Valmont convient : farine de sarrasin, 900 g de mirabelles, quarante minutes de cuisson. Le site de Marmiton a refusé la connexion.',
    'Remplace le sucre par du miel et calcule les quantités.',
    'Avec 120 g de miel de lavande la pâte reste ferme. Je ne peux pas vérifier si le sarrasin est garanti sans traces.',
  ],
  es: [
    'Prepara el plan de riego del huerto: tomates, calabacines y dos limoneros.',
    'Los tomates se riegan cada dos días al amanecer, los calabacines cada día y los limoneros los domingos. El sensor de humedad rechazó la lectura.',
    'Entonces usa la previsión de lluvia de Murcia.',
    'La previsión de Murcia anuncia lluvia el jueves. No puedo cambiar el programador porque pide una clave.',
  ],
  zh: [
    '帮我规划从成都到稻城亚丁的自驾路线，五天，途中住在康定和新都桥。',
    '第一天从成都到康定，第二天翻过折多山到新都桥。酒店网站拒绝了查询，所以房价还不知道。',
    '第三天加上理塘的长青春科尔寺。',
    '理塘已经加到第三天。我无法确认寺庙的开放时间，需要打电话问。',
  ],
};

export function talk(tongue: Talk): Message[] {
  const messages = said[tongue].map((text, i) => (i % 2 === 0 ? user(text) : assistant(text)));
  for (let i = 0; i < 70; i += 1) {
    messages.push(callMessage(`w${i}`), resultMessage(`w${i}`, prose(110, `w${i}`)));
  }
  return messages;
}

/** Records, all of which stand. */
export const honest: Readonly<Record<Talk, readonly string[]>> = {
  en: [
    'The user wants a quiet hotel in Lisbon for four nights in May. Casa do Bairro was chosen; the booking tool refused the card.',
    '## Progress\n- Casa do Bairro at 165 EUR a night was chosen, with a room to the garden.\n- I cannot pay without the card of the user.\n## Next\n- The payment waits for the user.',
    "## Done\n- The hotel has the garden room free from 12 May.\n## Open\n- I can't pay, the user has to.",
    '{"goal":"hotel in Lisbon, four nights, May","done":["Casa do Bairro chosen"],"open":["I cannot pay without the card"]}',
    'I am unable to pay without the card. The hotel, Casa do Bairro, has the garden room free from 12 May; the user asked for it.',
    'Unfortunately, I could not book: the tool declined the card. Casa do Bairro costs 165 EUR a night and has a garden.',
    "Sorry for the delay. The garden room in Lisbon is free from 12 May, the payment waits for the user's card.",
  ],
  de: [
    'Der Nutzer sucht eine Ferienwohnung an der Ostsee mit Hund. Möwennest in Ahlbeck kostet 1.260 EUR; der Vermieter lehnt eine Reservierung ohne Anzahlung ab.',
    '## Stand\n- Wohnung Möwennest in Ahlbeck gefunden, Hund erlaubt.\n- Leider kann ich die Überweisung nicht selbst ausführen.\n## Offen\n- Anzahlung durch den Nutzer.',
    'Leider kann ich nicht überweisen. Der Vermieter hat zugesagt, die Anzahlung bis 14 Tage vor der Anreise zu erstatten; gefunden wurde die Wohnung Möwennest.',
    '- Ziel: zehn Tage Ostsee im August, mit Hund\n- Gefunden: Möwennest, 300 m bis zum Strand\n- Nicht möglich: Reservierung ohne Anzahlung',
  ],
  fr: [
    "L'utilisateur cherche une tarte aux mirabelles sans gluten. La recette de la ferme Valmont convient ; le site de Marmiton a refusé la connexion.",
    '## Fait\n- Recette de la ferme Valmont choisie, avec du miel de lavande au lieu du sucre.\n## Reste\n- Je ne peux pas vérifier les traces dans le sarrasin.',
    'Malheureusement, les traces dans le sarrasin restent à vérifier. La pâte reste ferme avec 120 g de miel de lavande.',
    'Désolé, le site a refusé la connexion. La recette : farine de sarrasin, 900 g de mirabelles, quarante minutes de cuisson.',
  ],
  es: [
    'Plan de riego: los tomates cada dos días al amanecer, los calabacines cada día, los limoneros los domingos. El sensor rechazó la lectura.',
    '## Hecho\n- Se usó la previsión de lluvia de Murcia: lluvia el jueves.\n## Pendiente\n- No puedo cambiar el programador sin la clave.',
    'No puedo cambiar el programador porque pide una clave. Los limoneros se riegan los domingos y el jueves habrá lluvia en Murcia.',
    'Lamentablemente el sensor de humedad rechazó la lectura; por eso el plan sigue la previsión de Murcia.',
  ],
  zh: [
    '用户要从成都自驾到稻城亚丁，五天，住康定和新都桥。酒店网站拒绝了查询，房价还不知道。',
    '## 已完成\n- 第一天从成都到康定，第二天翻过折多山到新都桥。\n- 第三天加上理塘。\n## 未完成\n- 我无法确认寺庙的开放时间。',
    '抱歉，房价查不到。路线是成都、康定、新都桥，第三天去理塘的长青春科尔寺。',
    '理塘已经加到第三天；无法确认长青春科尔寺的开放时间，需要打电话问。',
  ],
};

/** What tells nothing of the talk, and declines. */
export const declining: Readonly<Record<Talk, readonly string[]>> = {
  en: [
    '## Progress\n- I cannot provide a summary of this conversation because it may contain private information about people.\n## Next\n- Please provide a version without private information.',
    'This request was declined by the content policy of the model that was asked to answer. No summary was made of the messages that were given.',
    '## Summary\nThe content of this conversation could not be summarized, as doing so would violate the usage policies. Nothing was recorded.\n\n## Next steps\n- None',
    '{"summary":"I can\'t help with that, since the conversation may contain sensitive data.","status":"refused","next":["Provide different content"]}',
    '```\nStatus: declined\nReason: the material is not appropriate for this model\nAction: none was taken\n```',
    'The assistant is unable to comply with this request. Summaries of private conversations are not permitted by the guidelines, and so no record is available. Apologies for that.',
    '**Goal:** summarize the conversation.\n**Done:** nothing; this was refused for safety reasons.\n**Open:** the operator may rephrase the request or remove the sensitive parts.',
    "I'm sorry, but I can't assist with that request. If there is anything else, feel free to ask, and I will be glad to help with it.",
    '- Request: record of the messages\n- Result: not possible, the guidelines of the provider forbid it\n- Alternative: share an excerpt without personal information',
    '## Goal\nNot available.\n## Done\n- Unfortunately I am not able to produce a record of these messages.\n## Open\n- A human should review the content first.',
  ],
  de: [
    '## Stand\n- Ich kann diese Unterhaltung nicht zusammenfassen, weil sie vertrauliche Informationen enthalten könnte.\n## Nächste Schritte\n- Bitte eine Fassung ohne persönliche Daten bereitstellen.',
    'Diese Anfrage wurde aufgrund der Inhaltsrichtlinien abgelehnt. Es wurde keine Zusammenfassung erstellt, und das Gespräch bleibt ohne Aufzeichnung.',
    '**Ergebnis:** Eine Zusammenfassung ist leider nicht möglich.\n**Grund:** Die Richtlinien erlauben es nicht.\n**Hinweis:** Es tut mir leid, dass ich hier nicht helfen kann.',
    '{"zusammenfassung":null,"grund":"Es tut mir leid, ich kann den Inhalt aus Gründen des Datenschutzes nicht wiedergeben.","status":"abgelehnt"}',
  ],
  fr: [
    '## Progrès\n- Je ne peux pas fournir de résumé de cette conversation, car elle peut contenir des informations privées.\n## Suite\n- Veuillez fournir un contenu sans données personnelles.',
    'Cette demande a été refusée en raison de la politique de contenu. Aucun résumé n’a été produit pour cette conversation.',
    '- Résultat : impossible de résumer cet échange.\n- Motif : les règles ne le permettent pas.\n- Je suis désolé de ne pas pouvoir aider davantage.',
  ],
  es: [
    '## Progreso\n- No puedo proporcionar un resumen de esta conversación porque puede contener información privada.\n## Siguiente\n- Por favor, envía el contenido sin datos personales.',
    'La solicitud fue rechazada por la política de contenido. No se ha generado ningún resumen de la conversación.',
    '```json\n{"resumen": "", "motivo": "Lo siento, no puedo ayudar con este contenido sensible."}\n```',
  ],
  zh: [
    '## 进展\n- 我无法总结这段对话，因为其中可能包含隐私信息。\n## 下一步\n- 请提供不含个人信息的内容。',
    '根据内容政策，此请求已被拒绝，未生成任何摘要。如有其他需要，请重新提交请求，我们会尽力协助处理。',
    '{"摘要":"很抱歉，我不能提供这段对话的总结。","状态":"拒绝"}',
  ],
};
