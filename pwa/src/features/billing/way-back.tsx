import { findWayBack } from '~/features/ai-profiles';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import type { Order } from './billing-data';

/** The draft to go on with after this order; null unless its credits are there. */
export const wayBackAfter = async (order: Order | null): Promise<string | null> =>
  order?.status === 'paid' && !order.heldAt ? findWayBack() : null;

/** Leads back to the draft that was left to get credits. */
export function WayBack({ to }: { to: string | null }) {
  const t = useText();
  return to ? (
    <AppLink to="/app/profile-wizard" search={{ profile: to }} variant="strong">
      {t('billing.wayBack')}
    </AppLink>
  ) : null;
}
