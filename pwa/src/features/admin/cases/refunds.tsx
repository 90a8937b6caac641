import { useState } from 'react';
import { momentText } from '~/features/shell';
import { PagedRows, type Page } from '~/lib/pages';
import { useActKey, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Row } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import styles from './cases.module.css';
import { Known, useParties } from './parties';
import { SettleDialog } from './settle-dialog';

type Refund = Schemas['AdminRefund'];

function paymentOf({ payment }: Refund, t: Text): string {
  const [amount, date, back] = [
    formatChf(payment.amountRappen),
    formatDate(payment.paidAt),
    payment.refundedRappen + payment.disputedRappen,
  ];
  return back > 0
    ? t('admin.cases.paymentBack', { amount, date, back: formatChf(back) })
    : t('admin.cases.payment', { amount, date });
}

/** One refund with its payment, whose it is, and why it failed; without anything left there is nothing to send. */
function RefundRow({ refund, onRetry, onSettle }: { refund: Refund; onRetry(): void; onSettle(): void }) {
  const t = useText();
  const parties = useParties();
  const { amountRappen, createdAt, failure, attempts, account, order, payment, leftRappen } = refund;
  const [amount, email] = [formatChf(amountRappen), account?.email ?? t('admin.cases.unknownPerson')];
  const terms = [
    [t('admin.cases.term.why'), t(`admin.cases.failure.${failure ?? 'unknown'}`)],
    ...parties(refund),
    [t('admin.cases.term.payment'), paymentOf(refund, t)],
    [t('admin.cases.term.left'), formatChf(leftRappen)],
    [
      t('admin.cases.term.reference'),
      payment.providerReference && <span className={styles.long}>{payment.providerReference}</span>,
    ],
    [t('admin.cases.term.attempts'), attempts > 0 ? t('admin.cases.attempts', { count: attempts }) : null],
  ] as const;
  return (
    <Row
      title={[amount, order?.itemName].filter(Boolean).join(' · ')}
      detail={momentText(createdAt, t)}
      below={<Known rows={terms} />}
      hasManyActions
      action={
        <>
          {leftRappen > 0 ? (
            <Button variant="quiet" aria-label={t('admin.cases.retryLabel', { amount, email })} onPress={onRetry}>
              {t('admin.cases.retry')}
            </Button>
          ) : null}
          <Button variant="quiet" aria-label={t('admin.cases.settleLabel', { amount, email })} onPress={onSettle}>
            {t('admin.cases.settle')}
          </Button>
        </>
      }
    />
  );
}

/** Refunds that failed and wait for somebody. */
export function Refunds({ first }: { first: Page<Refund> }) {
  const t = useText();
  const router = useRouter();
  const key = useActKey();
  const [settling, setSettling] = useState<Refund | null>(null);
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const retry = ({ id, amountRappen }: Refund): ReasonQuestion => ({
    title: t('admin.cases.retryTitle', { amount: formatChf(amountRappen) }),
    text: t('admin.cases.retryText'),
    hint: t('admin.reasonHint'),
    confirmLabel: t('admin.cases.retry'),
    act: (reason) => adminApi.retryRefund({ path: { id }, body: { reason }, idempotencyKey: key.for({ id }) }),
    done: () => {
      // Failed once more, it is sent by a decision of its own.
      key.renew();
      notify({ title: t('admin.cases.retried'), text: t('admin.cases.retriedText'), tone: 'good' });
      return router.invalidate();
    },
  });
  return (
    <>
      <PagedRows
        first={first}
        load={(cursor) => adminApi.listFailedRefunds({ query: { cursor } })}
        label={t('admin.cases.refunds')}
        empty={t('admin.cases.noRefunds')}
      >
        {(refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            onRetry={() => setQuestion(retry(refund))}
            onSettle={() => setSettling(refund)}
          />
        )}
      </PagedRows>
      {settling ? (
        <SettleDialog refund={settling} onDone={() => router.invalidate()} onClose={() => setSettling(null)} />
      ) : null}
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
