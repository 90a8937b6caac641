import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Row, Rows } from '~/ui';
import type { Plan } from '../billing-data';
import { UpgradeLink } from '../upgrade-link';
import styles from './panel.module.css';

/** The higher plans. */
export function UpgradeList({ plans }: { plans: readonly Plan[] }) {
  const t = useText();
  return (
    <>
      <p className={styles.lead}>{t('billing.panel.upgradeLead')}</p>
      <Rows label={t('billing.panel.tabs.upgrade')}>
        {plans.map((plan) => (
          <Row
            key={plan.id}
            title={plan.name}
            detail={t('billing.panel.upgradeDetail', { credits: formatNumber(plan.credits) })}
            status={
              <span className={styles.price}>
                {t('billing.panel.monthly', { amount: formatChf(plan.priceRappen) })}
              </span>
            }
            action={
              <UpgradeLink
                plan={plan}
                variant="secondary"
                aria-label={t('billing.panel.switchLabel', { plan: plan.name })}
              >
                {t('billing.panel.switch')}
              </UpgradeLink>
            }
          />
        ))}
      </Rows>
    </>
  );
}
