import { createFileRoute } from '@tanstack/react-router';
import { loadPlans, loadSubscription, PricingScreen, PricingSkeleton } from '~/features/billing';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_public/pricing')({
  loader: async () => {
    const me = await ensureSession().catch(() => null);
    const [plans, subscription] = await Promise.all([loadPlans(), me ? loadSubscription() : null]);
    return { plans, subscription: subscription?.ok ? subscription.value : null };
  },
  staticData: { title: 'billing.pricing.title' },
  pendingComponent: PricingSkeleton,
  component: function Pricing() {
    return <PricingScreen {...Route.useLoaderData()} />;
  },
});
