import type { WireInvoice } from '../objects/wire.js';
import type { World } from '../state/world.js';

/** Where a customer came from: the page the newest portal leads back to, else the shop of the newest checkout; null when nobody said. */
export function shopAddress(world: World, customer: WireInvoice['customer']): string | null {
  const portal = [...world.state.portalSessions.values()].findLast(
    (one) => one.customer === customer && one.return_url !== null,
  );
  if (portal) return portal.return_url;
  const checkout = [...world.state.sessions.values()].findLast(
    (one) => one.customer === customer && one.success_url !== null,
  );
  return checkout?.success_url ? new URL('/', checkout.success_url).href : null;
}
