import { formatChf, formatDate, formatTime } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { LinkButton, Notice } from '~/ui';
import { isRunning, type BillingState, type Subscription } from '../billing-data';
import { OpenPortal } from './open-portal';
import styles from './panel.module.css';

/** Leads to the payment provider's page of an invoice, where there is one. */
function PayLink({ url, children }: { url: string | null; children: string }) {
  return url ? (
    <LinkButton href={url} variant="primary">
      {children}
    </LinkButton>
  ) : null;
}

/** The last invoice is not paid: what has happened, and the two ways out of it. */
function Problem({
  subscription,
  problem,
}: {
  subscription: Subscription;
  problem: NonNullable<Subscription['problem']>;
}) {
  const t = useText();
  const isAsked = problem.kind === 'action_required';
  const amount = formatChf(subscription.priceRappen);
  return (
    <Notice
      tone="bad"
      title={t(isAsked ? 'billing.panel.confirmTitle' : 'billing.panel.unpaidTitle')}
      action={
        <div className={styles.acts}>
          <PayLink url={problem.payUrl}>
            {t(isAsked ? 'billing.panel.confirmPayment' : 'billing.panel.payInvoice')}
          </PayLink>
          <OpenPortal />
        </div>
      }
    >
      {t(isAsked ? 'billing.panel.confirm' : 'billing.panel.unpaid', { amount })}
    </Notice>
  );
}

function Waiting({
  subscription,
  waiting,
}: {
  subscription: Subscription;
  waiting: NonNullable<Subscription['waitingUpgrade']>;
}) {
  const t = useText();
  return (
    <Notice
      tone="caution"
      title={t('billing.panel.waitingTitle', { plan: waiting.planName })}
      action={<PayLink url={waiting.payUrl}>{t('billing.panel.pay')}</PayLink>}
    >
      {t('billing.panel.waiting', {
        date: formatDate(waiting.expiresAt),
        time: formatTime(waiting.expiresAt),
        current: subscription.planName,
      })}
    </Notice>
  );
}

function blockedText({ owedCredits, subscription }: BillingState, t: Text): string {
  if (owedCredits === 0) return t('billing.panel.disputed');
  const owed = t('billing.panel.owed', { count: owedCredits });
  return subscription && isRunning(subscription) ? owed : `${owed} ${t('billing.panel.owedNoPlan')}`;
}

/** What the customer has to know before anything else: a payment that is missing, an upgrade or credits that wait, why nothing can be bought. */
export function BillingNotices({ billing }: { billing: BillingState }) {
  const t = useText();
  const { subscription, purchasesBlocked, heldCredits } = billing;
  const { problem, waitingUpgrade } = subscription ?? { problem: null, waitingUpgrade: null };
  if (!problem && !waitingUpgrade && !purchasesBlocked && !heldCredits) return null;
  return (
    <div className={styles.notices}>
      {subscription && problem ? <Problem subscription={subscription} problem={problem} /> : null}
      {subscription && waitingUpgrade ? <Waiting subscription={subscription} waiting={waitingUpgrade} /> : null}
      {heldCredits > 0 ? (
        <Notice tone="caution" title={t('billing.panel.heldTitle')}>
          {t('billing.panel.held', { count: heldCredits })}
        </Notice>
      ) : null}
      {purchasesBlocked ? (
        <Notice tone="caution" title={t('billing.panel.blockedTitle')}>
          {blockedText(billing, t)}
        </Notice>
      ) : null}
    </div>
  );
}
