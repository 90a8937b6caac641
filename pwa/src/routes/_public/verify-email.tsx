import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthSkeleton, keepPendingEmail, VerifyEmailScreen } from '~/features/accounts';
import { loadTexts } from '~/lib/i18n';
import { ownPath } from '~/lib/navigation';

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: (search: Record<string, unknown>): { email?: string; redirect?: string } => ({
    email: typeof search.email === 'string' ? search.email : undefined,
    redirect: ownPath(search.redirect),
  }),
  // The address goes into session storage and out of the URL at once: URLs end up in logs and histories.
  beforeLoad: ({ search }) => {
    if (!search.email) return;
    keepPendingEmail(search.email);
    throw redirect({ to: '/verify-email', search: { redirect: search.redirect }, replace: true });
  },
  loader: () => loadTexts('accounts'),
  staticData: { title: 'accounts.verify.title' },
  pendingComponent: AuthSkeleton,
  component: function VerifyEmail() {
    return <VerifyEmailScreen target={Route.useSearch().redirect} />;
  },
});
