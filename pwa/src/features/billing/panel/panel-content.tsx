import { useEffect, useEffectEvent, useState } from 'react';
import { PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { AppLink, AppLinkButton, useRouter } from '~/lib/navigation';
import { EmptyState, Tabs } from '~/ui';
import { standing, upgradeHurdle, type BillingState, type Subscription } from '../billing-data';
import { BillingNotices } from './billing-notices';
import { MyPlan } from './my-plan';
import { PackList } from './pack-list';
import styles from './panel.module.css';
import { UpgradeList } from './upgrade-list';
import { usePanelData } from './use-panel-data';
import { useRepair } from './use-repair';

type Tab = 'plan' | 'upgrade' | 'packs';

/** Loads anew when credits have come, and when the customer comes back from paying somewhere else. */
function useFreshBilling({ subscription }: BillingState): void {
  const router = useRouter();
  const isOpen = Boolean(subscription?.problem ?? subscription?.waitingUpgrade);
  useLive('credits.changed', () => void router.invalidate());
  const onReturn = useEffectEvent(() => {
    if (isOpen && document.visibilityState === 'visible') void router.invalidate();
  });
  useEffect(() => {
    const listen = () => onReturn();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}

/** The way to the plans, and what is sold without one. */
function NoPlan({ isBlocked }: { isBlocked: boolean }) {
  const t = useText();
  const { packs } = usePanelData(null) ?? {};
  return (
    <>
      <EmptyState
        title={t('billing.panel.none')}
        action={
          <>
            <AppLinkButton to="/pricing" variant="secondary">
              {t('billing.panel.toPricing')}
            </AppLinkButton>
            <AppLink to="/app/settings/abrechnung" variant="strong">
              {t('billing.panel.toBilling')}
            </AppLink>
          </>
        }
      >
        {t('billing.panel.noneText')}
      </EmptyState>
      {packs?.ok && packs.value.items.length > 0 ? (
        <div>
          <h3 className={styles.name}>{t('billing.panel.onceTitle')}</h3>
          <PackList packs={packs.value.items} isBlocked={isBlocked} />
        </div>
      ) : null}
    </>
  );
}

/** A tab that has something to show: its list, or why that could not be loaded. */
const isOpen = (part: Loaded<unknown> | undefined, hasContent: boolean): boolean =>
  part !== undefined && (!part.ok || hasContent);

function PlanTabs({ billing, subscription }: { billing: BillingState; subscription: Subscription }) {
  const t = useText();
  const { higher, packs } = usePanelData(subscription) ?? {};
  const [tab, setTab] = useState<Tab>('plan');
  const mayChange = standing(subscription) === 'active' && !upgradeHurdle(subscription) && !billing.purchasesBlocked;
  const open = {
    plan: true,
    upgrade: mayChange && isOpen(higher, Boolean(higher?.ok && higher.value.length > 0)),
    packs: isOpen(packs, Boolean(packs?.ok && packs.value.purchasable)),
  };
  return (
    <Tabs
      label={t('billing.panel.tabs.label')}
      selected={open[tab] ? tab : 'plan'}
      onChange={setTab}
      items={[
        { id: 'plan', label: t('billing.panel.tabs.plan'), content: <MyPlan subscription={subscription} /> },
        {
          id: 'upgrade',
          label: t('billing.panel.tabs.upgrade'),
          isDisabled: !open.upgrade,
          content: higher?.ok ? (
            <UpgradeList plans={higher.value} />
          ) : (
            <PartError title={t('billing.panel.upgradesFailed')} error={higher?.error} />
          ),
        },
        {
          id: 'packs',
          label: t('billing.panel.tabs.packs'),
          isDisabled: !open.packs,
          content: packs?.ok ? (
            <PackList packs={packs.value.items} isBlocked={billing.purchasesBlocked} />
          ) : (
            <PartError title={t('billing.panel.packsFailed')} error={packs?.error} />
          ),
        },
      ]}
    />
  );
}

/** The subscription in three tabs, with what has to be known before; without one the way to the plans. */
export default function PanelContent({ billing }: { billing: BillingState }) {
  useRepair(billing);
  useFreshBilling(billing);
  return (
    <div className={styles.panel}>
      <BillingNotices billing={billing} />
      {billing.subscription ? (
        <PlanTabs billing={billing} subscription={billing.subscription} />
      ) : (
        <NoPlan isBlocked={billing.purchasesBlocked} />
      )}
    </div>
  );
}
