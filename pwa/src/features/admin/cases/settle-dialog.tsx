import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { focusFirstError, FormDialog, RadioGroup, TextArea } from '~/ui';
import { useReason } from '../use-reason';

type How = Schemas['AdminSettlementBody']['how'];

/** Notes what became of money that the provider could not send back. */
export function SettleDialog({
  refund,
  onDone,
  onClose,
}: {
  refund: Schemas['AdminRefund'];
  onDone(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const action = useAction();
  const [how, setHow] = useState<How | null>(null);
  const [isTried, setTried] = useState(false);
  const { reason, field } = useReason(isTried);
  const amount = formatChf(refund.amountRappen);

  async function send() {
    setTried(true);
    if (!how || !reason) return focusFirstError();
    await action.run(
      () => adminApi.settleRefund({ path: { id: refund.id }, body: { how, reason } }),
      async () => {
        notify({ title: t('admin.cases.settled'), text: t('admin.cases.settledText', { amount }), tone: 'good' });
        await onDone();
        onClose();
      },
    );
  }

  return (
    <FormDialog isOpen title={t('admin.cases.settleTitle', { amount })} onClose={onClose}>
      <ActionForm action={action} onSubmit={send} onClose={onClose} submitLabel={t('admin.cases.settle')}>
        <RadioGroup<How>
          label={t('admin.cases.how')}
          value={how}
          onChange={setHow}
          options={[
            { value: 'settled', label: t('admin.cases.settledOption'), detail: t('admin.cases.settledDetail') },
            { value: 'dropped', label: t('admin.cases.droppedOption'), detail: t('admin.cases.droppedDetail') },
          ]}
          error={isTried && !how ? t('admin.cases.howMissing') : undefined}
        />
        <TextArea {...field} />
      </ActionForm>
    </FormDialog>
  );
}
