import { createFileRoute } from '@tanstack/react-router';
import { loadRetention, RetentionScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/retention')({
  loader: loadRetention,
  staticData: { title: 'shell.admin.title' },
  component: function AdminRetention() {
    return <RetentionScreen report={Route.useLoaderData()} />;
  },
});
