import { facts } from '../../facts/index.js';

export const CLOSING = 'Freundliche Grüsse\nIhr Bildnis-Team';

const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
const moment = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Zurich' });

/** «3. Dezember 2026» */
export const onDay = (date: Date) => day.format(date);
/** «3. Dezember 2026 um 14:05» */
export const atMoment = (date: Date) => moment.format(date);
export const francs = (rappen: number) => `${facts.currency} ${(rappen / 100).toFixed(2)}`;
export const greeting = (name: string | null) => (name ? `Guten Tag ${name}` : 'Guten Tag');
/** «1 Profil», «3 Profile» */
export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
