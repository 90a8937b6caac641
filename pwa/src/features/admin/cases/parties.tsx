import type { ReactNode } from 'react';
import type { Schemas } from '~/lib/api';
import { formatChf, formatDate } from '~/lib/formats';
import { hasText, useText, type TextKey } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import styles from './cases.module.css';

type Parties = Pick<Schemas['AdminDeclaration'], 'account' | 'order'>;

/** What is known of a case, closer than a list of terms of its own; what is not known is left out. */
export function Known({ rows }: { rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.known}>
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([term, value]) => (
          <div key={term} className={styles.pair}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Whose it is, and which order, as far as that is known: lines of a list of terms. */
export function useParties() {
  const t = useText();
  const state = (status: string) => {
    const key = `settings.billing.orderStatus.${status}` as TextKey;
    return hasText(key) ? t(key) : status;
  };
  return ({ account, order }: Parties) =>
    [
      [
        t('admin.cases.term.account'),
        account && (
          <AppLink to="/admin/users/$id" params={{ id: account.id }}>
            <span className={styles.long}>{account.email}</span>
          </AppLink>
        ),
      ],
      [
        t('admin.cases.term.order'),
        order &&
          [
            order.number,
            order.itemName,
            formatChf(order.amountRappen),
            state(order.status),
            order.paidAt ? formatDate(order.paidAt) : null,
          ]
            .filter(Boolean)
            .join(' · '),
      ],
    ] as const;
}
