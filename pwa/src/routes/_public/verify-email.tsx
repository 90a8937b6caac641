import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepPendingEmail, VerifyEmailScreen } from '~/features/accounts';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: (search: Record<string, unknown>): { email?: string } => ({
    email: typeof search.email === 'string' ? search.email : undefined,
  }),
  // The address goes into session storage and out of the URL at once: URLs end up in logs and histories.
  beforeLoad: ({ search }) => {
    if (!search.email) return;
    keepPendingEmail(search.email);
    throw redirect({ to: '/verify-email', search: {}, replace: true });
  },
  loader: () => loadTexts('accounts'),
  staticData: { title: 'accounts.verify.title' },
  component: VerifyEmailScreen,
});
