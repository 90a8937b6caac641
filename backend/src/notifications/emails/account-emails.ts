import type { SecurityChange } from '../../identity/index.js';
import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { atMoment, CLOSING, counted, dayAndTime, greeting, onDay } from './words.js';

interface Change {
  subject: string;
  /** `what` is a name the owner gave, or what `SecurityNotices.add` was told. */
  sentence: (what: string) => string;
  /** What to do; the usual advice unless given. */
  advice?: string[];
  /** Where the button leads; the page about security unless given. */
  action?: { label: string; page: '/app/settings/api' };
}

const USUAL_ADVICE = [
  'Waren Sie das nicht? Dann setzen Sie auf der Anmeldeseite über «Passwort vergessen?» sofort ein neues Passwort. Das beendet alle Sitzungen und widerruft Ihre API-Schlüssel, wenn Sie es nicht abwählen. Prüfen Sie danach in den Einstellungen, ob Sie jeden Passkey und eine Verknüpfung mit Google kennen.',
];
/** At a key's making somebody was signed in, so the password may be known to others as well. */
const ADVICE_ON_KEYS = [
  'Waren Sie das nicht? Dann widerrufen Sie den Schlüssel sofort in den Einstellungen unter «API». Ein neues Passwort allein beendet ihn nicht, und wer ihn erstellt hat, war in Ihrem Konto angemeldet. Setzen Sie deshalb danach auch ein neues Passwort.',
  'Können Sie sich nicht mehr anmelden? Dann setzen Sie auf der Anmeldeseite über «Passwort vergessen?» ein neues Passwort. Dabei widerrufen wir alle API-Schlüssel, wenn Sie es nicht abwählen.',
];

/** What became of the keys at a reset: how many were revoked, or that they were kept. */
function ofKeys(what: string): string {
  if (what === 'kept')
    return ' Ihre API-Schlüssel gelten weiter, wie Sie es gewählt haben; widerrufen können Sie sie in den Einstellungen unter «API».';
  return Number(what) > 0 ? ` ${counted(Number(what), 'API-Schlüssel wurde', 'API-Schlüssel wurden')} widerrufen.` : '';
}

/** What has changed, or was tried. */
const CHANGES: Record<SecurityChange, Change> = {
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    sentence: () =>
      'Ihr Passwort wurde geändert. Alle anderen Sitzungen sind beendet; Passkeys, eine Verknüpfung mit Google und API-Schlüssel gelten weiter.',
  },
  password_reset: {
    subject: 'Ihr Passwort wurde geändert',
    sentence: (what) =>
      `Ihr Passwort wurde über einen Link per E-Mail neu gesetzt. Alle Sitzungen sind beendet; Passkeys und eine Verknüpfung mit Google gelten weiter.${ofKeys(what)}`,
  },
  google_linked: {
    subject: 'Google wurde mit Ihrem Konto verknüpft',
    sentence: (what) => `Ab jetzt ist die Anmeldung auch mit dem Google-Konto ${what} möglich.`,
  },
  google_unlinked: {
    subject: 'Google wurde von Ihrem Konto getrennt',
    sentence: (what) => `Die Anmeldung mit dem Google-Konto ${what} ist nicht mehr möglich.`,
  },
  passkey_added: {
    subject: 'Ein Passkey wurde hinzugefügt',
    sentence: (what) => `Sie können sich ab jetzt mit dem Passkey «${what}» anmelden.`,
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde entfernt',
    sentence: (what) => `Mit dem Passkey «${what}» können Sie sich nicht mehr anmelden.`,
  },
  authenticator_added: {
    subject: 'Authenticator-App eingerichtet',
    sentence: () => 'Zum Anmelden mit Passwort braucht es ab jetzt auch den Code Ihrer Authenticator-App.',
  },
  authenticator_removed: {
    subject: 'Authenticator-App ausgeschaltet',
    sentence: () => 'Zum Anmelden genügt wieder das Passwort allein.',
  },
  recovery_codes_renewed: {
    subject: 'Neue Wiederherstellungscodes',
    sentence: () => 'Sie haben neue Wiederherstellungscodes erhalten. Die alten gelten nicht mehr.',
  },
  recovery_code_used: {
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    sentence: () =>
      'Jemand hat sich mit Ihrem Passwort und einem Wiederherstellungscode ausgewiesen. Dieser Code gilt nicht mehr.',
  },
  api_key_created: {
    subject: 'Ein API-Schlüssel wurde erstellt',
    sentence: (what) => `Der API-Schlüssel «${what}» kann ab jetzt in Ihrem Namen handeln.`,
    advice: ADVICE_ON_KEYS,
    action: { label: 'API-Schlüssel prüfen', page: '/app/settings/api' },
  },
  guessed_at: {
    subject: 'Jemand versucht, sich bei Ihrem Konto anzumelden',
    sentence: () =>
      'In der letzten Stunde wurde für Ihr Konto viele Male ein falsches Passwort eingegeben. Mit diesen Versuchen hat sich niemand angemeldet. Weitere verlangsamen wir; Sie selbst sperren wir nicht aus.',
    advice: [
      'Verwenden Sie Ihr Passwort auch anderswo, oder ist es leicht zu erraten? Dann ändern Sie es in den Einstellungen unter «Sicherheit». Mit einer Authenticator-App genügt ein erratenes Passwort nicht mehr.',
      'Diese Nachricht senden wir höchstens einmal am Tag.',
    ],
  },
};

