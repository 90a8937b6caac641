import { useState } from 'react';
import { LoadedPart } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { AppLink, useRouter } from '~/lib/navigation';
import { EmptyState, Button, PageHeader, Row, Rows } from '~/ui';
import styles from './webhooks.module.css';
import { EndpointStatus } from './endpoint-status';
import { EVENT_TEXT, type Endpoint } from './event-texts';
import { NewWebhook } from './new-webhook';

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  return (
    <Row
      isLink
      title={<span className={styles.url}>{endpoint.url}</span>}
      detail={endpoint.events.map((type) => t(`settings.webhooks.event.${EVENT_TEXT[type]}`)).join(', ')}
      status={<EndpointStatus endpoint={endpoint} />}
      action={
        <AppLink
          to="/app/settings/webhooks/$id"
          params={{ id: endpoint.id }}
          variant="strong"
          aria-label={t('settings.webhooks.openNamed', { url: endpoint.url })}
        >
          {t('settings.webhooks.open')}
        </AppLink>
      }
    />
  );
}

/** The endpoints that are told of what happens here, and a new one. */
export function WebhooksScreen({ endpoints }: { endpoints: Loaded<Endpoint[]> }) {
  const t = useText();
  const router = useRouter();
  const [isAdding, setAdding] = useState(false);
  useLive('webhook.changed', () => void router.invalidate());
  return (
    <>
      <PageHeader
        title={t('settings.webhooks.title')}
        lead={t('settings.webhooks.lead')}
        actions={
          <Button variant="primary" onPress={() => setAdding(true)}>
            {t('settings.webhooks.new')}
          </Button>
        }
      />
      <LoadedPart of={endpoints} failed={t('settings.webhooks.failed')}>
        {(value) =>
          value.length === 0 ? (
            <EmptyState title={t('settings.webhooks.empty')}>{t('settings.webhooks.emptyText')}</EmptyState>
          ) : (
            <Rows label={t('settings.webhooks.list')}>
              {value.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </Rows>
          )
        }
      </LoadedPart>
      {isAdding ? <NewWebhook onClose={() => setAdding(false)} /> : null}
    </>
  );
}
