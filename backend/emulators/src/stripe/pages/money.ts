/** «CHF 17.90» from Rappen (or the smallest unit of another two-decimal currency). */
export function money(amount: number, currency: string): string {
  const sign = amount < 0 ? '−' : '';
  const absolute = Math.abs(amount);
  const whole = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, '’');
  return `${currency.toUpperCase()} ${sign}${whole}.${String(absolute % 100).padStart(2, '0')}`;
}

const perInterval: Record<string, string> = { day: 'pro Tag', week: 'pro Woche', month: 'pro Monat', year: 'pro Jahr' };
const everyInterval: Record<string, string> = {
  day: 'jeden Tag',
  week: 'jede Woche',
  month: 'jeden Monat',
  year: 'jedes Jahr',
};
const severalIntervals: Record<string, string> = { day: 'Tage', week: 'Wochen', month: 'Monate', year: 'Jahre' };

interface Rhythm {
  interval: string;
  interval_count: number;
}

/** «pro Monat», «alle 3 Monate». */
export function rhythmText(rhythm: Rhythm): string {
  if (rhythm.interval_count > 1)
    return `alle ${rhythm.interval_count} ${severalIntervals[rhythm.interval] ?? rhythm.interval}`;
  return perInterval[rhythm.interval] ?? rhythm.interval;
}

/** «jeden Monat», «alle 3 Monate». */
export function recurrenceText(rhythm: Rhythm): string {
  return rhythm.interval_count > 1 ? rhythmText(rhythm) : (everyInterval[rhythm.interval] ?? rhythm.interval);
}

/** «3. Dezember 2026» in Swiss time, day and month kept on one line; `seconds` since the Unix epoch. */
export function dateText(seconds: number): string {
  return new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' })
    .format(new Date(seconds * 1000))
    .replace('. ', '.\u00a0');
}
