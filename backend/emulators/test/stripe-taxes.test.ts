import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { monthlyPrice, moveTo, pay, startStripeWorld } from './stripe-world.js';

const till = startStripeWorld();

const vat = (percentage: number): Promise<Stripe.TaxRate> =>
  till.stripe.taxRates.create({
    display_name: 'MWST',
    percentage,
    inclusive: true,
    country: 'CH',
    tax_type: 'vat',
    metadata: { bildnis: `vat-${percentage}` },
  });

type Session = Partial<Stripe.Checkout.SessionCreateParams>;

const ADDRESSES = {
  success_url: 'http://localhost:3000/fertig?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/pakete',
} as const;

/** Opens and pays a plan at CHF 19.90. */
async function buyPlan(more: Session, fields: Record<string, string> = {}) {
  const price = await monthlyPrice(till, 'Starter', 1990);
  const customer = await till.stripe.customers.create({
    email: 'anna@example.ch',
    name: 'Anna Muster',
    invoice_settings: { footer: 'MWST-Nummer: CHE-123.456.788 MWST' },
  });
  const session = await till.stripe.checkout.sessions.create({
    ...ADDRESSES,
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    ...more,
  });
  const answer = await pay(session.url!, undefined, fields);
  return { session, customer: customer.id, price, answer };
}

const newestInvoice = async (customer: string): Promise<Stripe.Invoice> =>
  (await till.stripe.invoices.list({ customer, limit: 1 })).data[0]!;

it('tax rates are made, found and listed', async () => {
  const rate = await vat(8.1);
  expect(rate).toMatchObject({ object: 'tax_rate', percentage: 8.1, inclusive: true, active: true });
  expect(await till.stripe.taxRates.retrieve(rate.id)).toMatchObject({ id: rate.id });
  const { data } = await till.stripe.taxRates.list({ active: true, inclusive: true });
  expect(data.map(({ id }) => id)).toEqual([rate.id]);
});

it('a plan is taxed within its price, at each renewal by the rate it has then', async () => {
  const [now, later] = [await vat(8.1), await vat(8.6)];
  const { session, customer } = await buyPlan({ subscription_data: { default_tax_rates: [now.id] } });
  expect(session.total_details).toMatchObject({ amount_tax: 149 });
  const first = await newestInvoice(customer);
  expect(first).toMatchObject({ total: 1990, total_excluding_tax: 1841, footer: 'MWST-Nummer: CHE-123.456.788 MWST' });
  expect(first.total_taxes).toMatchObject([
    { amount: 149, taxable_amount: 1841, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: now.id } },
  ]);
  const [subscription] = (await till.stripe.subscriptions.list({ customer })).data;
  await till.stripe.subscriptions.update(subscription!.id, { default_tax_rates: [later.id] });
  await moveTo(till, subscription!.items.data[0]!.current_period_end + 60);
  expect((await newestInvoice(customer)).total_taxes).toMatchObject([{ amount: 158 }]);
  await till.stripe.subscriptions.update(subscription!.id, { default_tax_rates: '' });
  expect((await till.stripe.subscriptions.retrieve(subscription!.id)).default_tax_rates).toEqual([]);
});

it('a change of plan is taxed line by line, in its preview and on its invoice', async () => {
  const rate = await vat(8.1);
  const { customer } = await buyPlan({ subscription_data: { default_tax_rates: [rate.id] } });
  const [subscription] = (await till.stripe.subscriptions.list({ customer })).data;
  const higher = await monthlyPrice(till, 'Business', 4990);
  const items = [{ id: subscription!.items.data[0]!.id, price: higher.id }];
  const at = subscription!.items.data[0]!.current_period_start;
  const preview = await till.stripe.invoices.createPreview({
    customer,
    subscription: subscription!.id,
    subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at },
  });
  expect(preview.total).toBe(3000);
  expect(preview.total_taxes).toMatchObject([{ amount: 374 - 149 }]);
  await till.stripe.subscriptions.update(subscription!.id, {
    items,
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    proration_date: at,
  });
  expect((await newestInvoice(customer)).total_taxes).toMatchObject([{ amount: 225 }]);
});

it('a pack is taxed, and its invoice ends with what the session says', async () => {
  const rate = await vat(8.1);
  const customer = await till.stripe.customers.create({ email: 'petra@example.org', name: 'Petra Muster' });
  const session = await till.stripe.checkout.sessions.create({
    ...ADDRESSES,
    mode: 'payment',
    customer: customer.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'chf',
          unit_amount: 1490,
          tax_behavior: 'inclusive',
          product_data: { name: 'Credits' },
        },
        tax_rates: [rate.id],
      },
    ],
    invoice_creation: { enabled: true, invoice_data: { footer: 'MWST-Nummer: CHE-1' } },
  });
  await pay(session.url!);
  expect(await newestInvoice(customer.id)).toMatchObject({
    total: 1490,
    total_excluding_tax: 1378,
    footer: 'MWST-Nummer: CHE-1',
  });
});

it('a company gives its name, address and VAT number, which its invoice then bears', async () => {
  const asking: Session = {
    billing_address_collection: 'required',
    tax_id_collection: { enabled: true },
    customer_update: { name: 'auto', address: 'auto' },
  };
  const without = await buyPlan(asking);
  expect(without.answer.status).toBe(422);
  expect(await without.answer.text()).toContain('Geben Sie den Ort ein.');
  const { customer } = await buyPlan(asking, {
    company: 'Lichtbild AG',
    vatNumber: 'CHE-123.456.788 MWST',
    street: 'Seegasse 7',
    postcode: '6300',
    town: 'Zug',
    country: 'CH',
  });
  const invoice = await newestInvoice(customer);
  expect(invoice).toMatchObject({
    customer_name: 'Lichtbild AG',
    customer_address: { line1: 'Seegasse 7', postal_code: '6300', city: 'Zug', country: 'CH' },
    customer_tax_ids: [{ type: 'ch_vat', value: 'CHE-123.456.788 MWST' }],
  });
  const pdf = await (await fetch(invoice.invoice_pdf!)).text();
  for (const part of ['Lichtbild AG', 'Seegasse 7, 6300, Zug', 'CHE-123.456.788 MWST']) expect(pdf).toContain(part);
});

it('automatic tax goes by where the customer lives, and needs to know', async () => {
  const automatic: Session = {
    automatic_tax: { enabled: true },
    billing_address_collection: 'required',
    customer_update: { address: 'auto' },
  };
  const { customer } = await buyPlan(automatic, {
    street: 'Domplatz 1',
    postcode: '50667',
    town: 'Köln',
    country: 'DE',
  });
  expect((await newestInvoice(customer)).total_taxes).toMatchObject([{ amount: 318, taxable_amount: 1672 }]);
  const refusal = { code: 'customer_tax_location_invalid' };
  await expect(buyPlan({ automatic_tax: { enabled: true } })).rejects.toMatchObject(refusal);
  const plain = await buyPlan({});
  const [subscription] = (await till.stripe.subscriptions.list({ customer: plain.customer })).data;
  await expect(
    till.stripe.subscriptions.update(subscription!.id, { automatic_tax: { enabled: true } }),
  ).rejects.toMatchObject(refusal);
});
