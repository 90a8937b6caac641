import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen, AccountSkeleton } from '~/features/settings';

export const Route = createFileRoute('/_app/app/settings/')({
  staticData: { title: 'settings.account.title' },
  pendingComponent: AccountSkeleton,
  component: AccountScreen,
});
