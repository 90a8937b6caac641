import { facts } from '../facts/index.js';
import type { LetterContent } from './letter-template.js';

const CLOSING = 'Freundliche Grüsse\nIhr Bildnis-Team';
const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
const francs = (rappen: number) => `${facts.currency} ${(rappen / 100).toFixed(2)}`;
const greeting = (name: string | null) => (name ? `Guten Tag ${name}` : 'Guten Tag');

/** The German letters of the product. Every figure comes from the facts. */
export const letters = {
  confirmEmail: (name: string | null, url: string): LetterContent => ({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    greeting: greeting(name),
    paragraphs: ['willkommen bei Bildnis. Mit einem Klick bestätigen Sie Ihre Adresse und melden sich an. Der Link gilt 24 Stunden.', 'Haben Sie kein Konto eröffnet? Dann können Sie diese Nachricht ignorieren.'],
    action: { label: 'E-Mail-Adresse bestätigen', url },
    closing: CLOSING,
  }),
  orderPaid: (name: string | null, order: { planName: string; amountRappen: number; credits: number; orderedAt: Date }, url: string): LetterContent => ({
    subject: `Bestellbestätigung: ${order.planName}`,
    greeting: greeting(name),
    paragraphs: [
      `vielen Dank für Ihre Bestellung vom ${day.format(order.orderedAt)}.`,
      `Plan: ${order.planName}\nPreis: ${francs(order.amountRappen)} im Monat, inkl. MWST\nCredits: ${order.credits} im Monat\nLaufzeit: monatlich, jederzeit auf das Ende des Monats kündbar`,
      `Sie haben verlangt, dass wir vor Ablauf der Widerrufsfrist beginnen, und bestätigt, dass Sie bei einem Widerruf innert ${facts.withdrawal.days} Tagen den Preis abzüglich des bereits genutzten Anteils zurückerhalten.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
  profileReady: (name: string | null, profileName: string, url: string): LetterContent => ({
    subject: 'Ihr Profil ist bereit',
    greeting: greeting(name),
    paragraphs: [`das Training von «${profileName}» ist abgeschlossen. Ihre hochgeladenen Fotos haben wir gelöscht; das Profil behält freigestellte Arbeitsausschnitte, bis Sie es löschen.`],
    action: { label: 'Style wählen', url },
    closing: CLOSING,
  }),
  profileFailed: (name: string | null, profileName: string, forGood: boolean, url: string): LetterContent => ({
    subject: 'Das Training ist fehlgeschlagen',
    greeting: greeting(name),
    paragraphs: [
      `das Training von «${profileName}» ist fehlgeschlagen.`,
      forGood
        ? `Die ${facts.training.credits} Credits haben wir Ihnen zurückgegeben. Mit neuen Fotos können Sie jederzeit neu beginnen.`
        : `Sie können es innert ${facts.training.retryHours} Stunden kostenlos wiederholen, am besten mit zusätzlichen Fotos.`,
    ],
    action: { label: 'Profil öffnen', url },
    closing: CLOSING,
  }),
  generationCompleted: (name: string | null, styleName: string, expiresAt: Date | null, url: string): LetterContent => ({
    subject: 'Ihre Portraits sind fertig',
    greeting: greeting(name),
    paragraphs: [`Ihre ${facts.generation.portraits} Portraits im Style «${styleName}» sind fertig.${expiresAt ? ` Sie bleiben bis am ${day.format(expiresAt)} verfügbar.` : ''}`],
    action: { label: 'Portraits ansehen', url },
    closing: CLOSING,
  }),
  generationFailed: (name: string | null, styleName: string, url: string): LetterContent => ({
    subject: 'Ihre Portraits konnten nicht erstellt werden',
    greeting: greeting(name),
    paragraphs: [`die Portraits im Style «${styleName}» konnten wir nicht fertigstellen. Die ${facts.generation.credits} Credits haben wir Ihnen zurückgegeben. Bitte versuchen Sie es erneut.`],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
};
