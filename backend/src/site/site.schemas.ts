import { z } from 'zod';
import { CreditPackView, PlanView } from '../catalogue/index.js';
import { StyleView } from '../styles/index.js';

const Providers = z.array(z.object({ name: z.string(), country: z.string() }));

const Operator = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.string().describe('Empty where a contact form takes its place.'),
  contactUrl: z.string().describe('A contact form; empty where there is none.'),
  contact: z.string().describe('How the operator is reached, as texts name it: the email, and the phone or the form.'),
  register: z.string().describe('The commercial register the operator is entered in; empty where there is none.'),
  uid: z.string(),
  vat: z.string().describe('Empty where the operator is not liable to VAT.'),
  isVatByAddress: z.boolean().describe('Whether VAT goes by where a customer lives: then some pay none.'),
  responsible: z.string().describe('Who answers for the content, and for data protection.'),
  euRepresentative: z.string().describe('Name and address of the representative in the EU; empty where there is none.'),
  noEuRepresentative: z.string().describe('The reason why there is none; empty where there is one.'),
  dataProtectionOfficer: z
    .string()
    .describe('Its data protection officer, and how that one is reached; empty where it has appointed none.'),
  disputeBody: z
    .string()
    .describe('The dispute resolution body the operator takes part with; empty where it takes part with none.'),
  hostingProviders: Providers.describe('Who runs servers and storage for the operator.'),
  mailProviders: Providers.describe('Who delivers mail for the operator.'),
  hosting: z.string().describe('Countries where servers, storage and mail are run for the operator.'),
  social: z.array(z.object({ network: z.string(), url: z.string() })).describe('Where the operator can be followed.'),
});

const MeasurementService = z.object({
  name: z.string(),
  recipient: z.string().describe('Who learns of a visit.'),
  country: z.string(),
  cookies: z.array(
    z.object({
      name: z.string().describe('`*` stands for what differs between sites.'),
      minutes: z.int().describe('How long it is kept.'),
    }),
  ),
});
const Measurement = z
  .object({
    matomo: MeasurementService.extend({
      url: z.string(),
      siteId: z.string(),
      keptMonths: z.int().describe('How long visits are kept where they are counted.'),
    }).nullable(),
    pixel: MeasurementService.extend({ id: z.string(), scriptUrl: z.string() }).nullable(),
  })
  .describe('What counts visits here; nothing of it is loaded before consent.');

/** The order of its keys is the order in which it is written: `siteFingerprint` counts on it. */
export const SiteView = z
  .object({
    origin: z.string().describe('Where this installation lives, without a slash at the end.'),
    operator: Operator,
    vatPercent: z
      .number()
      .nullable()
      .describe(
        'The VAT within all prices, in percent; null where there is none, or where it goes by the address of a customer.',
      ),
    measurement: Measurement,
    isRehearsal: z
      .boolean()
      .describe('Whether this installation only tries out what is sold elsewhere: nothing is paid.'),
    hostedEngine: z.boolean().describe('Whether portraits are made at a provider.'),
    plans: z.array(PlanView),
    packs: z.array(CreditPackView).describe('Credit packs that are sold without a subscription, in their order.'),
    styles: z.array(StyleView).describe('Those on sale, in their order.'),
  })
  .meta({ id: 'Site' });
export type Site = z.infer<typeof SiteView>;
