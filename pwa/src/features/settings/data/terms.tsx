import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Row, Rows, Status } from '~/ui';
import { moment } from '../when';

/** The terms that the account was opened with: no consent, so there is nothing to withdraw but the account itself. */
export function Terms({ terms }: { terms: Schemas['ConsentList']['terms'] }) {
  const t = useText();
  if (!terms) return null;
  const detail = [
    t('settings.consents.version', { version: terms.version }),
    t('settings.terms.accepted', { when: moment(terms.acceptedAt) }),
    t('settings.terms.hold'),
  ];
  return (
    <Rows label={t('settings.terms.label')}>
      <Row
        title={t('settings.terms.title')}
        detail={detail.join(' · ')}
        status={<Status tone="good">{t('settings.consents.valid')}</Status>}
      />
    </Rows>
  );
}
