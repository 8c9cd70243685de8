/**
 * Businesses that customers write to. Decides what they sell, what their tools are called and what their
 * rules say; refuses to know who asks.
 */
import type { Rng } from '../../../js/support/random.ts';
import { code, coined, money, place } from '../../support/values.ts';
import { capital, phrase } from '../../support/wording.ts';

export interface Domain {
  readonly id: string;
  /** What a record is called, in each language of the sessions. */
  readonly noun: Readonly<Record<string, string>>;
  /** The same in tools. */
  readonly key: string;
  readonly pattern: readonly string[];
  readonly options: readonly string[];
  /** What an option is called in results. */
  readonly optionKey: string;
  readonly extras: readonly string[];
  readonly topics: readonly string[];
  readonly errors: readonly string[];
  thing(rng: Rng): string;
}

const nouns = (words: string): Readonly<Record<string, string>> => {
  const [en, de, fr, es, pt, zh, ja, ru] = words.split(' ') as string[];
  return { en, de, fr, es, pt, zh, ja, ru } as Record<string, string>;
};

const name = (rng: Rng): string => capital(coined(rng, 2));

export const domains: readonly Domain[] = [
  {
    id: 'hotel',
    noun: nouns('reservation Reservierung réservation reserva reserva 预订 予約 бронь'),
    key: 'reservation',
    pattern: ['AA9999999', 'RX-99999-A', '99999999'],
    options: ['standard double', 'twin', 'junior suite', 'family room', 'single with desk'],
    optionKey: 'room_type',
    extras: ['breakfast', 'late check-out', 'parking', 'cot', 'airport shuttle'],
    topics: ['cancellation', 'pets', 'early departure', 'group rates', 'damage deposit'],
    errors: ['rate_not_refundable', 'no_availability', 'min_stay_not_met', 'card_declined'],
    thing: (rng) =>
      `${phrase(rng, '(Hotel|Gasthof|Grand|Villa|Casa|Park)')} ${name(rng)}, ${place(rng)}`,
  },
  {
    id: 'rail',
    noun: nouns('ticket Fahrkarte billet billete bilhete 车票 切符 билет'),
    key: 'ticket',
    pattern: ['AAAAAA', 'TK9999AA99', '9999-9999-9999'],
    options: ['2nd class', '1st class', 'quiet coach', 'sleeper', 'flexi'],
    optionKey: 'fare_class',
    extras: ['seat reservation', 'bicycle', 'lounge access', 'meal'],
    topics: ['delay compensation', 'railcards', 'missed connection', 'children', 'rebooking'],
    errors: ['fare_locked', 'train_full', 'departed', 'voucher_expired'],
    thing: (rng) =>
      `${rng.pick(['IC', 'RE', 'EN', 'TX'])} ${rng.int(10, 9999)} ${place(rng)} – ${place(rng)}`,
  },
  {
    id: 'furniture',
    noun: nouns('order Bestellung commande pedido pedido 订单 注文 заказ'),
    key: 'order',
    pattern: ['#A9999999', 'OR-999999', '9999999999'],
    options: ['oak, oiled', 'walnut', 'white lacquer', 'birch', 'charcoal'],
    optionKey: 'finish',
    extras: ['assembly', 'old furniture removal', 'express', 'extended warranty'],
    topics: ['returns', 'damaged parts', 'delivery slots', 'custom sizes', 'refund time'],
    errors: ['already_shipped', 'out_of_stock', 'custom_item', 'outside_return_window'],
    thing: (rng) =>
      `${name(rng)} ${phrase(rng, '(shelf|table|bench|sideboard|bed frame|desk|wardrobe|armchair)')} ${rng.int(60, 240)} cm`,
  },
  {
    id: 'telecom',
    noun: nouns('contract Vertrag contrat contrato contrato 合同 契約 договор'),
    key: 'contract',
    pattern: ['C999-999-999', 'MX99999999', 'K-9999-XXXX'],
    options: ['S 5 GB', 'M 20 GB', 'L 60 GB', 'XL unlimited', 'prepaid'],
    optionKey: 'plan',
    extras: ['roaming pack', 'second SIM', 'number porting', 'static IP'],
    topics: ['porting', 'early termination', 'roaming', 'fair use', 'device instalments'],
    errors: ['binding_period', 'porting_in_progress', 'credit_check_failed', 'line_suspended'],
    thing: (rng) =>
      `${name(rng)} ${rng.pick(['Mobile', 'Fibre', 'Home', 'Flex'])} ${rng.int(10, 990)}`,
  },
  {
    id: 'clinic',
    noun: nouns('appointment Termin rendez-vous cita consulta 预约 予約 приём'),
    key: 'appointment',
    pattern: ['AP-999999', 'T99999-A9', '99-999999'],
    options: ['first visit', 'follow-up', 'video call', 'blood test', 'vaccination'],
    optionKey: 'visit_kind',
    extras: ['interpreter', 'wheelchair access', 'reminder by SMS', 'parking permit'],
    topics: ['no-show fee', 'referrals', 'test results', 'prescriptions', 'insurance'],
    errors: ['slot_taken', 'referral_missing', 'practice_closed', 'too_late_to_cancel'],
    thing: (rng) =>
      `Dr. ${name(rng)}${coined(rng, 1)}, ${phrase(rng, '(dermatology|cardiology|eye clinic|physiotherapy|paediatrics|dental)')}`,
  },
  {
    id: 'events',
    noun: nouns('booking Buchung réservation reserva reserva 订票 予約 заказ'),
    key: 'booking',
    pattern: ['EV9XXXXXX', 'B-99999999', 'XXXX-XXXX'],
    options: ['stalls', 'circle', 'balcony', 'standing', 'box'],
    optionKey: 'area',
    extras: ['programme', 'cloakroom', 'interval drinks', 'companion seat'],
    topics: ['resale', 'postponed events', 'group bookings', 'accessibility', 'name changes'],
    errors: ['event_started', 'seats_gone', 'resale_closed', 'limit_per_customer'],
    thing: (rng) =>
      `"${phrase(rng, '(The|A|Last|Seven|No)')} ${name(rng)}", ${name(rng)} ${rng.pick(['Hall', 'Arena', 'Theatre', 'Opera'])}`,
  },
  {
    id: 'car-hire',
    noun: nouns('rental Mietvertrag location alquiler aluguel 租车单 レンタル прокат'),
    key: 'rental',
    pattern: ['R999999AA', 'HC-9999-9999', 'L99999999'],
    options: ['compact', 'estate', 'van 9 seats', 'electric', 'automatic'],
    optionKey: 'vehicle_class',
    extras: ['child seat', 'second driver', 'snow chains', 'full cover', 'one-way return'],
    topics: ['fuel', 'late return', 'excess', 'cross-border', 'young drivers'],
    errors: ['class_unavailable', 'driver_too_young', 'deposit_failed', 'contract_started'],
    thing: (rng) =>
      `${name(rng)} ${rng.pick(['Station', 'Airport', 'Harbour', 'Centre'])} ${place(rng)}`,
  },
  {
    id: 'insurance',
    noun: nouns('claim Schadensfall dossier siniestro sinistro 理赔 請求 дело'),
    key: 'claim',
    pattern: ['CL-9999999', 'S99-999999', '9999AA9999'],
    options: ['water damage', 'theft', 'glass', 'storm', 'liability'],
    optionKey: 'cause',
    extras: ['surveyor', 'advance payment', 'replacement in kind', 'legal cover'],
    topics: ['deductible', 'documents', 'time limits', 'appeals', 'repair partners'],
    errors: ['policy_lapsed', 'documents_missing', 'already_settled', 'not_covered'],
    thing: (rng) =>
      `${rng.pick(['Household', 'Bicycle', 'Travel', 'Building'])} policy ${name(rng)} ${rng.int(100, 999)}`,
  },
  {
    id: 'parcel',
    noun: nouns('shipment Sendung envoi envío envio 包裹 荷物 отправление'),
    key: 'shipment',
    pattern: ['AA999999999AA', '1Z99999999', 'PX 9999 9999'],
    options: ['standard', 'express', 'pick-up point', 'signature', 'evening'],
    optionKey: 'service',
    extras: ['insurance', 'cash on delivery', 'carbon offset', 'age check'],
    topics: ['lost parcels', 'customs', 'redirection', 'storage time', 'claims'],
    errors: ['in_customs', 'out_for_delivery', 'address_invalid', 'returned_to_sender'],
    thing: (rng) =>
      `${rng.int(1, 30)}.${rng.int(0, 9)} kg → ${place(rng)}, ${rng.pick(['depot', 'locker', 'shop'])} ${rng.int(3, 480)}`,
  },
  {
    id: 'academy',
    noun: nouns('enrolment Anmeldung inscription inscripción inscrição 报名 申込 запись'),
    key: 'enrollment',
    pattern: ['EN99999', 'K9999-99', 'S-XXXXX'],
    options: ['evening group', 'weekend intensive', 'one-to-one', 'online', 'exam course'],
    optionKey: 'format',
    extras: ['textbook', 'certificate', 'placement test', 'childcare'],
    topics: ['missed lessons', 'refunds', 'level changes', 'instalments', 'certificates'],
    errors: ['course_full', 'level_mismatch', 'term_started', 'payment_overdue'],
    thing: (rng) =>
      `${rng.pick(['Pottery', 'Spanish B1', 'Welding', 'Choir', 'Bookkeeping', 'Sign language'])} ${rng.int(100, 999)}, ${name(rng)} ${rng.pick(['House', 'Campus'])}`,
  },
];

