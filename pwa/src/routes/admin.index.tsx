import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen, loadDashboard } from '~/features/admin';

export const Route = createFileRoute('/admin/')({
  loader: () => loadDashboard(),
  staticData: { title: 'shell.admin.title' },
  component: function AdminDashboard() {
    return <DashboardScreen {...Route.useLoaderData()} />;
  },
});
