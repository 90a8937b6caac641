import { createFileRoute } from '@tanstack/react-router';
import { loadWebhooks, WebhooksScreen, WebhooksSkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/webhooks/')({
  loader: loadWebhooks,
  staticData: { title: 'settings.webhooks.title' },
  pendingComponent: WebhooksSkeleton,
  component: function Webhooks() {
    return <WebhooksScreen endpoints={Route.useLoaderData()} />;
  },
});
