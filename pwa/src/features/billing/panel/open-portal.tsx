import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { leaveFor } from '~/lib/navigation';
import { Button, Notice, type ButtonVariant } from '~/ui';
import { useBillingAct } from './use-billing-act';

/** Leads to the payment provider's page for cards; every press asks for a new way there. */
export function OpenPortal({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  const t = useText();
  const { isPending, failure, run } = useBillingAct('billing.panel.cardFailed');
  return (
    <>
      <Button
        variant={variant}
        isPending={isPending}
        onPress={() =>
          void run(
            () => api.openBillingPortal(),
            ({ url }) => leaveFor(url),
          )
        }
      >
        {t('billing.panel.card')}
      </Button>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
    </>
  );
}
