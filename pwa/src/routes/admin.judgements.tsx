import { createFileRoute } from '@tanstack/react-router';
import { JudgementsScreen, loadJudgements } from '~/features/admin';

export const Route = createFileRoute('/admin/judgements')({
  loader: loadJudgements,
  staticData: { title: 'shell.admin.title' },
  component: function AdminJudgements() {
    return <JudgementsScreen {...Route.useLoaderData()} />;
  },
});
