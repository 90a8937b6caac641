import { createFileRoute, redirect } from '@tanstack/react-router';
import { AdminFrame, admits } from '~/features/admin';
import { BrokenScreen } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/admin')({
  // The screens come with the texts, and only past this guard: nobody else fetches any of it.
  beforeLoad: async ({ location, preload }) => {
    const { me, isAdmin } = await admits(preload);
    if (!me) throw redirect({ to: '/auth', search: { redirect: location.href } });
    if (!isAdmin) throw redirect({ to: '/app' });
    await Promise.all([loadTexts('admin'), loadTexts('settings'), loadTexts('acts'), loadTexts('errors')]);
  },
  pendingMs: Infinity,
  errorComponent: BrokenScreen,
  component: AdminFrame,
});
