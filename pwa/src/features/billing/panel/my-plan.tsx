import { api } from '~/lib/api';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink, useRouter } from '~/lib/navigation';
import { Button, Notice, Status, Terms } from '~/ui';
import { isRunning, standing, type Subscription } from '../billing-data';
import { CancelSubscription } from './cancel-subscription';
import styles from './panel.module.css';
import { useBillingAct } from './use-billing-act';

const TONE = { active: 'good', ending: 'active', inactive: 'neutral' } as const;

function termsOf(subscription: Subscription, t: Text): [string, string][] {
  const state = standing(subscription);
  const end = formatDate(subscription.currentPeriodEnd);
  const credits: [string, string] = [t('billing.panel.perMonth'), formatNumber(subscription.creditsPerPeriod)];
  const next: [string, string] = [
    t('billing.panel.next'),
    t('billing.panel.nextValue', { amount: formatChf(subscription.renewalRappen), date: end }),
  ];
  const announced = subscription.announcedPrices.map(({ priceRappen, from }): [string, string] => [
    t('billing.panel.newPrice'),
    t('billing.panel.newPriceValue', { date: formatDate(from), amount: formatChf(priceRappen) }),
  ]);
  if (state === 'active') return [credits, [t('billing.panel.renews'), end], next, ...announced];
  if (state === 'ending')
    return [credits, [t('billing.panel.ends'), end], [t('billing.panel.next'), t('billing.panel.nextNone')]];
  // The month that runs is not paid: paid is what came before it.
  return [
    credits,
    [
      t('billing.panel.paidUntil'),
      formatDate(isRunning(subscription) ? subscription.currentPeriodStart : subscription.currentPeriodEnd),
    ],
  ];
}

function Resume({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const router = useRouter();
  const { isPending, failure, run } = useBillingAct('billing.panel.resumeFailed');
  const resume = () =>
    run(
      () => api.resumeSubscription(),
      () => {
        notify({
          title: t('billing.panel.resumedTitle'),
          text: t('billing.panel.resumed', { date: formatDate(subscription.currentPeriodEnd) }),
          tone: 'good',
        });
        return router.invalidate();
      },
    );
  return (
    <>
      <Button isPending={isPending} onPress={() => void resume()}>
        {t('billing.panel.resume')}
      </Button>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
    </>
  );
}

/** The plan, its state, its dates, and how to end it or let it run on. */
export function MyPlan({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const state = standing(subscription);
  return (
    <>
      <p className={styles.plan}>
        <span className={styles.name}>{subscription.planName}</span>
        <Status tone={TONE[state]}>{t(`billing.panel.${state}`)}</Status>
      </p>
      <Terms rows={termsOf(subscription, t)} />
      <div className={styles.foot}>
        {isRunning(subscription) &&
          (subscription.cancelAtPeriodEnd ? (
            <Resume subscription={subscription} />
          ) : (
            <CancelSubscription subscription={subscription} />
          ))}
        <AppLink to="/app/settings/abrechnung" variant="strong">
          {t('billing.panel.toBilling')}
        </AppLink>
      </div>
    </>
  );
}
