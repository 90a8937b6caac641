import { useConfirm } from '~/features/acts';
import type { Order } from '~/features/billing';
import { api } from '~/lib/api';
import { formatChf, formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { LinkButton, Row, Status, type StatusTone } from '~/ui';
import styles from '../settings.module.css';
import { Withdraw } from './withdraw';

const TONE: Record<Order['status'], StatusTone> = {
  pending: 'active',
  paid: 'good',
  failed: 'bad',
  expired: 'neutral',
  canceled: 'neutral',
  withdrawn: 'neutral',
};

function detailOf(order: Order, t: Text): string {
  const parts = [t('settings.billing.orderDetail', { number: order.number, date: formatDate(order.createdAt) })];
  if (order.heldAt) parts.push(t('settings.billing.held'));
  if (order.withdrawableUntil)
    parts.push(t('settings.billing.withdrawable', { date: formatDate(order.withdrawableUntil) }));
  if (order.withdrawnAt) parts.push(t('settings.billing.withdrawnOn', { date: formatDate(order.withdrawnAt) }));
  if (order.refundRappen > 0)
    parts.push(t('settings.billing.refundedAmount', { amount: formatChf(order.refundRappen) }));
  if (order.awaitsDispute) parts.push(t('settings.billing.awaitsDispute'));
  return parts.join(' · ');
}

function OrderRow({ order, onAsk }: { order: Order; onAsk: ReturnType<typeof useConfirm>['ask'] }) {
  const t = useText();
  const pay = order.status === 'pending' ? order.paymentUrl : null;
  return (
    <Row
      title={
        <span className={styles.pair}>
          {t(`settings.billing.order.${order.kind}`, { name: order.itemName })}
          <span className={styles.delta}>{formatChf(order.amountRappen)}</span>
        </span>
      }
      detail={detailOf(order, t)}
      status={<Status tone={TONE[order.status]}>{t(`settings.billing.orderStatus.${order.status}`)}</Status>}
      action={
        <>
          {pay ? (
            <LinkButton
              href={pay}
              variant="quiet"
              aria-label={t('settings.billing.payOrderLabel', { number: order.number })}
            >
              {t('settings.billing.payOrder')}
            </LinkButton>
          ) : null}
          {order.withdrawableUntil ? <Withdraw order={order} onAsk={onAsk} /> : null}
        </>
      }
    />
  );
}

/** Every order, newest first, with its number; those still within the period can be withdrawn from. */
export function Orders({ first }: { first: Page<Order> }) {
  const t = useText();
  const { ask, dialog, place } = useConfirm();
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <PagedRows
        first={first}
        load={(cursor) => api.listOrders({ query: { cursor } })}
        label={t('settings.billing.orders')}
        empty={t('settings.billing.ordersEmpty')}
      >
        {(order) => <OrderRow key={order.id} order={order} onAsk={ask} />}
      </PagedRows>
      {dialog}
    </div>
  );
}
