import { createFileRoute } from '@tanstack/react-router';
import { loadUsers, readUserSearch, UsersScreen } from '~/features/admin';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: readUserSearch,
  loaderDeps: ({ search }) => search,
  // A search keeps the page, and with it the field that somebody is in.
  pendingMs: Infinity,
  loader: ({ deps }) => loadUsers(deps),
  staticData: { title: 'admin.users.title' },
  component: function AdminUsers() {
    return <UsersScreen users={Route.useLoaderData()} search={Route.useSearch()} />;
  },
});
