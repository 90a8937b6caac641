import { createFileRoute } from '@tanstack/react-router';
import { loadPacks, PacksScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/credit-packs')({
  loader: loadPacks,
  staticData: { title: 'admin.packs.title' },
  component: function AdminPacks() {
    return <PacksScreen packs={Route.useLoaderData()} />;
  },
});
