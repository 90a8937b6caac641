import type Stripe from 'stripe';
import { facts } from '../../src/facts/index.js';

/** Something that was paid, as the payment provider has it, and what it stands for by docs/billing.md#what-is-granted. */
export interface Paid {
  /** Its invoice, or the checkout of a pack. */
  source: string;
  /** Of a plan: its subscription. */
  subscription: string | null;
  /** Of a pack: its checkout. */
  checkout: string | null;
  /** Of an upgrade: the moment its price was reckoned to, Unix seconds. */
  quotedAt: number | null;
  paidAt: number;
  credits: number;
  amountRappen: number;
  refundedRappen: number;
  disputedRappen: number;
}

const monthOf = (rappen: number | null): number =>
  facts.plans.find((plan) => plan.priceRappen === rappen)?.credits ?? fail(`no plan costs ${rappen}`);
const packOf = (rappen: number | null): number =>
  facts.creditPacks.find((pack) => pack.priceRappen === rappen)?.credits ?? fail(`no pack costs ${rappen}`);

/** Everything a customer has paid, newest first. Reads the provider only; nothing of the product's own reckoning. */
export async function readPaid(stripe: Stripe, customer: string): Promise<Paid[]> {
  const [invoices, sessions, charges] = await Promise.all([
    stripe.invoices
      .list({ customer, status: 'paid', limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1000 }),
    stripe.checkout.sessions.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  ]);
  const taken = new Map<unknown, { refunded: number; disputed: number }>();
  for (const charge of charges.filter(({ paid }) => paid)) {
    const disputes = charge.disputed ? (await stripe.disputes.list({ charge: charge.id })).data : [];
    taken.set(charge.payment_intent, {
      refunded: charge.amount_refunded,
      disputed: disputes.filter(({ status }) => status !== 'won').reduce((sum, { amount }) => sum + amount, 0),
    });
  }
  const moneyOf = (intent: unknown) => ({
    refundedRappen: taken.get(intent)?.refunded ?? 0,
    disputedRappen: taken.get(intent)?.disputed ?? 0,
  });

  const prices = await pricesOf(stripe, invoices);
  const plans = invoices.flatMap((invoice): Paid[] => {
    const subscription = invoice.parent?.subscription_details?.subscription;
    if (typeof subscription !== 'string') return [];
    const isUpgrade = invoice.billing_reason === 'subscription_update';
    const credits = isUpgrade
      ? upgradeCredits(invoice, invoices, prices)
      : monthOf(prices.get(priceOf(invoice.lines.data[0]!)) ?? null);
    const quotedAt = isUpgrade ? invoice.lines.data[0]!.period.start : null;
    return [
      {
        source: invoice.id,
        subscription,
        checkout: null,
        quotedAt,
        paidAt: invoice.status_transitions.paid_at!,
        credits,
        amountRappen: invoice.amount_paid,
        ...moneyOf(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent),
      },
    ];
  });
  const packs = sessions
    .filter(({ mode, payment_status }) => mode === 'payment' && payment_status === 'paid')
    .map((session): Paid => {
      const paidAt =
        charges.find(({ payment_intent, paid }) => paid && payment_intent === session.payment_intent)?.created ??
        session.created;
      return {
        source: session.id,
        subscription: null,
        checkout: session.id,
        quotedAt: null,
        paidAt,
        credits: packOf(session.amount_total),
        amountRappen: session.amount_total!,
        ...moneyOf(session.payment_intent),
      };
    });
  return [...plans, ...packs].toSorted((a, b) => b.paidAt - a.paidAt);
}

/** Credits that the money which is gone stood for. */
export function takenBack({ credits, amountRappen, refundedRappen, disputedRappen }: Paid): number {
  return amountRappen === 0
    ? 0
    : Math.floor((credits * Math.min(refundedRappen + disputedRappen, amountRappen)) / amountRappen);
}

/** What a withdrawal pays back: of each payment the price less the share already used of its own credits. @param unused of each payment, by its source @param held whose credits were never granted, which go back whole */
export function withdrawalRappen(paid: Paid[], unused: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  return paid.reduce((rappen, one) => {
    if (held.has(one.source)) return rappen + one.amountRappen - one.refundedRappen - one.disputedRappen;
    const back = unused.get(one.source) ?? fail(`nothing is known of ${one.source}`);
    if (back > one.credits - takenBack(one))
      fail(`${back} credits are left of ${one.source}, which brought ${one.credits} and lost ${takenBack(one)}`);
    if (back === 0) return rappen;
    const gone = one.refundedRappen + one.disputedRappen;
    // As much as costs no further credit.
    const most = Math.ceil(((takenBack(one) + back + 1) * one.amountRappen) / one.credits) - 1 - gone;
    return (
      rappen + Math.max(0, Math.min(Math.ceil((one.amountRappen * back) / one.credits), one.amountRappen - gone, most))
    );
  }, 0);
}

/** The difference between the plans, prorated like the money, rounded up. */
function upgradeCredits(invoice: Stripe.Invoice, all: Stripe.Invoice[], prices: Map<string, number | null>): number {
  const [before, after] = [
    invoice.lines.data.find(({ amount }) => amount < 0),
    invoice.lines.data.find(({ amount }) => amount >= 0),
  ];
  if (!before || !after) return fail(`invoice ${invoice.id} is none of a change`);
  const month = all.find(
    (one) =>
      one.billing_reason !== 'subscription_update' &&
      one.parent?.subscription_details?.subscription === invoice.parent?.subscription_details?.subscription &&
      one.lines.data[0]!.period.end === after.period.end,
  );
  const { start, end } = (month ?? fail(`invoice ${invoice.id} has no month`)).lines.data[0]!.period;
  const difference = monthOf(prices.get(priceOf(after)) ?? null) - monthOf(prices.get(priceOf(before)) ?? null);
  return Math.ceil((difference * (end - after.period.start)) / (end - start));
}

const priceOf = (line: Stripe.InvoiceLineItem): string => line.pricing?.price_details?.price as string;

async function pricesOf(stripe: Stripe, invoices: Stripe.Invoice[]): Promise<Map<string, number | null>> {
  const ids = new Set(invoices.flatMap((invoice) => invoice.lines.data.map(priceOf)).filter(Boolean));
  return new Map(
    await Promise.all([...ids].map(async (id) => [id, (await stripe.prices.retrieve(id)).unit_amount] as const)),
  );
}

function fail(message: string): never {
  throw new Error(message);
}
