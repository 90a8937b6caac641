import { PartError } from '~/features/shell';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Notice, PageHeader } from '~/ui';
import { obstacleOf } from './obstacle';
import type { OrderData } from './order-data';
import { WayBack } from '../way-back';
import { OrderForm } from './order-form';
import styles from './order-screen.module.css';

/** The page before every paid step: what is ordered, what it costs, the two consents, and directly below them the button. */
export function OrderScreen({ wayBack = null, ...data }: OrderData & { wayBack?: string | null }) {
  const t = useText();
  const obstacle = obstacleOf(data, t);
  const above = <WayBack to={wayBack} />;
  if (obstacle)
    return <PageHeader above={above} title={obstacle.title} lead={obstacle.text} actions={obstacle.action} />;
  const { item, billing } = data;
  return (
    <div className={styles.screen}>
      <PageHeader
        above={above}
        title={t('billing.order.title')}
        lead={t(data.asked === 'upgrade' ? 'billing.order.leadUpgrade' : 'billing.order.lead')}
      />
      {billing.ok && billing.value.nextOrderHeld ? (
        <div className={styles.notice}>
          <Notice tone="caution" title={t('billing.order.heldTitle')}>
            {t('billing.order.held')}
          </Notice>
        </div>
      ) : null}
      {item.ok && item.value ? <OrderForm item={item.value} seller={data.seller} vatPercent={data.vatPercent} /> : null}
      {item.ok ? null : <PartError title={t('billing.order.loadFailed')} error={item.error} />}
      {data.asked === 'pack' && billing.ok && billing.value.subscription ? (
        <AppLink to="/app" hash="abo" variant="strong">
          {t('billing.order.changePack')}
        </AppLink>
      ) : (
        <AppLink to="/pricing" variant="strong">
          {t(data.asked === 'pack' ? 'billing.order.toPricing' : 'billing.order.change')}
        </AppLink>
      )}
    </div>
  );
}
