import { facts } from '../../facts/index.js';
import type { OperatorConfig } from '../../config/index.js';
import type { LegalText } from '../../payments/index.js';
import type { EmailContent } from './email-template.js';
import { CLOSING, francs, greeting, onDay } from './words.js';

export interface OrderedItem {
  number: string;
  kind: 'plan' | 'pack' | 'upgrade';
  itemName: string;
  amountRappen: number;
  /** The VAT within it; null where there is none, or where it goes by the customer's address. */
  vat: { percent: number | null; rappen: number } | null;
  credits: number;
  orderedAt: Date;
  /** Any moment of the last day on which a withdrawal is in time. */
  withdrawableUntil: Date;
  /** What is charged next without anything more being done; null of a pack, or where nothing is. */
  nextCharge: { at: Date; rappen: number } | null;
  /** Whether its credits wait for a check. */
  isHeld: boolean;
}

/** What applies to an order: its seller, and the texts that apply. */
export interface OrderContract {
  seller: OperatorConfig;
  texts: LegalText[];
}

/** As the order page says them (`billing-order.json` of the app). */
const RUNNING = `Laufzeit: Ein Monat, verlängert sich monatlich\nKündigung: Jederzeit ${facts.subscription.endsOn}`;
const ONCE = 'Laufzeit: Einmaliger Kauf, verlängert sich nicht\nKündigung: Nicht nötig';

/** What follows a price: which tax it includes, as far as that is known. */
function taxWithin({ kind, vat }: OrderedItem, seller: OperatorConfig): string {
  if (!seller.vat) return '';
  // Of an upgrade the provider has said that there is none: its subscription is from before there was one.
  if (!vat) return kind === 'upgrade' ? '' : seller.isVatByAddress ? ', inkl. allfälliger MWST' : ', inkl. MWST';
  return `, inkl. ${vat.percent === null ? '' : `${vat.percent}\u00a0% `}MWST (${francs(vat.rappen)})`;
}

/** `tax`: what follows a price where the seller is liable to VAT. */
const TERMS: Record<OrderedItem['kind'], (order: OrderedItem, tax: string) => string> = {
  plan: ({ itemName, amountRappen, credits }, tax) =>
    `Abo: ${itemName}\nPreis: ${francs(amountRappen)} im Monat${tax}\nCredits: ${credits} im Monat\n${RUNNING}`,
  pack: ({ itemName, amountRappen, credits }, tax) =>
    `Credit-Paket: ${itemName}\nPreis: ${francs(amountRappen)} einmalig${tax}\nCredits: ${credits}\n${ONCE}`,
  upgrade: ({ itemName, amountRappen, credits }, tax) =>
    `Neues Abo: ${itemName}\nPreis für den Rest der Periode: ${francs(amountRappen)}${tax}\nCredits für den Rest der Periode: ${credits}\n${RUNNING}`,
};

/** As the order page says it: nobody finds out by their bank when it goes on. */
const nextChargeLine = ({ nextCharge }: OrderedItem): string =>
  nextCharge ? `\nNächste Abbuchung: ${francs(nextCharge.rappen)} am ${onDay(nextCharge.at)}` : '';

function sellerText({ name, street, city, country, contact, register, uid, vat }: OperatorConfig): string {
  return [
    `Ihre Vertragspartnerin: ${name}, ${street}, ${city}, ${country}`,
    `Erreichbar unter: ${contact}`,
    ...(register ? [`Registereintrag: ${register}`] : []),
    `UID: ${uid}`,
    vat ? `MWST-Nummer: ${vat}` : 'Nicht mehrwertsteuerpflichtig',
  ].join('\n');
}

const HELD =
  `Ihre Zahlung ist eingegangen. Die Credits schreiben wir erst gut, wenn wir diese Bestellung geprüft haben, innert ${facts.refunds.reviewWorkingDays} Arbeitstagen. ` +
  `Der Grund: Sie haben in den letzten ${facts.heldOrders.days} Tagen mehrmals bestellt und widerrufen. Auch diese Bestellung können Sie widerrufen; bis die Credits da sind, erhalten Sie dann den ganzen Preis zurück.`;

/** Emails about orders. */
export const orderEmails = {
  paid: (
    name: string | null,
    order: OrderedItem,
    { seller, texts }: OrderContract,
    url: string,
    withdrawalUrl: string,
  ): EmailContent => ({
    subject: `Bestellbestätigung: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `Vielen Dank für Ihre Bestellung vom ${onDay(order.orderedAt)}.`,
      `Bestellnummer: ${order.number}\n${TERMS[order.kind](order, taxWithin(order, seller))}${nextChargeLine(order)}`,
      sellerText(seller),
      ...(order.isHeld ? [HELD] : []),
      `Sie haben verlangt, dass wir vor Ablauf der Widerrufsfrist beginnen, und bestätigt, dass Sie bei einem Widerruf den Preis abzüglich des bereits genutzten Anteils zurückerhalten. Widerrufen können Sie bis und mit ${onDay(order.withdrawableUntil)}, 24\u00a0Uhr Schweizer Zeit, unter ${withdrawalUrl}.`,
      'Die AGB und die Belehrung über den Widerruf mit dem Formular stehen am Ende dieser Nachricht und im beigelegten PDF. Bitte bewahren Sie beides auf.',
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
    appendix: texts,
  }),
  confirmed: (name: string | null, order: OrderedItem, url: string): EmailContent => ({
    subject: `Ihre Credits sind da: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `Wir haben Ihre Bestellung ${order.number} geprüft und die Credits gutgeschrieben. Sie können sie ab sofort verwenden.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
  refused: (name: string | null, order: OrderedItem, refundRappen: number, url: string): EmailContent => ({
    subject: `Ihre Bestellung ist aufgehoben: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `Wir haben Ihre Bestellung ${order.number} geprüft und schreiben die Credits nicht gut. Diese Bestellung ist aufgehoben.`,
      ...(refundRappen > 0
        ? [
            `Sie erhalten ${francs(refundRappen)} zurück, in der Regel in ${facts.refunds.paybackDaysMin} bis ${facts.refunds.paybackDaysMax} Arbeitstagen, auf dem Weg, auf dem Sie bezahlt haben.`,
          ]
        : []),
      'Haben Sie Fragen? Antworten Sie auf diese Nachricht.',
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
};