/** Why a keyed hash of the address stays, and for how long. */
function keptForDebt({ owedCredits }: { owedCredits: number }): string {
  const { debtYears, disputableDays } = facts.deletion;
  return owedCredits > 0
    ? `Noch offen: ${counted(owedCredits, 'Credit', 'Credits')} nach einer Rückzahlung oder Rückbuchung. Dafür bewahren wir einen verschlüsselten Abdruck dieser Adresse auf, aus dem sich die Adresse nicht ablesen lässt: bis nichts mehr offen ist, höchstens ${debtYears} Jahre. Eröffnen Sie unter dieser Adresse wieder ein Konto, gehören die offenen Credits zu ihm, und bestellen können Sie, sobald sie ausgeglichen sind.`
    : `Für den Fall, dass eine Zahlung noch zurückgebucht wird, und um zu erkennen, wer innert ${facts.heldOrders.days} Tagen mehrmals bestellt und widerruft, bewahren wir einen verschlüsselten Abdruck dieser Adresse auf, aus dem sich die Adresse nicht ablesen lässt: bis ${disputableDays} Tage nach Ihrer letzten Zahlung, und wenn dann Credits offen sind, bis sie ausgeglichen sind, höchstens ${debtYears} Jahre.`;
}

/** Emails about the account itself. */
export const accountEmails = {
  /** Without a name: somebody who registers a stranger's address chooses it, and it must not become a message to them. */
  confirmEmail: (url: string): EmailContent => ({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    greeting: greeting(null),
    paragraphs: [
      `Willkommen bei ${facts.brand}. Mit diesem Link bestätigen Sie Ihre Adresse und melden sich an. Er gilt ${facts.account.confirmationHours} Stunden. In einem anderen Browser als dem, in dem Sie sich registriert haben, fragen wir dabei nach dem Passwort.`,
      'Haben Sie kein Konto eröffnet? Dann können Sie diese Nachricht ignorieren.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', url },
    closing: CLOSING,
  }),
  /** Somebody wants a new password for an address that was registered and never confirmed, perhaps by a stranger. */
  confirmBeforeReset: (url: string): EmailContent => ({
    subject: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
    greeting: greeting(null),
    paragraphs: [
      `Unter dieser Adresse ist ein Konto registriert, das noch nicht bestätigt ist. Bestätigen Sie es mit diesem Link; dort setzen Sie auch ein eigenes Passwort. Er gilt ${facts.account.confirmationHours} Stunden.`,
      'Haben Sie das nicht verlangt? Dann können Sie diese Nachricht ignorieren; es ändert sich nichts.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', url },
    closing: CLOSING,
  }),
  resetPassword: (url: string): EmailContent => ({
    subject: 'Neues Passwort setzen',
    greeting: greeting(null),
    paragraphs: [
      `Mit diesem Link setzen Sie ein neues Passwort. Er gilt ${counted(facts.account.resetHours, 'Stunde', 'Stunden')} und funktioniert einmal. Alle Sitzungen enden dabei; Ihre API-Schlüssel werden widerrufen, wenn Sie es nicht abwählen. Einzelne Schlüssel widerrufen Sie in den Einstellungen unter «API».`,
      'Haben Sie das nicht verlangt? Dann können Sie diese Nachricht ignorieren; es ändert sich nichts.',
    ],
    action: { label: 'Neues Passwort setzen', url },
    closing: CLOSING,
  }),
  code: (code: string): EmailContent => ({
    subject: `Ihr Code: ${code}`,
    greeting: greeting(null),
    paragraphs: [
      `Ihr Code lautet ${code}. Er gilt ${facts.account.codeMinutes} Minuten.`,
      'Geben Sie ihn nur auf unserer Seite ein. Wir fragen nie am Telefon oder per E-Mail danach. Haben Sie keinen Code verlangt? Dann können Sie diese Nachricht ignorieren.',
    ],
    closing: CLOSING,
  }),
  securityChanged: (
    name: string | null,
    change: { kind: SecurityChange; what: string | null; at: Date },
    linkTo: (page: string) => string,
  ): EmailContent => ({
    subject: CHANGES[change.kind].subject,
    greeting: greeting(name),
    paragraphs: [
      CHANGES[change.kind].sentence(change.what ?? ''),
      `Zeitpunkt: ${dayAndTime(change.at)}`,
      ...(CHANGES[change.kind].advice ?? USUAL_ADVICE),
    ],
    action: {
      label: CHANGES[change.kind].action?.label ?? 'Sicherheit prüfen',
      url: linkTo(CHANGES[change.kind].action?.page ?? '/app/settings/sicherheit'),
    },
    closing: CLOSING,
  }),
  exportReady: (name: string | null, expiresAt: Date, url: string): EmailContent => ({
    subject: 'Ihre Daten sind bereit',
    greeting: greeting(name),
    paragraphs: [
      `Wir haben Ihre Daten zu einer ZIP-Datei gepackt. Sie können sie bis am ${atMoment(expiresAt)} herunterladen; danach löschen wir sie.`,
      'Zum Herunterladen müssen Sie angemeldet sein.',
    ],
    action: { label: 'Daten herunterladen', url },
    closing: CLOSING,
  }),
  exportFailed: (name: string | null, url: string): EmailContent => ({
    subject: 'Ihre Daten konnten nicht exportiert werden',
    greeting: greeting(name),
    paragraphs: ['Der Export Ihrer Daten ist fehlgeschlagen. Bitte versuchen Sie es erneut.'],
    action: { label: 'Erneut versuchen', url },
    closing: CLOSING,
  }),
  accountDeleted: (
    removed: { profiles: number; generations: number; portraits: number },
    debt: { owedCredits: number } | null,
    deletedAt: Date,
  ): EmailContent => ({
    subject: 'Ihr Konto ist gelöscht',
    greeting: greeting(null),
    paragraphs: [
      `Ihr Konto bei ${facts.brand} wurde am ${onDay(deletedAt)} gelöscht. Ein laufendes Abo ist beendet; es wird nichts mehr belastet.`,
      `Gelöscht: ${counted(removed.profiles, 'Profil', 'Profile')}, ${counted(removed.generations, 'Generation', 'Generationen')} mit ${counted(removed.portraits, 'Portrait', 'Portraits')}, Ihre Angaben, Sitzungen, Schlüssel und Exporte.`,
      `Aufbewahrt: Bestellungen, Rechnungen und Credit-Buchungen während ${facts.deletion.accountingYears} Jahren, wie es das Gesetz verlangt, und die Nachweise Ihrer Einwilligungen während ${facts.deletion.consentProofYears} Jahren. Beides steht unter einer Nummer, nicht mehr unter Ihrem Namen.`,
      ...(debt ? [keptForDebt(debt)] : []),
      debt
        ? 'Ihre lesbare E-Mail-Adresse löschen wir mit dem Versand dieser Nachricht.'
        : 'Mit dem Versand dieser Nachricht löschen wir auch Ihre E-Mail-Adresse.',
    ],
    closing: CLOSING,
  }),
  accountBlocked: (name: string | null, reason: string): EmailContent => ({
    subject: 'Ihr Konto ist gesperrt',
    greeting: greeting(name),
    paragraphs: [
      `Wir haben Ihr Konto gesperrt. Grund: ${reason}`,
      'Laufende Aufträge haben wir abgebrochen und ihre Credits zurückgegeben. Ein laufendes Abo endet mit der bezahlten Periode. Ihre Daten bleiben vorerst bestehen. Sind Sie nicht einverstanden? Antworten Sie auf diese Nachricht.',
    ],
    closing: CLOSING,
  }),
};
