import { createFileRoute } from '@tanstack/react-router';
import { SettingsFrame, SettingsSkeleton } from '~/features/settings';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/settings')({
  // Beside what the pages load; none of them is drawn before.
  loader: () => Promise.all([loadTexts('settings'), loadTexts('acts')]),
  pendingComponent: SettingsSkeleton,
  component: SettingsFrame,
});
