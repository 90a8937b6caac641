import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, id, webAddress } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import type { WirePortalSession } from '../objects/wire.js';
import { newId } from '../state/ids.js';

const create = z.strictObject({
  configuration: id.optional(),
  customer: id,
  expand,
  locale: z.enum(['auto', 'de', 'en', 'fr', 'it']).optional(),
  return_url: webAddress.optional(),
} satisfies ShapeOf<Stripe.BillingPortal.SessionCreateParams>);

const NO_CONFIGURATION =
  'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.';

/** Opens the page on which a customer changes what its configuration allows. An account has no default one until somebody saves its settings by hand. */
export const portalCalls: Route[] = [
  route('POST', '/v1/billing_portal/sessions', create, (world, params) => {
    const customer = find(world, 'customers', params.customer, 'customer');
    if (!params.configuration) throw invalid(null, NO_CONFIGURATION);
    const configuration = find(world, 'portalConfigurations', params.configuration, 'configuration').id;
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
