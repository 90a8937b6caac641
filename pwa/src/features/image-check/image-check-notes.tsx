import type { ReactNode } from 'react';
import type { Text } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';

/** How pictures are checked: on the screen, and on the page that stands there until the screen comes. */
export const imageCheckNotes = (t: Text): ReactNode[] => [
  t('imageCheck.how'),
  t('imageCheck.limits'),
  <>
    {t('imageCheck.privacy')} {t('imageCheck.misuse')}
    <TextLink href="/missbrauch-melden" variant="strong">
      {t('shell.footer.misuse')}
    </TextLink>
  </>,
];
