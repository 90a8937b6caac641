import type Stripe from 'stripe';
import { z } from 'zod';
import { expand, flag, metadata, text, webAddress } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import type { WirePortalConfiguration } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import { listing, reading } from './lists.js';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

const onOrOff = z.strictObject({ enabled: flag });

const create = z.strictObject({
  business_profile: z
    .strictObject({
      headline: text.optional(),
      privacy_policy_url: webAddress.optional(),
      terms_of_service_url: webAddress.optional(),
    } satisfies ShapeOf<Stripe.BillingPortal.ConfigurationCreateParams.BusinessProfile>)
    .optional(),
  expand,
  features: z.strictObject({
    customer_update: onOrOff.optional(),
    invoice_history: onOrOff.optional(),
    payment_method_update: onOrOff.optional(),
    subscription_cancel: onOrOff.optional(),
    subscription_update: onOrOff.optional(),
  } satisfies ShapeOf<Features>),
  metadata: metadata.optional(),
  name: text.optional(),
} satisfies ShapeOf<Stripe.BillingPortal.ConfigurationCreateParams>);

type Wished = z.output<typeof create>['features'];

/** What is not asked for is off. */
const isOn = (features: Wished, name: keyof Wished): boolean => features[name]?.enabled ?? false;

/** What the portal's pages let a customer do. */
export const portalConfigurationCalls: Route[] = [
  route(
    'POST',
    '/v1/billing_portal/configurations',
    create,
    (world, { business_profile, features, metadata, name }) => {
      const configuration: WirePortalConfiguration = {
        id: newId('portalConfigurations'),
        object: 'billing_portal.configuration',
        active: true,
        application: null,
        business_profile: {
          headline: business_profile?.headline ?? null,
          privacy_policy_url: business_profile?.privacy_policy_url ?? null,
          terms_of_service_url: business_profile?.terms_of_service_url ?? null,
        },
        created: world.now(),
        default_return_url: null,
        features: {
          customer_update: { allowed_updates: [], enabled: isOn(features, 'customer_update') },
          invoice_history: { enabled: isOn(features, 'invoice_history') },
          payment_method_update: {
            enabled: isOn(features, 'payment_method_update'),
            payment_method_configuration: null,
          },
          subscription_cancel: {
            cancellation_reason: { enabled: false, feedback_options: null, options: [] },
            enabled: isOn(features, 'subscription_cancel'),
            mode: 'at_period_end',
            proration_behavior: 'none',
          },
          subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
          subscription_update: {
            billing_cycle_anchor: null,
            default_allowed_updates: [],
            enabled: isOn(features, 'subscription_update'),
            proration_behavior: 'none',
            schedule_at_period_end: { conditions: [] },
            trial_update_behavior: 'end_trial',
          },
        },
        // Only the one that is saved by hand in the dashboard is.
        is_default: false,
        livemode: false,
        login_page: { enabled: false, url: null },
        metadata: metadata ?? {},
        name: name ?? null,
        updated: world.now(),
      };
      world.state.portalConfigurations.set(configuration.id, configuration);
      return configuration;
    },
  ),
  listing('/v1/billing_portal/configurations', 'portalConfigurations', {
    active: flag.optional(),
  } satisfies ShapeOf<Stripe.BillingPortal.ConfigurationListParams>),
  reading('/v1/billing_portal/configurations', 'portalConfigurations'),
];
