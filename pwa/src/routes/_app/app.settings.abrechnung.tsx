import { createFileRoute } from '@tanstack/react-router';
import { BillingScreen, BillingSkeleton, loadBillingPage } from '~/features/settings';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/settings/abrechnung')({
  loader: async () => {
    // The words of a payment that is missing are those of the panel.
    const [data] = await Promise.all([loadBillingPage(), loadTexts('billing.panel')]);
    return data;
  },
  staticData: { title: 'settings.billing.title' },
  pendingComponent: BillingSkeleton,
  component: function Billing() {
    return <BillingScreen {...Route.useLoaderData()} />;
  },
});
