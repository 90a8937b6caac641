import { useText } from '~/lib/i18n';
import type { CurrentConsents } from './consents-data';

/** Who receives facial images beside the operator, in sentences; those who run servers for the operator always do. */
export function useReceivers({ recipients }: Pick<CurrentConsents['facial_images'], 'recipients'>): string {
  const t = useText();
  const others = recipients.map(({ name, country, basis }) =>
    t('aiProfiles.wizard.consent.recipient', { name, country, basis: t(`aiProfiles.wizard.consent.basis.${basis}`) }),
  );
  const engine = others.length > 0 ? others : [t('aiProfiles.wizard.consent.nobody')];
  return [t('aiProfiles.wizard.consent.providers'), ...engine].join(' ');
}
