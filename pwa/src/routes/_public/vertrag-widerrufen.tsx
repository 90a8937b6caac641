import { createFileRoute } from '@tanstack/react-router';
import { ContractSkeleton, loadWithdrawable, WithdrawalScreen } from '~/features/contracts';
import { loadTexts } from '~/lib/i18n';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_public/vertrag-widerrufen')({
  // Open to all: whoever is signed in has less to write, and that is all.
  loader: async () => {
    const loading = loadTexts('contracts');
    const me = await ensureSession().catch(() => null);
    const [orders] = await Promise.all([me ? loadWithdrawable() : null, loading]);
    return { me, orders };
  },
  staticData: { title: 'contracts.withdraw.title' },
  pendingComponent: ContractSkeleton,
  component: function Withdrawal() {
    return <WithdrawalScreen {...Route.useLoaderData()} />;
  },
});
