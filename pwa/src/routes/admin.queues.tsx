import { createFileRoute } from '@tanstack/react-router';
import { loadQueues, QueuesScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/queues')({
  loader: loadQueues,
  staticData: { title: 'admin.queues.title' },
  component: function AdminQueues() {
    return <QueuesScreen {...Route.useLoaderData()} />;
  },
});
