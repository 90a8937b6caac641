import { useState } from 'react';
import { momentText } from '~/features/shell';
import { LoadMore, usePages, type Page } from '~/lib/pages';
import { useActKey, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { EmptyState, Button, Row, Rows } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import { Known, useParties } from './parties';
import styles from './cases.module.css';

type HeldPayment = Schemas['AdminHeldPayment'];

/** One paid order whose credits wait: how often its customer withdrew, and the two ways to decide. */
function HeldRow({ payment, onConfirm, onRefuse }: { payment: HeldPayment; onConfirm(): void; onRefuse(): void }) {
  const t = useText();
  const parties = useParties();
  const { amountRappen, credits, paidAt, account, order, withdrawals } = payment;
  const email = account?.email ?? t('admin.cases.unknownPerson');
  return (
    <Row
      title={[
        formatChf(amountRappen),
        t('admin.cases.heldCredits', { credits: formatNumber(credits) }),
        order?.itemName,
      ]
        .filter(Boolean)
        .join(' · ')}
      detail={momentText(paidAt, t)}
      below={
        <Known
          rows={[
            ...parties(payment),
            [t('admin.cases.term.withdrawals'), t('admin.cases.withdrawals', { count: withdrawals })],
          ]}
        />
      }
      hasManyActions
      action={
        <>
          <Button
            variant="quiet"
            aria-label={t('admin.cases.confirmLabel', { credits: formatNumber(credits), email })}
            onPress={onConfirm}
          >
            {t('admin.cases.confirm')}
          </Button>
          <Button variant="quiet" aria-label={t('admin.cases.refuseLabel', { email })} onPress={onRefuse}>
            {t('admin.cases.refuse')}
          </Button>
        </>
      }
    />
  );
}

/** Asks why, then grants the credits or ends the contract. */
function useQuestions() {
  const t = useText();
  const router = useRouter();
  const key = useActKey();
  const hint = t('admin.reasonHint');
  const finish = (title: string, text?: string) => {
    key.renew();
    notify({ title, text, tone: 'good' });
    return router.invalidate();
  };
  const confirm = ({ id, credits }: HeldPayment): ReasonQuestion => ({
    title: t('admin.cases.confirmTitle', { credits: formatNumber(credits) }),
    text: t('admin.cases.confirmText'),
    hint,
    confirmLabel: t('admin.cases.confirm'),
    act: (reason) =>
      adminApi.confirmHeldPayment({ path: { id }, body: { reason }, idempotencyKey: key.for({ id, confirm: true }) }),
    done: () => finish(t('admin.cases.confirmed')),
  });
  const refuse = ({ id, leftRappen }: HeldPayment): ReasonQuestion => ({
    title: t('admin.cases.refuseTitle'),
    text: t('admin.cases.refuseText', { amount: formatChf(leftRappen) }),
    hint,
    confirmLabel: t('admin.cases.refuse'),
    act: (reason) =>
      adminApi.refuseHeldPayment({ path: { id }, body: { reason }, idempotencyKey: key.for({ id, confirm: false }) }),
    done: () => finish(t('admin.cases.refused'), t('admin.cases.refusedText', { amount: formatChf(leftRappen) })),
  });
  return { confirm, refuse };
}

/** Paid orders whose credits wait for somebody's word. */
export function HeldPayments({ first }: { first: Page<HeldPayment> }) {
  const t = useText();
  const { confirm, refuse } = useQuestions();
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const { items, ...more } = usePages(first, (cursor) => adminApi.listHeldPayments({ query: { cursor } }));
  return (
    <>
      {items.length === 0 ? (
        <EmptyState>{t('admin.cases.noHeld')}</EmptyState>
      ) : (
        <>
          <p className={styles.lead}>{t('admin.cases.heldText')}</p>
          <Rows label={t('admin.cases.held')}>
            {items.map((payment) => (
              <HeldRow
                key={payment.id}
                payment={payment}
                onConfirm={() => setQuestion(confirm(payment))}
                onRefuse={() => setQuestion(refuse(payment))}
              />
            ))}
          </Rows>
        </>
      )}
      <LoadMore {...more} />
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
