import { useState } from 'react';
import { PartError } from '~/features/shell';
import { api, errorCode, errorText, useActKey, type Loaded } from '~/lib/api';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Button, Checkbox, Notice, PageHeader, Terms } from '~/ui';
import { standing, type Plan, type PlanId, type Subscription } from './billing-data';
import styles from './order-screen.module.css';

export interface OrderData {
  planId: PlanId | undefined;
  plans: Loaded<Plan[]>;
  subscription: Subscription | null;
}

function Summary({ plan }: { plan: Plan }) {
  const t = useText();
  return (
    <>
      <Terms
        rows={[
          [t('billing.order.plan'), plan.name],
          [t('billing.order.perMonth'), formatNumber(plan.credits)],
          [t('billing.order.period'), t('billing.order.periodValue')],
          [t('billing.order.notice'), t('billing.order.noticeValue')],
          [t('billing.order.payment'), t('billing.order.paymentValue')],
        ]}
      />
      <p className={styles.total}>
        <span>{t('billing.order.total')}</span>
        <span className={styles.amount}>
          {formatChf(plan.priceRappen)}
          <span className={styles.per}>{t('billing.order.totalDetail')}</span>
        </span>
      </p>
    </>
  );
}

/** Places the order and leaves for the payment page. One key for the whole act: a second press is the same order. */
function useOrder(planId: PlanId) {
  const t = useText();
  const key = useActKey();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function place() {
    setPending(true);
    setFailure(null);
    try {
      const order = await api.createOrder({ body: { planId, acceptEarlyStart: true, acceptWithdrawalEffect: true }, idempotencyKey: key.current() });
      location.assign(order.checkoutUrl ?? '/app');
    } catch (error) {
      if (errorCode(error) !== 'network') key.renew();
      setFailure(error);
      setPending(false);
      notify({ title: t('billing.order.failed'), text: errorText(error), tone: 'bad' });
    }
  }
  return { isPending, failure, place };
}

function OrderForm({ plan }: { plan: Plan }) {
  const t = useText();
  const { isPending, failure, place } = useOrder(plan.id);
  const [earlyStart, setEarlyStart] = useState(false);
  const [withdrawal, setWithdrawal] = useState(false);
  const [isTried, setTried] = useState(false);
  const missing = (accepted: boolean) => (isTried && !accepted ? t('billing.order.boxNeeded') : undefined);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (earlyStart && withdrawal && !isPending) void place();
      }}
    >
      <Summary plan={plan} />
      <div className={styles.boxes}>
        <Checkbox isSelected={earlyStart} onChange={setEarlyStart} error={missing(earlyStart)}>
          {t('billing.order.earlyStart')}
        </Checkbox>
        <Checkbox isSelected={withdrawal} onChange={setWithdrawal} error={missing(withdrawal)}>
          {t('billing.order.withdrawal')}
        </Checkbox>
        <Button type="submit" look="primary" wide isPending={isPending}>
          {isPending ? t('shell.loading') : t('billing.order.submit')}
        </Button>
        {isPending ? <p role="status">{t('billing.order.redirecting')}</p> : null}
        {failure ? (
          <Notice tone="bad" title={t('billing.order.failed')}>
            {errorText(failure)}
          </Notice>
        ) : null}
      </div>
    </form>
  );
}

/** The page before every paid step: what is ordered, what it costs, the two consents, and directly below them the button. */
export function OrderScreen({ planId, plans, subscription }: OrderData) {
  const t = useText();
  if (!plans.ok) return <PartError title={t('billing.pricing.failed')} error={plans.error} />;
  const plan = plans.value.find(({ id }) => id === planId);
  const toPricing = (
    <AppLinkButton to="/pricing" look="primary">
      {t('billing.order.toPricing')}
    </AppLinkButton>
  );
  if (subscription && standing(subscription) !== 'inactive')
    return <PageHeader title={t('billing.order.already')} lead={t('billing.order.alreadyText', { plan: subscription.planName })} actions={<AppLinkButton to="/app">{t('shell.nav.dashboard')}</AppLinkButton>} />;
  if (!plan) return <PageHeader title={t('billing.order.unknownTitle')} lead={t('billing.order.unknownText')} actions={toPricing} />;
  return (
    <div className={styles.screen}>
      <PageHeader title={t('billing.order.title')} lead={t('billing.order.lead')} />
      <OrderForm plan={plan} />
      <AppLink to="/pricing" look="strong">
        {t('billing.order.change')}
      </AppLink>
    </div>
  );
}
