import { createFileRoute } from '@tanstack/react-router';
import { findWayBack } from '~/features/ai-profiles';
import { loadBilling, loadPacksForEverybody, loadPlans, PricingScreen, PricingSkeleton } from '~/features/billing';
import { loadTexts } from '~/lib/i18n';
import { documentPart } from '~/lib/navigation';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_public/pricing')({
  loader: async () => {
    const me = await ensureSession().catch(() => null);
    const [plans, packs, billing, questions, wayBack] = await Promise.all([
      loadPlans(),
      loadPacksForEverybody(me !== null),
      me ? loadBilling() : null,
      documentPart('/pricing', 'faq'),
      findWayBack(),
      loadTexts('billing.pricing'),
    ]);
    return { plans, packs, subscription: billing?.ok ? billing.value.subscription : null, questions, wayBack };
  },
  staticData: { title: 'billing.pricing.title' },
  pendingComponent: PricingSkeleton,
  component: function Pricing() {
    return <PricingScreen {...Route.useLoaderData()} />;
  },
});
