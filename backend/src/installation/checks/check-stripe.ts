import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { isForVisitors, rateAt, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { connectStripe, invoiceFooter, STRIPE_EVENTS, stripeSetUp } from '../../integrations/payments/set-up.js';
import { good, off, todo, unknown, wordsOf, type Fix, type Found, type Installation } from './finding.js';

/** The version that the library speaks: events come in that of their endpoint. */
const API_VERSION = Stripe.API_VERSION;

/** Not verified against the published contract at hand, which has neither account, payment methods nor tax settings: stripe's types rule. */
export async function checkStripe(installation: Installation): Promise<Found[]> {
  const { config, mode } = installation;
  if (!isForVisitors(mode)) return [off('Bezahlt wird an einer Testkasse')];
  const stripe = connectStripe(config.stripe.secretKey, config.stripe.apiUrl);
  const parts: [what: string, isNeeded: boolean, look: () => Promise<Found[]>][] = [
    ['das Konto', false, () => checkAccount(stripe, mode)],
    ['Endpunkte für Webhooks', true, () => checkWebhooks(stripe, config)],
    ['Preise', true, () => checkPrices(stripe, config)],
    ['das Kundenportal', true, () => checkPortal(stripe)],
    ['Zahlungsarten', false, () => checkPaymentMethods(stripe)],
    ['Steuersätze', true, () => checkTaxes(stripe, installation)],
  ];
  const found: Found[] = [];
  for (const [what, isNeeded, look] of parts) {
    const result = await look().catch((error: unknown) => [refusalOf(error, what, isNeeded)]);
    found.push(...result);
    // Nothing else will be answered.
    if (result.some(({ text }) => text === REFUSED)) break;
  }
  return found;
}

const REFUSED = 'Stripe weist STRIPE_SECRET_KEY ab';

/** In words of our own: Stripe's quote a part of the key. */
function refusalOf(error: unknown, what: string, isNeeded: boolean): Found {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return todo(REFUSED);
  if (error instanceof Stripe.errors.StripePermissionError)
    return isNeeded
      ? todo(`Dem eingeschränkten Schlüssel fehlt das Recht für ${what}`)
      : unknown(`Der eingeschränkte Schlüssel darf nicht lesen: ${what}`);
  if (error instanceof Stripe.errors.StripeError)
    return todo(`Stripe antwortet nicht zu ${what}: ${error.code ?? error.type}`);
  return todo(`${what}: ${wordsOf(error)}`);
}

async function checkAccount(stripe: Stripe, mode: string): Promise<Found[]> {
  return judgeAccount(await stripe.accounts.retrieveCurrent(), mode);
}

/** What is set in Stripe's dashboard, and only there. */
export function judgeAccount(account: Stripe.Account, mode: string): Found[] {
  const { settings, country, default_currency: currency } = account;
  const isTest = mode === 'rehearsal';
  const { icon, logo } = settings?.branding ?? {};
  return [
    account.charges_enabled || isTest
      ? good(`Konto in ${country ?? '?'}, ${account.charges_enabled ? 'kann Zahlungen annehmen' : 'im Testmodus'}`)
      : todo('Das Konto kann noch keine Zahlungen annehmen: schliessen Sie die Angaben bei Stripe ab'),
    ...(country === 'CH' && currency === 'chf'
      ? []
      : [
          todo(
            `Das Konto ist in ${country ?? '?'} mit ${currency ?? '?'} statt in CH mit chf: TWINT gibt es dort nicht`,
          ),
        ]),
    ...(settings?.payments.statement_descriptor
      ? []
      : [
          todo(
            'Der Text auf der Kartenabrechnung fehlt (Einstellungen, Öffentliche Angaben): Unbekanntes wird zurückgebucht',
          ),
        ]),
    ...((icon ?? logo)
      ? []
      : [todo('Logo oder Symbol fehlt (Einstellungen, Branding): Zahlungsseite und Rechnungen sind sonst namenlos')]),
  ];
}

/** Whether a secret is that of an endpoint can be told later by this alone: Stripe never says it again. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16);

async function checkWebhooks(stripe: Stripe, { publicOrigin, stripe: { webhookSecret } }: Config): Promise<Found[]> {
  const url = `${publicOrigin}/api/v1/webhooks/stripe`;
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const ours = all.filter((endpoint) => endpoint.url === url && endpoint.status === 'enabled');
  // The newest: it is the one that was made last by this command.
  const right = ours
    .filter((endpoint) => endpoint.api_version === API_VERSION)
    .toSorted((a, b) => b.created - a.created)[0];
  const create: Fix = {
    text: `Endpunkt für Webhooks anlegen: ${url}, ${STRIPE_EVENTS.length} Ereignisse, Version ${API_VERSION}`,
    run: () => createEndpoint(stripe, url),
  };
  if (!right)
    return [
      todo(
        ours.length === 0
          ? `Kein Endpunkt für Webhooks meldet an ${url}`
          : `Der Endpunkt für Webhooks spricht ${ours[0]!.api_version ?? 'die Version des Kontos'} statt ${API_VERSION}`,
        create,
      ),
    ];
  const known = right.metadata['secret'];
  const isOther = known !== undefined && known !== fingerprintOf(webhookSecret);
  return [
    ...(isOther
      ? [
          todo(
            `STRIPE_WEBHOOK_SECRET gehört nicht zum Endpunkt ${right.id}: setzen Sie, was beim Anlegen gezeigt wurde, oder löschen Sie ihn bei Stripe`,
          ),
        ]
      : []),
    ...judgeEvents(stripe, right),
    // Only once the secret of the right one is in use: until then the others bring what happens.
    ...(isOther ? [] : ours.filter((endpoint) => endpoint !== right).map((endpoint) => switchOff(stripe, endpoint))),
  ];
}

/** The secret is returned whatever comes after: it is said once. */
async function createEndpoint(stripe: Stripe, url: string): Promise<string[]> {
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...STRIPE_EVENTS] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    api_version: API_VERSION,
    description: 'Bildnis',
  });
  const secret = made.secret!;
  await stripe.webhookEndpoints.update(made.id, { metadata: { secret: fingerprintOf(secret) } }).catch(() => undefined);
  return [`STRIPE_WEBHOOK_SECRET=${secret}`];
}

