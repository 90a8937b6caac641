import type { AnnouncementKind } from '../../announcements/index.js';
import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { CLOSING, francs, greeting, onDay } from './words.js';

export interface AnnouncedInEmail {
  kind: AnnouncementKind;
  text: string;
  effectiveFrom: Date;
  version?: string | null | undefined;
  priceRappen?: number | null | undefined;
  plan: {
    name: string;
    paidRappen: number;
    /** What the customer was told earlier and pays before the new price, each from its renewal on. */
    announced: { priceRappen: number; from: Date }[];
  } | null;
}

type Wording = (change: AnnouncedInEmail) => Pick<EmailContent, 'subject' | 'paragraphs'> & {
  label: string;
  page: string;
};

const CANCELLING = `Haben Sie ein Abo und sind nicht einverstanden, können Sie es jederzeit ${facts.subscription.endsOn} kündigen. Das kostet nichts.`;

const paidUntilThen = ({ paidRappen, announced }: NonNullable<AnnouncedInEmail['plan']>): string =>
  [
    francs(paidRappen),
    ...announced.map(
      ({ from, priceRappen }) => `ab der Verlängerung am ${onDay(from)} wie angekündigt ${francs(priceRappen)}`,
    ),
  ].join(', ');

const WORDINGS: Record<AnnouncementKind, Wording> = {
  terms: ({ text, effectiveFrom, version }) => ({
    subject: `Unsere AGB ändern sich am ${onDay(effectiveFrom)}`,
    paragraphs: [
      `Wir ändern unsere Allgemeinen Geschäftsbedingungen (AGB). Neue Fassung: ${version}.`,
      text,
      `Ab dem ${onDay(effectiveFrom)} fragen wir Sie in Bildnis, ob Sie der neuen Fassung zustimmen. Bis Sie zugestimmt haben, gelten für Sie die bisherigen AGB.`,
      `${CANCELLING} Bis dahin nutzen Sie Bildnis zu den bisherigen AGB. API-Schlüssel funktionieren weiter.`,
    ],
    label: 'AGB öffnen',
    page: '/legal/terms',
  }),
  privacy: ({ text, effectiveFrom }) => ({
    subject: `Unsere Datenschutzerklärung ändert sich am ${onDay(effectiveFrom)}`,
    paragraphs: [
      `Am ${onDay(effectiveFrom)} ändern wir unsere Datenschutzerklärung.`,
      text,
      'Sie müssen nichts tun. Braucht etwas Neues Ihre Einwilligung, fragen wir Sie eigens danach.',
    ],
    label: 'Datenschutzerklärung öffnen',
    page: '/legal/privacy',
  }),
  price: ({ text, effectiveFrom, priceRappen, plan }) => ({
    subject: `Der Preis Ihres Abos ${plan!.name} ändert sich`,
    paragraphs: [
      `Das Abo ${plan!.name} kostet neu ${francs(priceRappen!)} im Monat. Bisher bezahlen Sie ${paidUntilThen(plan!)}.`,
      text,
      `Der neue Preis gilt für Sie ab der ersten Verlängerung, die auf den ${onDay(effectiveFrom)} oder später fällt. Was bezahlt ist, bleibt bezahlt.`,
      `${CANCELLING} Kündigen Sie vor dieser Verlängerung, bezahlen Sie den neuen Preis nie.`,
    ],
    label: 'Abo ansehen',
    page: '/app/settings/abrechnung',
  }),
};

/** Tells a customer of a change ahead. */
export function announcementEmail(
  name: string | null,
  change: AnnouncedInEmail,
  linkTo: (page: string) => string,
): EmailContent {
  const { subject, paragraphs, label, page } = WORDINGS[change.kind](change);
  return {
    subject,
    greeting: greeting(name),
    paragraphs,
    action: { label, url: linkTo(page) },
    closing: CLOSING,
  };
}