const rules = [
  '(Free of charge|No fee) (until|up to) <n> (hours|days) before; (after that|later) <fee> per <key>.',
  '(Requests|Claims) about <topic> are (accepted|handled) within <n> days and (need|require) the original <key> number.',
  'Members of tier <tier> (pay|are charged) <percent> % less; this never combines with vouchers.',
  'An agent (may|can) waive up to <fee> once per (calendar year|customer), and must record code <code>.',
  'Refunds go to the (original|same) payment method and take <n> working days.',
  'If the (provider|company) cancels, the customer (chooses|may choose) between a full refund and a credit of <percent> % more, valid <n> months.',
  '<extra> cannot be refunded once (used|confirmed).',
  'Under no circumstances are (changes|transfers) possible after day <n>.',
  'See section <section> for <topic> of <option>.',
];

/** A page of the house's rules. */
export function policy(rng: Rng, domain: Domain, topic: string): string {
  const out = [`# ${capital(topic)} (v${rng.int(2, 40)}, ${rng.pick(['internal', 'public'])})`, ''];
  for (let i = rng.int(5, 16); i > 0; i -= 1) {
    const line = phrase(rng, rng.pick(rules), {
      n: rng.int(2, 96),
      fee: `${money(rng, 5, 240)} ${rng.pick(['EUR', 'USD', 'GBP'])}`,
      key: domain.key,
      topic: rng.pick(domain.topics),
      tier: rng.pick(['Silver', 'Gold', 'Plus', 'Blue', '3']),
      percent: rng.int(3, 60),
      code: code(rng, 'AA-999'),
      extra: capital(rng.pick(domain.extras)),
      option: rng.pick(domain.options),
      section: `${rng.int(1, 14)}.${rng.int(1, 9)}`,
    });
    out.push(`${rng.int(1, 20)}.${rng.int(1, 9)} ${line}`);
  }
  return out.join('\n');
}

