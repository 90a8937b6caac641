import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { Button, Notice } from '~/ui';
import { attemptText } from './deliveries';
import type { Delivery, Endpoint } from './event-texts';

/** Sends a test message, and says how it went once that is known. */
export function useTestMessage(endpoint: Endpoint, deliveries: readonly Delivery[]) {
  const t = useText();
  const router = useRouter();
  const [sent, setSent] = useState<string | null>(null);
  const { isPending, run } = useAction();
  const send = () =>
    run(
      () => api.testWebhookEndpoint({ path: { id: endpoint.id } }),
      ({ id }) => {
        setSent(id);
        return router.invalidate();
      },
    );
  const last = deliveries.find(({ id }) => id === sent)?.attempts.at(-1);
  const button = (
    <Button isDisabled={!endpoint.enabled} isPending={isPending} onPress={() => void send()}>
      {t('settings.webhooks.test')}
    </Button>
  );
  const isBad = Boolean(last?.error);
  const result = sent ? (
    <Notice
      tone={isBad ? 'bad' : 'plain'}
      title={t(
        last ? (isBad ? 'settings.webhooks.testFailed' : 'settings.webhooks.testTaken') : 'settings.webhooks.testSent',
      )}
    >
      {last ? attemptText(last, t) : undefined}
    </Notice>
  ) : null;
  return { button, result };
}
