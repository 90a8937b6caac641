import { createFileRoute } from '@tanstack/react-router';
import { JudgementsScreen, loadJudgements } from '~/features/admin';

export const Route = createFileRoute('/admin/judgements')({
  loader: loadJudgements,
  staticData: { title: 'admin.judgements.title' },
  component: function AdminJudgements() {
    return <JudgementsScreen {...Route.useLoaderData()} />;
  },
});
