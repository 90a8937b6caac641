import { AnnouncedPrice, BillingNotices, OpenPortal, standing, type BillingState } from '~/features/billing';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Row, Rows, Status } from '~/ui';
import styles from '../settings.module.css';

const TONE = { active: 'good', ending: 'active', inactive: 'neutral' } as const;

/** The plan in one line, what is wrong with it, and the page for cards, which exists once something was bought. */
export function PlanPart({ billing, hasBought }: { billing: BillingState; hasBought: boolean }) {
  const t = useText();
  const { subscription } = billing;
  const state = subscription ? standing(subscription) : null;
  return (
    <div className={styles.stack}>
      <BillingNotices billing={billing} />
      <Rows>
        <Row
          title={subscription?.planName ?? t('settings.billing.none')}
          detail={
            subscription
              ? t('settings.billing.planDetail', {
                  amount: formatChf(subscription.priceRappen),
                  credits: formatNumber(subscription.creditsPerPeriod),
                })
              : undefined
          }
          status={state ? <Status tone={TONE[state]}>{t(`settings.billing.${state}`)}</Status> : undefined}
          action={
            subscription ? (
              <AppLink to="/app" hash="abo" variant="strong">
                {t('settings.billing.manage')}
              </AppLink>
            ) : (
              <AppLink to="/pricing" variant="strong">
                {t('settings.billing.toPricing')}
              </AppLink>
            )
          }
        />
      </Rows>
      {subscription ? <AnnouncedPrice subscription={subscription} /> : null}
      {hasBought ? (
        <>
          <p className={styles.quiet}>{t('settings.billing.cardText')}</p>
          {/* A missing payment brings the same button along. */}
          {subscription?.problem ? null : (
            <div>
              <OpenPortal />
            </div>
          )}
        </>
      ) : null}
    </div>
  );
}
