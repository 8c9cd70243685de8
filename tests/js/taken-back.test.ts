// promise: 8 keeps the user's word
/** What the user takes back does not stand in a view without its withdrawal, in any language. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 8_000, system: '', tools: {} });

/** By language: an order, ways to take it back, and what is asked each day. */
const languages: Record<string, [order: string, withdrawals: string[], chat: string]> = {
  en: [
    'Please cancel the order DE-88213.',
    ['Forget the cancellation, I will keep the goods.', 'I changed my mind, I keep it after all.'],
    'What is the state of parcel N today?',
  ],
  de: [
    'Stornieren Sie bitte die Bestellung DE-88213.',
    [
      'Vergessen Sie die Stornierung, ich behalte die Ware.',
      'Ich habe es mir anders überlegt, ich behalte die Ware.',
      'Das mit der Stornierung hat sich erledigt.',
    ],
    'Wie ist heute der Stand von Paket N?',
  ],
  es: [
    'Cancele el pedido DE-88213, por favor.',
    ['Olvide la cancelación, me quedo con el producto.', 'He cambiado de opinión, me lo quedo.'],
    '¿Cómo va hoy el paquete N?',
  ],
  it: [
    'Annulli l’ordine DE-88213, per favore.',
    ['Lasci perdere l’annullamento, tengo la merce.', 'Ho cambiato idea, tengo la merce.'],
    'A che punto è oggi il pacco N?',
  ],
  pt: [
    'Cancele o pedido DE-88213, por favor.',
    ['Esqueça o cancelamento, vou ficar com o produto.', 'Mudei de ideia, vou ficar com ele.'],
    'Como está hoje o pacote N?',
  ],
  fr: [
    'Annulez la commande DE-88213, s’il vous plaît.',
    ['J’ai changé d’avis, je garde la marchandise.', 'Laissez tomber l’annulation.'],
    'Où en est le colis N aujourd’hui ?',
  ],
  nl: [
    'Annuleer bestelling DE-88213 alstublieft.',
    ['Laat maar, ik houd het product.', 'Ik heb me bedacht, ik houd het.'],
    'Hoe staat het vandaag met pakket N?',
  ],
  ru: [
    'Отмените, пожалуйста, заказ DE-88213.',
    ['Я передумал, товар оставлю себе.', 'Не надо отменять, я его оставлю.'],
    'Что сегодня с посылкой N?',
  ],
  zh: ['请取消订单DE-88213。', ['我改变主意了，这件商品我要留下。'], '请问包裹N今天的状态如何？'],
  ja: [
    '注文DE-88213をキャンセルしてください。',
    ['キャンセルはやめて、商品はそのまま受け取ります。', 'やっぱり受け取ります。'],
    '荷物Nの今日の状況はどうですか？',
  ],
  ko: [
    '주문 DE-88213을 취소해 주세요.',
    ['마음이 바뀌었어요, 그냥 받겠습니다.'],
    '오늘 소포 N의 상태는 어떤가요?',
  ],
  ar: ['ألغ الطلب DE-88213 من فضلك.', ['غيرت رأيي، سأحتفظ بالمنتج.'], 'ما هي حالة الطرد N اليوم؟'],
  hi: [
    'कृपया ऑर्डर DE-88213 रद्द करें।',
    ['रद्द करने की बात छोड़ दीजिए, मैं सामान रखूँगा।'],
    'आज पार्सल N की क्या स्थिति है?',
  ],
};

describe('an order that the user takes back', () => {
  for (const [language, [order, withdrawals, chat]] of Object.entries(languages)) {
    it(`is never told alone: ${language}`, async () => {
      for (const [at, withdrawal] of withdrawals.entries()) {
        for (const dialect of dialects) {
          const talk = talkIn(dialect);
          const { session, log } = await open({ dialect });
          const history = [...talk.user('Hi'), ...talk.says('Hello')];
          for (let day = 0; day < 90; day += 1) {
            const asked = [1_000 + day * 7, 5_000 + day * 13].map((n) => chat.replace('N', `${n}`));
            const words = day === 10 ? order : day === 12 + at ? withdrawal : asked.join(' ');
            history.push(...talk.user(words));
            history.push(
              ...talk.says(`ok ${'It is on the way, said the carrier. '.repeat(12)}${day}`),
            );
            await session.prepare([...history]);
          }
          const { messages } = await session.prepare([...history, ...talk.user(chat)]);
          assert.ok(log.rewrites.length > 2, `${log.rewrites.length} rewrites`);
          const view = JSON.stringify(messages);
          const [ordered, taken] = [order, withdrawal].map((text) => view.includes(text));
          assert.ok(taken || !ordered, `${dialect}: ${withdrawal}`);
        }
      }
    });
  }
});
