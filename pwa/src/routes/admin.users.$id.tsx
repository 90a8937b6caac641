import { createFileRoute } from '@tanstack/react-router';
import { loadUser, UserScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/users/$id')({
  loader: ({ params }) => loadUser(params.id),
  staticData: { title: 'admin.users.title' },
  component: function AdminUser() {
    return <UserScreen user={Route.useLoaderData()} />;
  },
});
