import { useState } from 'react';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { FormDialog } from '~/ui';
import { EndpointForm } from './endpoint-form';
import { EVENT_TYPES } from './event-texts';
import { ShownSecret } from '../shown-secret';

/** Makes an endpoint, and shows its secret the only time. */
export function NewWebhook({ onClose }: { onClose(): void }) {
  const t = useText();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const show = (made: { secret: string }) => {
    setSecret(made.secret);
    void router.invalidate();
  };
  return (
    <FormDialog
      isOpen
      isSticky={secret !== null}
      title={t(secret ? 'settings.webhooks.createdTitle' : 'settings.webhooks.newTitle')}
      onClose={onClose}
    >
      {secret ? (
        <ShownSecret
          secret={secret}
          text={t('settings.webhooks.secretText')}
          doneLabel={t('settings.webhooks.secretDone')}
          onDone={onClose}
        />
      ) : (
        <EndpointForm
          initial={{ url: '', events: [...EVENT_TYPES] }}
          submitLabel={t('settings.webhooks.create')}
          save={(body) => api.createWebhookEndpoint({ body })}
          onSaved={show}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}
