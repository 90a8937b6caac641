import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailScreen } from '~/features/accounts';

export const Route = createFileRoute('/_public/confirm-email')({
  validateSearch: (search: Record<string, unknown>): { token?: string } => ({
    token: typeof search.token === 'string' ? search.token : undefined,
  }),
  staticData: { title: 'accounts.confirm.title' },
  component: function Confirm() {
    return <ConfirmEmailScreen token={Route.useSearch().token} />;
  },
});
