const ZONE = 'Europe/Zurich';
const HOUR_MS = 3_600_000;

const calendarDay = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' });
const offsetOfDay = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' });

/**
 * The last millisecond of a day in Zurich.
 * @param day any moment of the day to count from
 * @param daysLater calendar days after it; 0 is the day itself
 */
export function endOfZurichDay(day: Date, daysLater: number): Date {
  const [year, month, date] = calendarDay.format(day).split('-').map(Number) as [number, number, number];
  const nextMidnight = Date.UTC(year, month - 1, date + daysLater + 1);
  // The clocks change at 01:00 UTC, so 23:00 UTC has the offset of the midnight beside it.
  return new Date(nextMidnight - offsetAt(new Date(nextMidnight - HOUR_MS)) - 1);
}

/** The month in Zurich that a moment lies in, such as «2026-12». */
export const zurichMonth = (moment: Date): string => calendarDay.format(moment).slice(0, 'yyyy-mm'.length);

/** How far Zurich is ahead of UTC, in milliseconds. */
function offsetAt(moment: Date): number {
  const name = offsetOfDay.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value;
  const [, hours, minutes] = /^GMT\+(\d\d):(\d\d)$/.exec(name)!;
  return Number(hours) * HOUR_MS + Number(minutes) * 60_000;
}