export type Verb =
  | 'find'
  | 'details'
  | 'search'
  | 'create'
  | 'change'
  | 'cancel'
  | 'refund'
  | 'exchange'
  | 'policy'
  | 'note'
  | 'voucher'
  | 'contact';

const verbs: Readonly<Record<Verb, readonly string[]>> = {
  find: ['find_customer', 'lookup_customer', 'get_user_profile', 'crm_search'],
  details: ['get_<key>', 'get_<key>_details', 'fetch_<key>', '<key>_status'],
  search: ['search_availability', 'list_offers', 'find_slots', 'query_<key>_options'],
  create: ['book_<key>', 'create_<key>', 'new_<key>', 'place_<key>'],
  change: ['update_<key>', 'modify_<key>', 'reschedule_<key>', 'amend_<key>'],
  cancel: ['cancel_<key>', 'void_<key>', 'terminate_<key>'],
  refund: ['issue_refund', 'refund_payment', 'create_refund'],
  exchange: ['exchange_<key>', 'swap_<key>_option', 'convert_<key>'],
  policy: ['get_policy', 'search_knowledge_base', 'lookup_rule'],
  note: ['add_case_note', 'log_contact', 'append_note'],
  voucher: ['issue_voucher', 'grant_credit', 'send_certificate'],
  contact: ['update_contact', 'set_customer_field', 'change_profile'],
};

/** What the tools of one house are called. */
export function toolNames(rng: Rng, domain: Domain): Readonly<Record<Verb, string>> {
  const server = rng.pick(['svc', 'api', 'crm', coined(rng, 2)]);
  const style = rng.pick<(name: string) => string>([
    (n) => n,
    (n) => n,
    (n) => n.replace(/_(\w)/g, (_, l: string) => l.toUpperCase()),
    (n) => `${domain.id.replace('-', '')}.${n}`,
    (n) => `${server}__${n}`,
  ]);
  const names = {} as Record<Verb, string>;
  for (const verb of Object.keys(verbs) as Verb[]) {
    names[verb] = style(rng.pick(verbs[verb]).replace('<key>', domain.key));
  }
  return names;
}
