import { formatDate, formatTime } from '~/lib/formats';
import type { Text } from '~/lib/i18n';

/** «29. November 2026, 14.05 Uhr» */
export const momentText = (iso: string, t: Text): string =>
  `${formatDate(iso)}, ${t('shell.messages.at', { time: formatTime(iso) })}`;
