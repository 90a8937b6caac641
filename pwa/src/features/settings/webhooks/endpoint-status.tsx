import { useText } from '~/lib/i18n';
import { Status } from '~/ui';
import type { Endpoint } from './event-texts';

/** Whether an endpoint is told anything, and whether it takes it. */
export function EndpointStatus({ endpoint: { enabled, failingSince } }: { endpoint: Endpoint }) {
  const t = useText();
  if (!enabled) return <Status tone="neutral">{t('settings.webhooks.off')}</Status>;
  return failingSince ? (
    <Status tone="bad">{t('settings.webhooks.failing')}</Status>
  ) : (
    <Status tone="good">{t('settings.webhooks.on')}</Status>
  );
}
