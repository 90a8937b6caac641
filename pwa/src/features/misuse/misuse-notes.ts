import type { Schemas } from '~/lib/api';
import type { Text } from '~/lib/i18n';

export const REASONS = [
  'without_consent',
  'impersonation',
  'degrading',
  'minor',
  'other',
] as const satisfies readonly Schemas['MisuseReportBody']['reason'][];

/** What becomes of a report: on the screen, and on the page that stands there until the screen comes. */
export const misuseNotes = (t: Text): string[] => [t('misuse.next'), t('misuse.privacy'), t('misuse.urgent')];
