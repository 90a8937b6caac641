import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthSkeleton, ResetPasswordScreen } from '~/features/accounts';
import { loadTexts } from '~/lib/i18n';
import { keepLinkToken } from '~/lib/link-token';

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({
    token: typeof token === 'string' ? token : undefined,
  }),
  // The token goes into session storage and out of the URL at once: URLs end up in logs and histories.
  beforeLoad: ({ search }) => {
    if (!search.token) return;
    keepLinkToken('reset', search.token);
    throw redirect({ to: '/reset-password', search: {}, replace: true });
  },
  loader: () => loadTexts('accounts'),
  staticData: { title: 'accounts.reset.title' },
  pendingComponent: AuthSkeleton,
  component: ResetPasswordScreen,
});
