import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { atMoment, CLOSING, dayAndTime, francs, greeting, onDay, quoted, typed } from './words.js';

export interface Declared {
  number: string;
  kind: 'cancellation' | 'withdrawal';
  receivedAt: Date;
  name: string;
  email: string;
  orderNumber: string | null;
  manner: 'ordinary' | 'extraordinary' | null;
  statement: string | null;
}

export interface WithdrawnOrder {
  number: string;
  kind: 'plan' | 'pack' | 'upgrade';
  itemName: string;
  orderedAt: Date;
  withdrawnAt: Date;
  refundRappen: number;
  /** A chargeback is open: more may go back once it is decided. */
  awaitsDispute: boolean;
}

const { reviewWorkingDays, paybackDaysMin, paybackDaysMax } = facts.refunds;

const RECEIVED = {
  cancellation: {
    subject: 'Eingangsbestätigung: Kündigung',
    what: 'diese Kündigung',
    answered: 'Ihrer Kündigung',
    looked: 'Ihre Kündigung',
    review: `Wie es weitergeht, schreiben wir an die Adresse des Kontos, zu dem der Vertrag gehört. Finden wir den Vertrag nicht, oder ist etwas zu prüfen, antworten wir innert ${reviewWorkingDays} Arbeitstagen.`,
    notYou:
      'Haben Sie das nicht erklärt? Dann hat jemand Ihre Adresse eingetragen. Gehört Ihnen ein Abo bei uns, können Sie die Kündigung bis zum Ende der bezahlten Periode in der Übersicht zurücknehmen. Sonst ändert sich nichts.',
  },
  withdrawal: {
    subject: 'Eingangsbestätigung: Widerruf',
    what: 'dieser Widerruf',
    answered: 'Ihrem Widerruf',
    looked: 'Ihren Widerruf',
    review: `Wie es weitergeht, schreiben wir an die Adresse des Kontos, zu dem die Bestellung gehört. Finden wir die Bestellung nicht, oder ist etwas zu prüfen, antworten wir innert ${reviewWorkingDays} Arbeitstagen.`,
    notYou:
      'Haben Sie das nicht erklärt? Dann hat jemand Ihre Adresse eingetragen. Ohne die Nummer einer Ihrer Bestellungen ändert sich dadurch nichts.',
  },
} as const;

const MANNER = {
  ordinary: 'Ordentliche Kündigung auf den nächstmöglichen Zeitpunkt',
  extraordinary: 'Ausserordentliche Kündigung',
} as const;

/** The declaration as it was received; what somebody typed stands there as a quotation. */
function contentOf({ number, receivedAt, name, email, orderNumber, manner, statement }: Declared): string {
  const lines = [
    `Nummer: ${number}`,
    `Eingegangen: ${dayAndTime(receivedAt)}`,
    ...(manner ? [`Art: ${MANNER[manner]}`] : []),
    `Name: ${typed(name)}`,
    `E-Mail: ${email}`,
  ];
  if (orderNumber) lines.push(`Vertrags- oder Bestellnummer: ${typed(orderNumber)}`);
  if (statement) lines.push(manner === 'extraordinary' ? 'Grund:' : 'Mitteilung:', quoted(statement));
  return lines.join('\n');
}

/** What a withdrawal does to the contract itself. */
const AFTERWARDS: Record<WithdrawnOrder['kind'], string> = {
  plan: 'Das Abo ist beendet; es wird nichts mehr belastet.',
  pack: 'Die nicht genutzten Credits dieses Pakets haben wir zurückgenommen.',
  upgrade: 'Ihr früheres Abo gilt wieder.',
};

