import { facts } from '../../facts/index.js';
import type { LetterContent } from './letter-template.js';
import { CLOSING, francs, greeting, onDay } from './words.js';

/** Letters about orders. */
export const orderLetters = {
  paid: (name: string | null, order: { planName: string; amountRappen: number; credits: number; orderedAt: Date }, url: string): LetterContent => ({
    subject: `Bestellbestätigung: ${order.planName}`,
    greeting: greeting(name),
    paragraphs: [
      `vielen Dank für Ihre Bestellung vom ${onDay(order.orderedAt)}.`,
      `Plan: ${order.planName}\nPreis: ${francs(order.amountRappen)} im Monat, inkl. MWST\nCredits: ${order.credits} im Monat\nLaufzeit: monatlich, jederzeit auf das Ende des Monats kündbar`,
      `Sie haben verlangt, dass wir vor Ablauf der Widerrufsfrist beginnen, und bestätigt, dass Sie bei einem Widerruf innert ${facts.withdrawal.days} Tagen den Preis abzüglich des bereits genutzten Anteils zurückerhalten.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
};
