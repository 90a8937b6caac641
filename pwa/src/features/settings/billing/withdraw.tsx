import { useAction, type useConfirm } from '~/features/acts';
import type { Order } from '~/features/billing';
import { api, type Schemas } from '~/lib/api';
import { formatChf, formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import { Button, Terms } from '~/ui';
import styles from '../settings.module.css';

/** What a withdrawal gives back and takes, before it is confirmed. */
function QuoteText({ order, quote }: { order: Order; quote: Schemas['WithdrawalQuote'] }) {
  const t = useText();
  return (
    <div className={styles.stack}>
      <Terms
        rows={[
          [t('settings.billing.lastDay'), formatDate(quote.until)],
          [t('settings.billing.refund'), formatChf(quote.refundRappen)],
          [t('settings.billing.taken'), t('settings.billing.takenValue', { count: quote.credits })],
        ]}
      />
      <p>{t('settings.billing.withdrawText')}</p>
      <p>{t(`settings.billing.withdrawEffect.${order.kind}`)}</p>
      {quote.awaitsDispute ? <p>{t('settings.billing.disputeOpen')}</p> : null}
    </div>
  );
}

/** Withdraws from an order, after showing what comes back for it. */
export function Withdraw({ order, onAsk }: { order: Order; onAsk: ReturnType<typeof useConfirm>['ask'] }) {
  const t = useText();
  const router = useRouter();
  const { isPending, run } = useAction();

  const askWith = (quote: Schemas['WithdrawalQuote']) =>
    onAsk({
      title: t('settings.billing.withdrawTitle'),
      text: <QuoteText order={order} quote={quote} />,
      confirmLabel: t('settings.billing.withdrawConfirm'),
      act: () => api.withdrawOrder({ path: { id: order.id } }),
      done: async () => {
        const words =
          quote.refundRappen > 0
            ? t('settings.billing.withdrawn', { amount: formatChf(quote.refundRappen) })
            : t('settings.billing.withdrawnNothing');
        notify({ title: t('settings.billing.withdrawnTitle'), text: words, tone: 'good', duration: 'long' });
        await refreshSession().catch(() => null);
        await router.invalidate();
      },
    });

  return (
    <Button
      variant="quiet"
      isPending={isPending}
      aria-label={t('settings.billing.withdrawLabel', { number: order.number })}
      onPress={() => void run(() => api.quoteWithdrawal({ path: { id: order.id } }), askWith)}
    >
      {t('settings.billing.withdraw')}
    </Button>
  );
}
