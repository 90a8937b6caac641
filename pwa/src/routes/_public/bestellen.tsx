import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadPlans, loadSubscription, OrderScreen, OrderSkeleton, planIdOf, tellToSignIn } from '~/features/billing';
import { loadTexts } from '~/lib/i18n';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_public/bestellen')({
  validateSearch: (search: Record<string, unknown>) => ({ plan: planIdOf(search.plan) }),
  beforeLoad: async ({ location, preload }) => {
    if (await ensureSession()) return;
    if (!preload) tellToSignIn();
    throw redirect({ to: '/auth', search: { redirect: location.href, mode: 'register' } });
  },
  loader: async () => {
    const [plans, subscription] = await Promise.all([loadPlans(), loadSubscription(), loadTexts('billing.order')]);
    return { plans, subscription: subscription.ok ? subscription.value : null };
  },
  staticData: { title: 'billing.order.title' },
  pendingComponent: OrderSkeleton,
  component: function Order() {
    return <OrderScreen {...Route.useLoaderData()} planId={Route.useSearch().plan} />;
  },
});
