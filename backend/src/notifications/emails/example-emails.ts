import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { CLOSING, counted, greeting, onDay } from './words.js';

/** Emails about portraits that a customer released for public pages. */
export const exampleEmails = {
  shown: (name: string | null, { until, credits }: { until: Date; credits: number }, url: string): EmailContent => ({
    subject: 'Ihre Portraits sind jetzt als Beispiel zu sehen',
    greeting: greeting(name),
    paragraphs: [
      `Vielen Dank. Wir zeigen die Portraits, die Sie freigegeben haben, bis am ${onDay(until)} und nur dort, wo Sie zugestimmt haben.`,
      ...(credits > 0
        ? [
            `Als Dank haben wir Ihnen ${counted(credits, 'Credit', 'Credits')} gutgeschrieben. Dieses Guthaben behalten Sie auch, wenn Sie die Freigabe zurückziehen.`,
          ]
        : []),
      'Sie können die Freigabe jederzeit mit einem Klick zurückziehen. Die Bilder verschwinden dann innert einer Minute von allen Seiten und werden gelöscht.',
    ],
    action: { label: 'Freigabe ansehen', url },
    closing: CLOSING,
  }),
  refused: (name: string | null, url: string): EmailContent => ({
    subject: 'Wir zeigen Ihre Portraits nicht als Beispiel',
    greeting: greeting(name),
    paragraphs: [
      'Vielen Dank für Ihr Angebot. Wir zeigen diese Portraits nicht als Beispiel und haben die Kopien, die wir dafür gemacht hatten, gelöscht.',
      'An Ihren Portraits und an Ihrem Konto ändert sich nichts.',
    ],
    action: { label: 'Einstellungen öffnen', url },
    closing: CLOSING,
  }),
  ended: (name: string | null, url: string): EmailContent => ({
    subject: 'Ihre Freigabe ist beendet',
    greeting: greeting(name),
    paragraphs: [
      'Ihre Portraits sind nicht mehr als Beispiel zu sehen. Die Kopien, die wir dafür gemacht hatten, sind gelöscht; den Beleg finden Sie in den Einstellungen.',
      `Portraits in Ihrem Konto bleiben unabhängig von einer Freigabe höchstens ${facts.portraits.keptDays} Tage.`,
    ],
    action: { label: 'Freigaben ansehen', url },
    closing: CLOSING,
  }),
};