/** Emails about the end of contracts, and about payments that do not go through. */
export const contractEmails = {
  /** To whatever address was typed: it says what was declared, and nothing about whether there is such a customer. */
  received: (declared: Declared): EmailContent => {
    const { subject, what, review, notYou } = RECEIVED[declared.kind];
    return {
      subject: `${subject} ${declared.number}`,
      greeting: greeting(null),
      paragraphs: [
        `Am ${atMoment(declared.receivedAt)} ist auf unserer Seite ${what} eingegangen. Bitte bewahren Sie diese Nachricht auf.`,
        contentOf(declared),
        review,
        notYou,
      ],
      closing: CLOSING,
    };
  },
  /** Somebody has looked at it and answers; to the address that was typed, as the receipt. */
  closed: (declared: Declared, answer: string): EmailContent => {
    const { answered, looked } = RECEIVED[declared.kind];
    return {
      subject: `Antwort zu ${answered} ${declared.number}`,
      greeting: greeting(null),
      paragraphs: [
        `Wir haben ${looked} vom ${atMoment(declared.receivedAt)} geprüft und abgeschlossen. Unsere Antwort:`,
        answer,
        contentOf(declared),
        'Sind Sie nicht einverstanden, oder haben Sie Fragen? Antworten Sie auf diese Nachricht.',
      ],
      closing: CLOSING,
    };
  },
  canceled: (name: string | null, planName: string, endsAt: Date, url: string): EmailContent => ({
    subject: 'Ihre Kündigung ist bestätigt',
    greeting: greeting(name),
    paragraphs: [
      `Ihr Abo «${planName}» ist gekündigt und endet am ${onDay(endsAt)}. Bis dahin nutzen Sie es wie bisher; danach wird nichts mehr belastet. Ihre Credits bleiben, solange Ihr Konto besteht.`,
      'Haben Sie es sich anders überlegt, oder waren Sie das nicht? Bis zu diesem Tag können Sie die Kündigung in der Übersicht zurücknehmen.',
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
  paymentFailed: (name: string | null, planName: string, priceRappen: number, url: string): EmailContent => ({
    subject: 'Ihre Zahlung ist fehlgeschlagen',
    greeting: greeting(name),
    paragraphs: [
      `Die Zahlung von ${francs(priceRappen)} für Ihr Abo «${planName}» wurde abgelehnt, etwa weil die Karte abgelaufen oder ihre Limite erreicht ist.`,
      'Bitte bezahlen Sie die offene Rechnung, mit derselben oder mit einer anderen Karte. Neue Credits kommen, sobald die Zahlung eingegangen ist; Ihre bisherigen bleiben.',
    ],
    action: { label: 'Rechnung bezahlen', url },
    closing: CLOSING,
  }),
  paymentToConfirm: (name: string | null, planName: string, priceRappen: number, url: string): EmailContent => ({
    subject: 'Bitte bestätigen Sie Ihre Zahlung',
    greeting: greeting(name),
    paragraphs: [
      `Ihre Bank verlangt, dass Sie die Zahlung von ${francs(priceRappen)} für Ihr Abo «${planName}» bestätigen (3-D Secure). Vorher wird nichts belastet.`,
      'Öffnen Sie die Rechnung, und bestätigen Sie die Zahlung bei Ihrer Bank. Neue Credits kommen, sobald die Zahlung eingegangen ist; Ihre bisherigen bleiben.',
    ],
    action: { label: 'Zahlung bestätigen', url },
    closing: CLOSING,
  }),
  withdrawn: (name: string | null, order: WithdrawnOrder, url: string): EmailContent => ({
    subject: 'Ihr Widerruf ist bestätigt',
    greeting: greeting(name),
    paragraphs: [
      `Ihr Widerruf vom ${atMoment(order.withdrawnAt)} gilt für die Bestellung ${order.number} («${order.itemName}» vom ${onDay(order.orderedAt)}). ${AFTERWARDS[order.kind]}`,
      ...(order.awaitsDispute
        ? [
            'Für eine Zahlung dieses Vertrags läuft eine Rückbuchung Ihrer Bank. Ihr Widerruf ist rechtzeitig und gilt; was wir Ihnen für diese Zahlung schulden, rechnen wir ab, sobald die Bank entschieden hat. Sie erhalten dann eine Nachricht.',
          ]
        : []),
      ...(order.awaitsDispute && order.refundRappen === 0
        ? []
        : [
            order.refundRappen > 0
              ? `Wir zahlen Ihnen ${francs(order.refundRappen)} zurück: den Preis abzüglich des bereits genutzten Anteils. Das Geld ist in der Regel nach ${paybackDaysMin} bis ${paybackDaysMax} Arbeitstagen bei Ihnen, auf dem Weg, auf dem Sie bezahlt haben.`
              : 'Was diese Bestellung enthielt, war bereits ganz genutzt. Deshalb bleibt nichts zurückzuzahlen.',
          ]),
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
};