const switchOff = (stripe: Stripe, { id, url }: Stripe.WebhookEndpoint): Found =>
  todo(`Auch der Endpunkt ${id} meldet an ${url}`, {
    text: `Endpunkt ${id} abschalten`,
    run: async () => {
      await stripe.webhookEndpoints.update(id, { disabled: true });
      return [];
    },
  });

function judgeEvents(stripe: Stripe, { id, enabled_events: enabled }: Stripe.WebhookEndpoint): Found[] {
  const missing = STRIPE_EVENTS.filter((type) => !enabled.includes(type));
  const others = enabled.filter((type) => !STRIPE_EVENTS.includes(type));
  if (missing.length === 0 && others.length === 0) return [good('Webhooks melden, was gebraucht wird')];
  const said = [
    ...(missing.length > 0 ? [`es fehlen ${missing.join(', ')}`] : []),
    ...(others.length > 0 ? [`unnötig sind ${others.join(', ')}`] : []),
  ].join('; ');
  return [
    todo(`Ereignisse des Endpunkts ${id}: ${said}`, {
      text: `Ereignisse des Endpunkts ${id} auf die ${STRIPE_EVENTS.length} setzen, die gebraucht werden`,
      run: async () => {
        await stripe.webhookEndpoints.update(id, {
          enabled_events: [...STRIPE_EVENTS] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
        });
        return [];
      },
    }),
  ];
}

async function checkPrices(stripe: Stripe, config: Config): Promise<Found[]> {
  const policy = { isTaxAutomatic: config.vat?.isByProvider ?? false, footer: invoiceFooter(config.operator) };
  const missing: Found[] = [];
  for (const plan of facts.plans) {
    if (await stripeSetUp.findPrice(stripe, plan)) continue;
    missing.push(
      todo(`Der Preis des Plans ${plan.name} fehlt noch; er entsteht auch beim ersten Start`, {
        text: `Produkt und Preis anlegen: ${plan.name}, CHF ${(plan.priceRappen / 100).toFixed(2)} im Monat`,
        run: async () => {
          await stripeSetUp.ensurePrice(stripe, plan, policy);
          return [];
        },
      }),
    );
  }
  return missing.length > 0 ? missing : [good('Produkte und Preise der Pläne sind da')];
}

async function checkPortal(stripe: Stripe): Promise<Found[]> {
  if (await stripeSetUp.findPortal(stripe)) return [good('Das Kundenportal lässt nur Zahlungsart und Rechnungen zu')];
  return [
    todo('Das Kundenportal ist nicht eingerichtet; das geschieht auch beim ersten Aufruf', {
      text: 'Kundenportal einrichten: Zahlungsart ändern und Rechnungen ansehen, sonst nichts',
      run: async () => {
        await stripeSetUp.ensurePortal(stripe);
        return [];
      },
    }),
  ];
}

async function checkPaymentMethods(stripe: Stripe): Promise<Found[]> {
  const configurations = await stripe.paymentMethodConfigurations
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  const standard = configurations.find(({ is_default: isDefault, application }) => isDefault && !application);
  if (!standard) return [unknown('Welche Zahlungsarten angeboten werden, sagt Stripe nicht')];
  const isOffered = (name: 'card' | 'twint') =>
    standard[name]?.available && standard[name].display_preference.value === 'on';
  const names = { card: 'Karten', twint: 'TWINT' } as const;
  return (['card', 'twint'] as const).map((name) =>
    isOffered(name)
      ? good(`${names[name]} werden angeboten`.replace('TWINT werden', 'TWINT wird'))
      : todo(`${names[name]}: schalten Sie die Zahlungsart bei Stripe ein (Einstellungen, Zahlungsmethoden)`),
  );
}

async function checkTaxes(stripe: Stripe, { config, now }: Installation): Promise<Found[]> {
  const { vat } = config;
  if (!vat) return [good('Es wird keine MWST erhoben, und Rechnungen sagen warum')];
  const percent = rateAt(vat, now());
  const rate: Found = (await stripeSetUp.findTaxRate(stripe, percent))
    ? good(`Der Steuersatz ${percent} % ist da`)
    : todo(`Der Steuersatz ${percent} % fehlt noch; er entsteht auch bei der ersten Bestellung`, {
        text: `Steuersatz anlegen: MWST ${percent} %, im Preis inbegriffen`,
        run: async () => {
          await stripeSetUp.ensureTaxRate(stripe, percent);
          return [];
        },
      });
  if (!vat.isByProvider) return [rate];
  const [{ status }, registrations] = await Promise.all([
    stripe.tax.settings.retrieve(),
    stripe.tax.registrations.list({ status: 'active', limit: 100 }),
  ]);
  if (status !== 'active')
    return [rate, todo('Stripe Tax ist nicht bereit: der Hauptsitz fehlt (Einstellungen, Steuern)')];
  return [
    rate,
    registrations.data.some(({ country }) => country === 'CH')
      ? good('Stripe Tax rechnet, auch in der Schweiz')
      : todo(
          'Stripe Tax erhebt in der Schweiz nichts: tragen Sie dort Ihre Registrierung ein (Steuern, Registrierungen)',
        ),
  ];
}
