import { createFileRoute } from '@tanstack/react-router';
import { loadSettings, SettingsScreen, SettingsSkeleton } from '~/features/accounts';

export const Route = createFileRoute('/_app/app/settings')({
  loader: loadSettings,
  staticData: { title: 'accounts.settings.title' },
  pendingComponent: SettingsSkeleton,
  component: function Settings() {
    return <SettingsScreen {...Route.useLoaderData()} />;
  },
});
