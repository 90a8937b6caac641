import type { ReactNode } from 'react';
import type { Text } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';

/** What is good to know before a declaration, beside its form: on the screen, and on the page that stands there until the screen comes. */
export const contractNotes = (act: 'cancel' | 'withdraw', t: Text): ReactNode[] =>
  act === 'cancel'
    ? [
        t('contracts.cancel.doneNext'),
        t('contracts.cancel.until'),
        <>
          {t('contracts.cancel.rather')}
          <TextLink href="/vertrag-widerrufen" variant="strong">
            {t('contracts.withdraw.title')}
          </TextLink>
        </>,
      ]
    : [
        t('contracts.withdraw.doneNext'),
        t('contracts.withdraw.ends'),
        <>
          {t('contracts.withdraw.rules')}
          <TextLink href="/legal/refund" variant="strong">
            {t('contracts.withdraw.rulesLink')}
          </TextLink>
        </>,
      ];
