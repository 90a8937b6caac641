import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, id, webAddress } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import type { WirePortalSession } from '../objects/wire.js';
import { newId } from '../state/ids.js';

const create = z.strictObject({
  customer: id,
  expand,
  locale: z.enum(['auto', 'de', 'en', 'fr', 'it']).optional(),
  return_url: webAddress.optional(),
} satisfies ShapeOf<Stripe.BillingPortal.SessionCreateParams>);

/** The one configuration there is: all that the portal page can do. */
const configuration = 'bpc_standin';

/** Opens the page on which a customer changes the card, sees the invoices and ends the subscription. */
export const portalCalls: Route[] = [
  route('POST', '/v1/billing_portal/sessions', create, (world, params) => {
    const customer = find(world, 'customers', params.customer, 'customer');
    const sessionId = newId('portalSessions');
    const session: WirePortalSession = {
      id: sessionId,
      object: 'billing_portal.session',
      configuration,
      created: world.now(),
      customer: customer.id,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: params.return_url ?? null,
      url: `${world.publicUrl()}/portal/${sessionId}`,
    };
    world.state.portalSessions.set(sessionId, session);
    world.emit('billing_portal.session.created', session);
    return session;
  }),
];
