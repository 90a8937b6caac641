import { createFileRoute } from '@tanstack/react-router';
import { loadWebhook, WebhookScreen, WebhooksSkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/webhooks/$id')({
  loader: ({ params }) => loadWebhook(params.id),
  staticData: { title: 'settings.webhooks.endpoint' },
  pendingComponent: WebhooksSkeleton,
  component: function Webhook() {
    return <WebhookScreen page={Route.useLoaderData()} />;
  },
});
