import { createFileRoute } from '@tanstack/react-router';
import { loadWithdrawable, WithdrawalScreen } from '~/features/contracts';
import { ColumnSkeleton } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';
import { findSession } from '~/lib/session';

export const Route = createFileRoute('/_public/vertrag-widerrufen')({
  // Open to all: a user who is signed in only has less to write.
  loader: async () => {
    const loading = loadTexts('contracts');
    const me = await findSession();
    const [orders] = await Promise.all([me ? loadWithdrawable() : null, loading]);
    return { me, orders };
  },
  staticData: { title: 'contracts.withdraw.title' },
  pendingComponent: ColumnSkeleton,
  component: function Withdrawal() {
    return <WithdrawalScreen {...Route.useLoaderData()} />;
  },
});
