import Stripe from 'stripe';
import { isForVisitors, rateAt, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { connectStripe, invoiceFooter, STRIPE_EVENTS, stripeSetUp } from '../../integrations/payments/set-up.js';
import { good, off, todo, unknown, wordsOf, type Found, type Installation } from './finding.js';

/** The version that the library speaks: events come in that of their endpoint. */
const API_VERSION = Stripe.API_VERSION;

/** Not verified against the published contract at hand, which has neither account, payment methods nor tax settings: stripe's types rule. */
export async function checkStripe(installation: Installation): Promise<Found[]> {
  const { config, mode } = installation;
  if (!isForVisitors(mode)) return [off('Bezahlt wird an einer Testkasse')];
  const stripe = connectStripe(config.stripe.secretKey, config.stripe.apiUrl);
  const parts = [
    () => checkAccount(stripe, mode),
    () => checkWebhooks(stripe, config),
    () => checkPrices(stripe, config),
    () => checkPortal(stripe),
    () => checkPaymentMethods(stripe),
    () => checkTaxes(stripe, installation),
  ];
  const found: Found[] = [];
  for (const part of parts) {
    const result = await part().catch((error: unknown) => refusalOf(error));
    found.push(...result);
    // Nothing else will be answered.
    if (result.some(({ text }) => text === REFUSED)) break;
  }
  return found;
}

const REFUSED = 'Stripe weist STRIPE_SECRET_KEY ab';

function refusalOf(error: unknown): Found[] {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return [todo(REFUSED)];
  if (error instanceof Stripe.errors.StripePermissionError)
    return [unknown(`Der eingeschränkte Schlüssel darf das nicht lesen: ${wordsOf(error)}`)];
  throw error;
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

async function checkWebhooks(stripe: Stripe, { publicOrigin }: Config): Promise<Found[]> {
  const url = `${publicOrigin}/api/v1/webhooks/stripe`;
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const ours = all.filter((endpoint) => endpoint.url === url && endpoint.status === 'enabled');
  const right = ours.find((endpoint) => endpoint.api_version === API_VERSION);
  const create = async (): Promise<string[]> => {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...STRIPE_EVENTS] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      api_version: API_VERSION,
      description: 'Bildnis',
    });
    for (const { id } of ours) await stripe.webhookEndpoints.update(id, { disabled: true });
    return [`STRIPE_WEBHOOK_SECRET=${made.secret}`];
  };
  if (ours.length === 0)
    return [
      todo(`Kein Endpunkt für Webhooks meldet an ${url}`, {
        text: `Endpunkt für Webhooks anlegen: ${url}, ${STRIPE_EVENTS.length} Ereignisse`,
        run: create,
      }),
    ];
  if (!right)
    return [
      todo(
        `Der Endpunkt für Webhooks spricht ${ours[0]!.api_version ?? 'die Version des Kontos'} statt ${API_VERSION}`,
        {
          text: `Endpunkt in Version ${API_VERSION} anlegen, den alten abschalten`,
          run: create,
        },
      ),
    ];
  return [
    ...judgeEvents(stripe, right),
    ...(ours.length > 1
      ? [todo(`${ours.length} Endpunkte melden an ${url}: schalten Sie alle bis auf ${right.id} ab`)]
      : []),
  ];
}

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
  const { status } = await stripe.tax.settings.retrieve();
  return [
    rate,
    status === 'active'
      ? good('Stripe Tax ist bereit')
      : todo('Stripe Tax ist nicht bereit: Hauptsitz und Registrierungen fehlen (Einstellungen, Steuern)'),
  ];
}
