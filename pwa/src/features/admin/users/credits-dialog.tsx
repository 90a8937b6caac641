import { useState } from 'react';
import { useAction } from '~/features/acts';
import { useActKey, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Button, focusFirstError, FormDialog, NumberField, TextField } from '~/ui';
import { useReason } from '../use-reason';
import styles from './users.module.css';

const MAX = facts.admin.maxCreditAdjustment;

/** Adds or takes credits, with a reason. One key per amount: a double click books once. */
export function CreditsDialog({
  user,
  onDone,
  onClose,
}: {
  user: Schemas['AdminUser'];
  onDone(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const key = useActKey();
  const { isPending, errorText, run, clear } = useAction();
  const [amount, setAmount] = useState(NaN);
  const [isTried, setTried] = useState(false);
  const { reason, field } = useReason(isTried);

  const isAmount = Number.isInteger(amount) && amount > 0 && amount <= MAX;
  async function book(direction: 'add' | 'subtract') {
    setTried(true);
    if (!isAmount || !reason) return focusFirstError();
    const delta = `${direction === 'add' ? '+' : '−'}${formatNumber(amount)}`;
    await run(
      () =>
        adminApi.adjustCredits({
          path: { id: user.id },
          body: { direction, amount, reason },
          idempotencyKey: key.for({ direction, amount }),
        }),
      async ({ credits }) => {
        notify({
          title: t('admin.users.creditsDone'),
          text: t('admin.users.creditsDoneText', { delta, credits: formatNumber(credits) }),
          tone: 'good',
        });
        await onDone();
        onClose();
      },
    );
  }

  return (
    <FormDialog isOpen title={t('admin.users.credits')} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={(event) => event.preventDefault()}>
        <p className={styles.soft}>
          {t('admin.users.creditsText', {
            name: user.email,
            count: user.credits,
            credits: formatNumber(user.credits),
          })}
        </p>
        <NumberField
          autoFocus
          label={t('admin.users.amount')}
          minValue={1}
          maxValue={MAX}
          value={amount}
          onChange={(value) => (clear(), setAmount(value))}
          error={isTried && !isAmount ? t('admin.wholeNumber', { min: 1, max: formatNumber(MAX) }) : undefined}
        />
        <TextField {...field} />
        {errorText ? (
          <p role="alert" className={styles.error}>
            {errorText}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button isDisabled={isPending} onPress={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button isPending={isPending} onPress={() => void book('subtract')}>
            {t('admin.users.subtract')}
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void book('add')}>
            {t('admin.users.add')}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
