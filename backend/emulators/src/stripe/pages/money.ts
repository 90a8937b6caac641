/** «CHF 17.90» from Rappen (or the smallest unit of another two-decimal currency). */
export function money(amount: number, currency: string): string {
  const sign = amount < 0 ? '−' : '';
  const absolute = Math.abs(amount);
  const whole = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, '’');
  return `${currency.toUpperCase()} ${sign}${whole}.${String(absolute % 100).padStart(2, '0')}`;
}

/** «3. Dezember 2026» in Swiss time, day and month kept on one line; `seconds` since the Unix epoch. */
export function dateText(seconds: number): string {
  return new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' })
    .format(new Date(seconds * 1000))
    .replace('. ', '.\u00a0');
}
