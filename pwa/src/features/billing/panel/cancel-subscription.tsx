import { useState } from 'react';
import { api } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { AlertDialog, Button } from '~/ui';
import type { Subscription } from '../billing-data';
import { useBillingAct } from './use-billing-act';

/** Ends the subscription with its period, after a question that says until when it runs. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { isPending, failure, clear, run } = useBillingAct('billing.panel.cancelFailed');
  const date = formatDate(subscription.currentPeriodEnd);

  const cancel = () =>
    run(
      () => api.cancelSubscription(),
      async () => {
        notify({
          title: t('billing.panel.canceledTitle'),
          text: t('billing.panel.canceled', { date }),
          tone: 'good',
          duration: 'long',
        });
        setOpen(false);
        await router.invalidate();
      },
    );

  return (
    <>
      <Button
        onPress={() => {
          clear();
          setOpen(true);
        }}
      >
        {t('billing.panel.cancel')}
      </Button>
      <AlertDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('billing.panel.cancelTitle')}
        confirmLabel={t('billing.panel.cancel')}
        cancelLabel={t('billing.panel.keep')}
        isPending={isPending}
        error={failure}
        onConfirm={() => void cancel()}
      >
        {t('billing.panel.cancelText', { plan: subscription.planName, date })}
      </AlertDialog>
    </>
  );
}
