import { createFileRoute } from '@tanstack/react-router';
import { CancellationScreen } from '~/features/contracts';
import { ColumnSkeleton } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';
import { findSession } from '~/lib/session';

export const Route = createFileRoute('/_public/kuendigen')({
  // Open to all: a user who is signed in only has less to write.
  loader: async () => {
    const [me] = await Promise.all([findSession(), loadTexts('contracts')]);
    return { me };
  },
  staticData: { title: 'contracts.cancel.title' },
  pendingComponent: ColumnSkeleton,
  component: function Cancellation() {
    return <CancellationScreen {...Route.useLoaderData()} />;
  },
});
