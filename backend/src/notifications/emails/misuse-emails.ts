import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { atMoment, CLOSING, greeting, onDay } from './words.js';

interface Report {
  number: string;
  receivedAt: Date;
}

const WHAT_WAS_DONE = {
  removed: 'Die Portraits, zu denen das Bild gehört, haben wir gelöscht.',
  blocked: 'Das Konto, in dem sie entstanden sind, haben wir gesperrt.',
};

/** Emails about reports of misuse. What a reporter typed stands in none of them: the address may be somebody else's. */
export const misuseEmails = {
  toConfirm: ({ number, receivedAt }: Report, url: string): EmailContent => ({
    subject: `Bitte bestätigen Sie Ihre Meldung ${number}`,
    greeting: greeting(null),
    paragraphs: [
      `Am ${atMoment(receivedAt)} ist auf unserer Seite unter dieser Adresse eine Meldung eingegangen, dass ein Bild missbraucht wird. Wir prüfen sie, sobald Sie die Adresse bestätigt haben.`,
      `Der Link gilt ${facts.misuse.unconfirmedHours} Stunden. Er bestätigt auch, was Sie innert eines Tages sonst noch melden: Dafür senden wir keine weitere E-Mail; öffnen Sie ihn einfach nochmals.`,
      'Haben Sie nichts gemeldet? Dann hat jemand Ihre Adresse eingetragen. Tun Sie nichts: Ohne Bestätigung prüfen wir nichts und löschen die Meldung.',
    ],
    action: { label: 'Meldung bestätigen', url },
    closing: CLOSING,
  }),
  closed: (
    { number, receivedAt }: Report,
    { isRemoved, isBlocked }: { isRemoved: boolean; isBlocked: boolean },
    answer: string,
  ): EmailContent => ({
    subject: `Antwort zu Ihrer Meldung ${number}`,
    greeting: greeting(null),
    paragraphs: [
      `Wir haben Ihre Meldung vom ${atMoment(receivedAt)} geprüft und abgeschlossen.`,
      [...(isRemoved ? [WHAT_WAS_DONE.removed] : []), ...(isBlocked ? [WHAT_WAS_DONE.blocked] : [])].join(' ') ||
        'Gelöscht oder gesperrt haben wir dabei nichts.',
      answer,
      `Zu wem ein Portrait gehört, sagen wir nicht. Ihre Meldung löschen wir ${facts.misuse.keptMonths} Monate nach ihrem Eingang. Sind Sie nicht einverstanden, oder haben Sie Fragen? Antworten Sie auf diese Nachricht.`,
    ],
    closing: CLOSING,
  }),
  runRemoved: (name: string | null, run: { styleName: string; completedAt: Date }, reason: string): EmailContent => ({
    subject: 'Wir haben Portraits von Ihnen gelöscht',
    greeting: greeting(name),
    paragraphs: [
      `Ihre Generation «${run.styleName}» vom ${onDay(run.completedAt)} haben wir mit allen Portraits gelöscht, weil sie missbräuchlich verwendet wurde. Grund: ${reason}`,
      'Die Credits dafür geben wir nicht zurück. Den Beleg der Löschung finden Sie in den Einstellungen unter «Daten».',
      'Sind Sie nicht einverstanden? Antworten Sie auf diese Nachricht, und schreiben Sie uns, warum; dann prüfen wir den Entscheid nochmals.',
    ],
    closing: CLOSING,
  }),
};
