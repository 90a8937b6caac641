import { createFileRoute } from '@tanstack/react-router';
import { loadKeys, KeysScreen, KeysSkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/api')({
  loader: loadKeys,
  staticData: { title: 'settings.keys.title' },
  pendingComponent: KeysSkeleton,
  component: function Keys() {
    return <KeysScreen {...Route.useLoaderData()} />;
  },
});
