export const CLOSING = 'Freundliche Grüsse\nIhr Bildnis-Team';

const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
const clock = new Intl.DateTimeFormat('de-CH', { timeStyle: 'short', timeZone: 'Europe/Zurich' });

/** «3. Dezember 2026» */
export const onDay = (date: Date) => day.format(date);
const atTime = (date: Date) => `${clock.format(date).replace(':', '.')}\u00a0Uhr`;
/** «3. Dezember 2026 um 14.05 Uhr», within a sentence. */
export const atMoment = (date: Date) => `${onDay(date)} um ${atTime(date)}`;
/** «3. Dezember 2026, 14.05 Uhr», behind a colon. */
export const dayAndTime = (date: Date) => `${onDay(date)}, ${atTime(date)}`;
export { francs } from '../../payments/index.js';
export const greeting = (name: string | null) => (name ? `Guten Tag ${name}` : 'Guten Tag');
/** «1 Profil», «3 Profile» */
export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Mail programs turn addresses into links by themselves; an invisible joiner after their signs keeps them from it, and changes nothing one sees. */
const unlinked = (text: string) => text.replace(/(?<=\S)[.:/@](?=\S)/gu, '$&\u2060');
/** Words of somebody we do not know, on one line. */
export const typed = (text: string) => unlinked(text.replace(/\s+/gu, ' '));
/** The same over several lines, each marked, so that none passes for one of ours. */
export const quoted = (text: string) =>
  unlinked(text)
    .split(/\r\n|[\r\n]/u)
    .map((line) => `> ${line}`)
    .join('\n');
