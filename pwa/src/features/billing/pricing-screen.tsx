import { LoadedPart } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Notice, PageHeader, Section } from '~/ui';
import { isRunning, standing, upgradeHurdle, type CreditPack, type Plan, type Subscription } from './billing-data';
import { PackOffers } from './pack-offers';
import { PlanRows } from './plan-rows';
import { WayBack } from './way-back';
import styles from './pricing-screen.module.css';

export interface PricingData {
  plans: Loaded<Plan[]>;
  /** Those that are sold without a plan. */
  packs?: Loaded<CreditPack[]>;
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

/** What is sold without a plan; nothing is said of it where nothing is. */
function Once({ packs }: { packs: readonly CreditPack[] }) {
  const t = useText();
  return (
    <Section title={t('billing.pricing.once.title')}>
      <p className={styles.lead}>{t('billing.pricing.once.lead')}</p>
      <PackOffers
        packs={packs}
        renderChoice={(pack) => (
          <AppLinkButton
            to="/bestellen"
            search={{ pack: pack.id }}
            aria-label={t('billing.pricing.once.buyLabel', { credits: formatNumber(pack.credits) })}
          >
            {t('billing.pricing.once.buy')}
          </AppLinkButton>
        )}
      />
    </Section>
  );
}

/** The plans, what is sold without one, and what a credit is good for. */
export function PricingScreen({ plans, packs, subscription, questions, wayBack = null }: PricingData) {
  const t = useText();
  const once = packs?.ok ? packs.value : [];
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
      {once.length > 0 ? <Once packs={once} /> : null}
      <p className={styles.note}>{t('billing.pricing.what')}</p>
      {questions ? (
        <div data-once={once.length > 0} className={styles.questions} dangerouslySetInnerHTML={{ __html: questions }} />
      ) : null}
    </>
  );
}
