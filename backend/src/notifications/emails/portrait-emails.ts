import { facts } from '../../facts/index.js';
import { FACE_RECIPIENTS, type ModelOnReceipt } from '../../privacy/index.js';
import type { EmailContent } from './email-template.js';
import { CLOSING, greeting, onDay } from './words.js';

function whatStays(keeps?: ModelOnReceipt): string {
  return keeps?.model === 'hosted'
    ? `${whichModel(keeps)} sowie Vergleichswerte des Gesichts`
    : `${whichModel(keeps)} mit Gesichtspunkten und Hautton sowie Vergleichswerte des Gesichts`;
}

/** @param keeps nothing for trainings that ended before it was told */
function whichModel(keeps?: ModelOnReceipt): string {
  if (keeps?.model === 'hosted') {
    const [{ name, country }] = FACE_RECIPIENTS.replicate;
    return `sein trainiertes Modell bei ${name} (${country})`;
  }
  if (keeps?.model === 'crops' && keeps.crops > 0)
    return keeps.crops === 1 ? '1 freigestellten Arbeitsausschnitt' : `${keeps.crops} freigestellte Arbeitsausschnitte`;
  return 'freigestellte Arbeitsausschnitte';
}

/** A style that was chosen ahead of the training's end. */
interface ChosenAhead {
  styleName: string;
  /** Why it was not started; null where it was. */
  reason: 'credits' | 'style' | 'consent' | null;
}

const NOT_STARTED = {
  credits: `Ihre Credits reichen nicht für einen Style (${facts.generation.credits} Credits).`,
  style: 'Er ist zurzeit nicht im Angebot.',
  consent: 'Eine Einwilligung fehlt oder wurde widerrufen.',
};

function whatBegan({ styleName, reason }: ChosenAhead): string {
  return reason
    ? `Ihren vorgemerkten Style «${styleName}» haben wir nicht gestartet: ${NOT_STARTED[reason]} Abgebucht wurde dafür nichts.`
    : `Ihr vorgemerkter Style «${styleName}» ist gestartet. Sobald die ${facts.generation.portraits} Portraits da sind, erhalten Sie eine weitere E-Mail.`;
}

/** Emails about trainings and portraits. */
export const portraitEmails = {
  profileReady: (
    name: string | null,
    {
      profileName,
      keeps,
      chosenAhead,
    }: { profileName: string; keeps?: ModelOnReceipt | undefined; chosenAhead?: ChosenAhead | null },
    url: string,
  ): EmailContent => ({
    subject: 'Ihr Profil ist bereit',
    greeting: greeting(name),
    paragraphs: [
      `Das Training von «${profileName}» ist abgeschlossen. Ihre hochgeladenen Fotos haben wir gelöscht; das Profil behält ${whatStays(keeps)}, bis Sie es löschen.`,
      ...(chosenAhead ? [whatBegan(chosenAhead)] : []),
    ],
    action: { label: chosenAhead && !chosenAhead.reason ? 'Portraits ansehen' : 'Style wählen', url },
    closing: CLOSING,
  }),
  profileFailed: (name: string | null, profileName: string, forGood: boolean, url: string): EmailContent => ({
    subject: 'Das Training ist fehlgeschlagen',
    greeting: greeting(name),
    paragraphs: [
      `Das Training von «${profileName}» ist fehlgeschlagen.`,
      forGood
        ? `Die ${facts.training.credits} Credits haben wir Ihnen zurückgegeben. Mit neuen Fotos können Sie jederzeit neu beginnen.`
        : `Sie können es innert ${facts.training.retryHours} Stunden kostenlos wiederholen, am besten mit zusätzlichen Fotos.`,
    ],
    action: { label: 'Profil öffnen', url },
    closing: CLOSING,
  }),
  generationCompleted: (name: string | null, styleName: string, expiresAt: Date | null, url: string): EmailContent => ({
    subject: `${facts.generation.portraits} Portraits sind da`,
    greeting: greeting(name),
    paragraphs: [
      `Ihre ${facts.generation.portraits} Portraits im Style «${styleName}» sind fertig.${expiresAt ? ` Sie bleiben bis am ${onDay(expiresAt)} verfügbar.` : ''}`,
    ],
    action: { label: 'Portraits ansehen', url },
    closing: CLOSING,
  }),
  portraitsExpire: (
    name: string | null,
    runs: readonly { styleName: string; completedAt: Date; expiresAt: Date }[],
    url: string,
  ): EmailContent => ({
    subject: 'Ihre Portraits werden bald gelöscht',
    greeting: greeting(name),
    paragraphs: [
      `Portraits bewahren wir ${facts.portraits.keptDays} Tage auf. Bald ist es so weit bei ${runs.length === 1 ? 'einer Generation' : `${runs.length} Generationen`}:`,
      runs
        .map((run) => `«${run.styleName}» vom ${onDay(run.completedAt)}: Löschung am ${onDay(run.expiresAt)}`)
        .join('\n'),
      'Laden Sie vorher herunter, was Sie behalten möchten. Danach können auch wir die Portraits nicht wiederherstellen.',
    ],
    action: { label: 'Portraits herunterladen', url },
    closing: CLOSING,
  }),
  generationFailed: (
    name: string | null,
    { styleName, isRepeat }: { styleName: string; isRepeat: boolean },
    url: string,
  ): EmailContent => ({
    subject: 'Ihre Portraits konnten nicht erstellt werden',
    greeting: greeting(name),
    paragraphs: [
      `Die Portraits im Style «${styleName}» konnten wir nicht fertigstellen. ${isRepeat ? 'Die Wiederholung war kostenlos und zählt nicht.' : `Die ${facts.generation.credits} Credits haben wir Ihnen zurückgegeben.`} Bitte versuchen Sie es erneut.`,
    ],
    action: { label: 'Zur Übersicht', url },
    closing: CLOSING,
  }),
};
