import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen, DashboardSkeleton, loadDashboard } from '~/features/dashboard';

interface Search {
  /** The checkout that the customer comes back from. */
  session_id?: string;
}

export const Route = createFileRoute('/_app/app/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    session_id: typeof search.session_id === 'string' ? search.session_id : undefined,
  }),
  loader: loadDashboard,
  staticData: { title: 'dashboard.title' },
  pendingComponent: DashboardSkeleton,
  component: function Dashboard() {
    return <DashboardScreen {...Route.useLoaderData()} sessionId={Route.useSearch().session_id} />;
  },
});
