import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { CLOSING, francs, greeting, onDay } from './words.js';

export interface OrderedItem {
  number: string;
  kind: 'plan' | 'pack' | 'upgrade';
  itemName: string;
  amountRappen: number;
  credits: number;
  orderedAt: Date;
  /** Any moment of the last day on which a withdrawal is in time. */
  withdrawableUntil: Date;
  /** Whether its credits wait for a check. */
  isHeld: boolean;
}

const TERMS: Record<OrderedItem['kind'], (order: OrderedItem) => string> = {
  plan: ({ itemName, amountRappen, credits }) =>
    `Plan: ${itemName}\nPreis: ${francs(amountRappen)} im Monat, inkl. MWST\nCredits: ${credits} im Monat\nLaufzeit: monatlich, jederzeit ${facts.subscription.endsOn} kündbar`,
  pack: ({ itemName, amountRappen, credits }) =>
    `Credit-Paket: ${itemName}\nPreis: ${francs(amountRappen)} einmalig, inkl. MWST\nCredits: ${credits}\nLaufzeit: einmaliger Kauf, verlängert sich nicht`,
  upgrade: ({ itemName, amountRappen, credits }) =>
    `Wechsel zum Plan: ${itemName}\nPreis für den Rest der Periode: ${francs(amountRappen)}, inkl. MWST\nCredits für den Rest der Periode: ${credits}\nLaufzeit: monatlich, jederzeit ${facts.subscription.endsOn} kündbar`,
};

const HELD =
  `Ihre Zahlung ist eingegangen. Die Credits schreiben wir erst gut, wenn wir diese Bestellung geprüft haben, innert ${facts.refunds.reviewWorkingDays} Arbeitstagen, ` +
  `weil Sie in den letzten ${facts.heldOrders.days} Tagen mehrmals bestellt und widerrufen haben. Sie können auch diese Bestellung widerrufen und erhalten bis dahin den ganzen Preis zurück.`;

/** Emails about orders. */
export const orderEmails = {
  paid: (name: string | null, order: OrderedItem, url: string, withdrawalUrl: string): EmailContent => ({
    subject: `Bestellbestätigung: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `Vielen Dank für Ihre Bestellung vom ${onDay(order.orderedAt)}.`,
      `Bestellnummer: ${order.number}\n${TERMS[order.kind](order)}`,
      ...(order.isHeld ? [HELD] : []),
      `Sie haben verlangt, dass wir vor Ablauf der Widerrufsfrist beginnen, und bestätigt, dass Sie bei einem Widerruf den Preis abzüglich des bereits genutzten Anteils zurückerhalten. Widerrufen können Sie bis und mit ${onDay(order.withdrawableUntil)}, 24 Uhr Schweizer Zeit, unter ${withdrawalUrl}.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
  confirmed: (name: string | null, order: OrderedItem, url: string): EmailContent => ({
    subject: `Ihre Credits sind da: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `wir haben Ihre Bestellung ${order.number} geprüft und die Credits gutgeschrieben. Sie können sie ab sofort verwenden.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
  refused: (name: string | null, order: OrderedItem, refundRappen: number, url: string): EmailContent => ({
    subject: `Ihre Bestellung wurde nicht angenommen: ${order.itemName}`,
    greeting: greeting(name),
    paragraphs: [
      `wir haben Ihre Bestellung ${order.number} geprüft und schreiben die Credits nicht gut. Der Vertrag ist beendet.`,
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
