import { facts } from '../facts/index.js';
import { DAY, endOfZurichDay, HOUR, MINUTE } from '../platform/clock/index.js';

const zurichDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich', dateStyle: 'short' });

/** When a day begins in Zurich. @param day «2027-01-01» */
export const beginOfDay = (day: string): Date =>
  new Date(endOfZurichDay(new Date(`${day}T12:00:00Z`), -1).getTime() + 1);

/** The day in Zurich that a moment lies in, such as «2027-01-01». */
export const dayOf = (moment: Date): string => zurichDay.format(moment);

/** When emails of a change that is announced now go out: until then it can be taken back. */
export const sendingBegins = (now: Date): Date => new Date(now.getTime() + facts.terms.takeBackMinutes * MINUTE);

/** When it is looked again whether announced terms can be read. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + HOUR);

/** The first day on which a change may hold of which somebody is told at this moment. */
export function earliestDay(told: Date): Date {
  const noticeEnds = new Date(told.getTime() + facts.terms.changeNoticeDays * DAY);
  const begin = beginOfDay(dayOf(noticeEnds));
  return begin >= noticeEnds ? begin : new Date(endOfZurichDay(noticeEnds, 0).getTime() + 1);
}

/** From when a change holds for somebody who is told of it at this moment: too late an email moves its day. */
export function effectiveFor(announced: Date, told: Date): Date {
  const earliest = earliestDay(told);
  return earliest > announced ? earliest : announced;
}
