import { facts } from '../../facts/index.js';
import type { AccountDataOwner } from '../../identity/index.js';

const moment = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Zurich' });

/** LIESMICH.txt: what every file of an export is, in words. */
export function explainExport(about: {
  email: string;
  at: Date;
  owners: readonly AccountDataOwner[];
  notes: readonly string[];
}): string {
  const title = `Ihre Daten bei ${facts.brand}`;
  const files = about.owners.flatMap((owner) => owner.explains).map(({ path, text }) => `${path}\n    ${text}`);
  const notes =
    about.notes.length > 0 ? ['Hinweise zu diesem Export', ...about.notes.map((note) => `- ${note}`), ''] : [];
  return [
    title,
    '='.repeat(title.length),
    '',
    `Erstellt am ${moment.format(about.at).replace(/(?<=\d):(?=\d)/u, '.')}\u00a0Uhr für ${about.email}.`,
    '',
    'Die Dateien mit der Endung .json sind Text (UTF-8) und lassen sich mit jedem Texteditor öffnen. Die Feldnamen sind die unserer Schnittstelle. Zeiten stehen in UTC, Beträge in Rappen.',
    '',
    ...notes,
    'Was in diesem Archiv liegt',
    '',
    ...files.flatMap((file) => [file, '']),
    'Was nicht in diesem Archiv liegt',
    '',
    '- Passwort, Sitzungs-Tokens, API-Schlüssel, Passkeys und Codes: davon speichern wir nur Prüfwerte, aus denen sich das Original nicht herstellen lässt, oder verschlüsselte Geheimnisse, die niemand sehen soll.',
    '- Fotos und Portraits, die bereits gelöscht sind.',
    '',
  ].join('\n');
}
