import type { Text } from '~/lib/i18n';

/** How pictures are checked: on the screen, and on the page that stands there until the screen comes. */
export const imageCheckNotes = (t: Text): string[] => [t('imageCheck.how'), t('imageCheck.limits'), t('imageCheck.privacy')];
