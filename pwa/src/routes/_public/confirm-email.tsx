import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthSkeleton, ConfirmEmailScreen } from '~/features/accounts';
import { loadTexts } from '~/lib/i18n';
import { keepLinkToken } from '~/lib/link-token';

export const Route = createFileRoute('/_public/confirm-email')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({
    token: typeof token === 'string' ? token : undefined,
  }),
  // The token goes into session storage and out of the URL at once: URLs end up in logs and histories.
  beforeLoad: ({ search }) => {
    if (!search.token) return;
    keepLinkToken('confirm', search.token);
    throw redirect({ to: '/confirm-email', search: {}, replace: true });
  },
  loader: () => loadTexts('accounts'),
  staticData: { title: 'accounts.confirm.title' },
  pendingComponent: AuthSkeleton,
  component: ConfirmEmailScreen,
});
