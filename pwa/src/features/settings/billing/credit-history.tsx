import { momentText } from '~/features/shell';
import { api, type Schemas } from '~/lib/api';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { Row } from '~/ui';
import styles from '../settings.module.css';

const signed = (delta: number) => (delta > 0 ? `+${formatNumber(delta)}` : `−${formatNumber(-delta)}`);

/** Every movement of the credits, newest first, with the balance after it. */
export function CreditHistory({ first }: { first: Page<Schemas['CreditEntry']> }) {
  const t = useText();
  return (
    <PagedRows
      first={first}
      load={(cursor) => api.listCreditEntries({ query: { cursor } })}
      label={t('settings.billing.history')}
      empty={t('settings.billing.historyEmpty')}
    >
      {(entry) => (
        <Row
          key={entry.id}
          title={t(`settings.reason.${entry.reason}`)}
          detail={momentText(entry.createdAt, t)}
          status={
            <span className={styles.quiet}>
              {t('settings.billing.balance', { balance: formatNumber(entry.balanceAfter) })}
            </span>
          }
          action={<span className={styles.delta}>{signed(entry.delta)}</span>}
        />
      )}
    </PagedRows>
  );
}
