import { dayDistance, formatDate, formatTime } from '~/lib/formats';
import { text } from '~/lib/i18n';

/** «heute, 09.12 Uhr», «20. November 2026, 09.12 Uhr» */
export const when = (iso: string): string =>
  text(`settings.when.${dayDistance(iso)}`, { date: formatDate(iso), time: formatTime(iso) });

/** The same without «heute» and «gestern», for what is kept as a proof. */
export const moment = (iso: string): string =>
  text('settings.when.earlier', { date: formatDate(iso), time: formatTime(iso) });
