import { createFileRoute, redirect } from '@tanstack/react-router';
import { findWayBack } from '~/features/ai-profiles';
import { loadOrder, OrderScreen, OrderSkeleton, readOrderSearch, tellToSignIn } from '~/features/billing';
import { loadTexts } from '~/lib/i18n';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_public/bestellen')({
  validateSearch: readOrderSearch,
  beforeLoad: async ({ location, preload }) => {
    if (await ensureSession()) return;
    if (!preload) tellToSignIn();
    throw redirect({ to: '/auth', search: { redirect: location.href, mode: 'register' } });
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const [data, wayBack] = await Promise.all([loadOrder(deps), findWayBack(), loadTexts('billing.order')]);
    return { ...data, wayBack };
  },
  // A price of an earlier visit is not shown again.
  gcTime: 0,
  staticData: { title: 'billing.order.title' },
  pendingComponent: OrderSkeleton,
  component: function Order() {
    return <OrderScreen {...Route.useLoaderData()} />;
  },
});
