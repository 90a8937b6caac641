import { createFileRoute } from '@tanstack/react-router';
import { AdminStylesScreen, loadStyles } from '~/features/admin';

export const Route = createFileRoute('/admin/styles')({
  loader: loadStyles,
  staticData: { title: 'shell.admin.title' },
  component: function AdminStyles() {
    return <AdminStylesScreen styles={Route.useLoaderData()} />;
  },
});
