import { createFileRoute } from '@tanstack/react-router';
import { CasesScreen, loadCases } from '~/features/admin';

export const Route = createFileRoute('/admin/cases')({
  loader: loadCases,
  staticData: { title: 'admin.cases.title' },
  component: function AdminCases() {
    return <CasesScreen {...Route.useLoaderData()} />;
  },
});
