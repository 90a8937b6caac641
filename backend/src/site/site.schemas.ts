import { z } from 'zod';
import { CreditPackView, PlanView } from '../catalogue/index.js';
import { StyleView } from '../styles/index.js';

const Operator = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string(),
  uid: z.string(),
  vat: z.string(),
  responsible: z.string().describe('Who answers for the content, and for data protection.'),
  hosting: z
    .string()
    .describe('Countries where servers, storage and mail are run for the operator, or that they are named on request.'),
  social: z.array(z.object({ network: z.string(), url: z.string() })).describe('Where the operator can be followed.'),
});

const Measurement = z
  .object({
    matomo: z.object({ url: z.string(), siteId: z.string() }).nullable(),
    pixel: z.object({ id: z.string(), scriptUrl: z.string() }).nullable(),
  })
  .describe('What counts visits here; nothing of it is loaded before consent.');

/** The order of its keys is the order in which it is written: `siteFingerprint` counts on it. */
export const SiteView = z
  .object({
    origin: z.string().describe('Where this installation lives, without a slash at the end.'),
    operator: Operator,
    measurement: Measurement,
    hostedEngine: z.boolean().describe('Whether portraits are made at a provider.'),
    plans: z.array(PlanView),
    packs: z.array(CreditPackView).describe('Credit packs that are sold without a subscription, in their order.'),
    styles: z.array(StyleView).describe('Those on sale, in their order.'),
  })
  .meta({ id: 'Site' });
export type Site = z.infer<typeof SiteView>;
