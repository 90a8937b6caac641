import { createFileRoute } from '@tanstack/react-router';
import { loadRetention, RetentionScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/retention')({
  loader: loadRetention,
  staticData: { title: 'admin.retention.title' },
  component: function AdminRetention() {
    return <RetentionScreen report={Route.useLoaderData()} />;
  },
});
