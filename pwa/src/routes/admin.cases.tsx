import { createFileRoute } from '@tanstack/react-router';
import { CasesScreen, loadCases } from '~/features/admin';

export const Route = createFileRoute('/admin/cases')({
  loader: loadCases,
  staticData: { title: 'shell.admin.title' },
  component: function AdminCases() {
    return <CasesScreen {...Route.useLoaderData()} />;
  },
});
