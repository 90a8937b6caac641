import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, SecurityScreen, SecuritySkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/sicherheit')({
  loader: loadSecurity,
  staticData: { title: 'settings.security.title' },
  pendingComponent: SecuritySkeleton,
  component: function Security() {
    return <SecurityScreen {...Route.useLoaderData()} />;
  },
});
