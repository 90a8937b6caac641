import { LoadedPart } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Notice, PageHeader } from '~/ui';
import { isRunning, standing, upgradeHurdle, type Plan, type Subscription } from './billing-data';
import { PlanRows } from './plan-rows';
import { WayBack } from './way-back';
import styles from './pricing-screen.module.css';

export interface PricingData {
  plans: Loaded<Plan[]>;
  subscription: Subscription | null;
  /** The questions of the public page, as its own HTML. */
  questions?: string | null;
  /** The draft that was left to get credits. */
  wayBack?: string | null;
}

/** Why the visitor's own subscription leaves less to choose than the list shows. */
function OwnSubscription({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const hurdle = upgradeHurdle(subscription);
  if (!hurdle && isRunning(subscription)) return null;
  const text = {
    ending: () =>
      t('billing.pricing.ending', { plan: subscription.planName, date: formatDate(subscription.currentPeriodEnd) }),
    waiting: () => t('billing.pricing.waiting', { plan: subscription.waitingUpgrade?.planName ?? '' }),
    unpaid: () => t('billing.pricing.unpaid', { plan: subscription.planName }),
    over: () => t('billing.pricing.over', { plan: subscription.planName }),
  }[hurdle ?? 'over'];
  return (
    <div className={styles.own}>
      <Notice
        action={
          <AppLink to="/app" hash="abo" variant="strong">
            {t('billing.pricing.toSubscription')}
          </AppLink>
        }
      >
        {text()}
      </Notice>
    </div>
  );
}

/** The plans, and what a credit is good for. */
export function PricingScreen({ plans, subscription, questions, wayBack = null }: PricingData) {
  const t = useText();
  const own = subscription && (isRunning(subscription) || standing(subscription) === 'ending') ? subscription : null;
  return (
    <>
      <PageHeader
        above={<WayBack to={wayBack} />}
        title={t('billing.pricing.title')}
        lead={t('billing.pricing.lead')}
      />
      {own ? <OwnSubscription subscription={own} /> : null}
      <LoadedPart of={plans} failed={t('billing.pricing.failed')}>
        {(value) => <PlanRows plans={value} current={own && isRunning(own) ? own : null} />}
      </LoadedPart>
      <p className={styles.note}>{t('billing.pricing.what')}</p>
      {questions ? <div dangerouslySetInnerHTML={{ __html: questions }} /> : null}
    </>
  );
}
