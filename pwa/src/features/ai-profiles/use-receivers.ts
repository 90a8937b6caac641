import { useText } from '~/lib/i18n';
import type { CurrentConsents } from './consents-data';

/** Who receives facial images beside the operator, in sentences. */
export function useReceivers({ recipients }: Pick<CurrentConsents['facial_images'], 'recipients'>): string {
  const t = useText();
  if (recipients.length === 0) return t('aiProfiles.wizard.consent.nobody');
  return recipients
    .map(({ name, country, basis }) =>
      t('aiProfiles.wizard.consent.recipient', { name, country, basis: t(`aiProfiles.wizard.consent.basis.${basis}`) }),
    )
    .join(' ');
}
