import { createFileRoute } from '@tanstack/react-router';
import { loadUsers, readUserSearch, UsersScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: readUserSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadUsers(deps),
  staticData: { title: 'shell.admin.title' },
  component: function AdminUsers() {
    return <UsersScreen users={Route.useLoaderData()} search={Route.useSearch()} />;
  },
});
