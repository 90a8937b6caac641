import { createFileRoute } from '@tanstack/react-router';
import { loadAccount, AccountScreen, AccountSkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/')({
  loader: loadAccount,
  staticData: { title: 'settings.account.title' },
  pendingComponent: AccountSkeleton,
  component: function Account() {
    return <AccountScreen {...Route.useLoaderData()} />;
  },
});
