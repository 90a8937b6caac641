import { expect, it } from 'vitest';
import { startStripeWorld } from './stripe-world.js';

const till = startStripeWorld();

it('the account is one that can sell in Switzerland', async () => {
  expect(await till.stripe.accounts.retrieveCurrent()).toMatchObject({ country: 'CH', charges_enabled: true });
  const [methods] = (await till.stripe.paymentMethodConfigurations.list()).data;
  expect(methods).toMatchObject({ card: { available: true }, twint: { available: true } });
  expect(await till.stripe.tax.settings.retrieve()).toMatchObject({ status: 'active' });
  expect((await till.stripe.tax.registrations.list({ status: 'active' })).data).toMatchObject([{ country: 'CH' }]);
});

it('endpoints of webhooks are made, found and changed; their secret is said once', async () => {
  const made = await till.stripe.webhookEndpoints.create({
    url: 'https://bildnis.example/api/v1/webhooks/stripe',
    enabled_events: ['invoice.paid'],
    api_version: '2026-10-28.endive',
  });
  expect(made.secret).toMatch(/^whsec_\w{32}$/);
  const [listed] = (await till.stripe.webhookEndpoints.list()).data;
  expect(listed).toMatchObject({ id: made.id, status: 'enabled', api_version: '2026-10-28.endive' });
  expect(listed).not.toHaveProperty('secret');
  const changed = await till.stripe.webhookEndpoints.update(made.id, {
    enabled_events: ['invoice.paid', 'refund.failed'],
    disabled: true,
  });
  expect(changed).toMatchObject({ status: 'disabled', enabled_events: ['invoice.paid', 'refund.failed'] });
});
