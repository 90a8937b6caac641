import { createFileRoute } from '@tanstack/react-router';
import { loadOperations, OperationsScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/operations')({
  loader: loadOperations,
  staticData: { title: 'admin.operations.title' },
  component: function AdminOperations() {
    return <OperationsScreen {...Route.useLoaderData()} />;
  },
});
