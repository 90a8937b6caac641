import { PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Blank, Row, Rows, Section, Status } from '~/ui';
import { standing, type Subscription } from './billing-data';

const TONE = { active: 'good', ending: 'active', inactive: 'neutral' } as const;

function runs(subscription: Subscription, t: Text): string {
  const date = formatDate(subscription.currentPeriodEnd);
  const state = standing(subscription);
  if (state === 'active') return t('billing.panel.renews', { date, price: formatChf(subscription.priceRappen) });
  return t(state === 'ending' ? 'billing.panel.ends' : 'billing.panel.ended', { date });
}

/** The customer's subscription: its plan, state, credits, and when it renews or ends. */
export function SubscriptionPanel({ subscription }: { subscription: Loaded<Subscription | null> }) {
  const t = useText();
  return (
    <Section title={t('billing.panel.title')} id="abo">
      <Content subscription={subscription} />
    </Section>
  );
}

function Content({ subscription }: { subscription: Loaded<Subscription | null> }) {
  const t = useText();
  if (!subscription.ok) return <PartError title={t('billing.panel.failed')} error={subscription.error} />;
  const current = subscription.value;
  if (!current)
    return (
      <Blank
        title={t('billing.panel.none')}
        action={
          <AppLinkButton to="/pricing" look="secondary">
            {t('billing.panel.toPricing')}
          </AppLinkButton>
        }
      >
        {t('billing.panel.noneText')}
      </Blank>
    );
  const state = standing(current);
  return (
    <Rows>
      <Row
        title={current.planName}
        detail={`${t('billing.panel.perMonth', { credits: formatNumber(current.creditsPerPeriod) })} · ${runs(current, t)}`}
        status={<Status tone={TONE[state]}>{t(`billing.panel.${state}`)}</Status>}
        action={
          <AppLink to="/pricing" look="strong">
            {t('billing.panel.toPricing')}
          </AppLink>
        }
      />
    </Rows>
  );
}
