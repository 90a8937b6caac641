import { LANGUAGE } from '~/lib/language';

/** Numbers, money and times as they are written in Switzerland. Everything takes what the API sends: ISO times, Rappen, bytes. */
const ZONE = 'Europe/Zurich';

/** Made when first used: a browser takes longer to make one than to evaluate the rest of a public page's scripts. */
function lazily<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

const money = lazily(() => new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'CHF' }));
const plain = lazily(() => new Intl.NumberFormat(LANGUAGE));
const long = lazily(() => new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: ZONE }));
const brief = lazily(() => new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', timeZone: ZONE }));
const month = lazily(() => new Intl.DateTimeFormat(LANGUAGE, { month: 'long', year: 'numeric', timeZone: ZONE }));
const dayKey = lazily(
  () => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: ZONE }),
);
const clock = lazily(() => new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', timeZone: ZONE }));

/** `1790` → `CHF 17.90` */
export const formatChf = (rappen: number): string =>
  money()
    .format(rappen / 100)
    .replaceAll("'", '’');

/** `1000` → `1’000`; older browsers would set a straight apostrophe. */
export const formatNumber = (value: number): string => plain().format(value).replaceAll("'", '’');

/** `20. November 2026` */
export const formatDate = (iso: string): string => long().format(new Date(iso));

/** `November 2026` */
export const formatMonth = (iso: string): string => month().format(new Date(iso));

/** `3. Dez.` */
export const formatDay = (iso: string): string => brief().format(new Date(iso));

/** `09.12`, as clock times are written here. */
export const formatTime = (iso: string): string => clock().format(new Date(iso)).replace(':', '.');

/** How far a day lies back: `today`, `yesterday`, or `earlier` (also for times to come). */
export function dayDistance(iso: string, now: Date = new Date()): 'today' | 'yesterday' | 'earlier' {
  const day = dayKey().format(new Date(iso));
  if (day === dayKey().format(now)) return 'today';
  return day === dayKey().format(new Date(now.getTime() - 86_400_000)) ? 'yesterday' : 'earlier';
}

/** Bytes as whole megabytes: `10000000` → `10`. */
export const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);
