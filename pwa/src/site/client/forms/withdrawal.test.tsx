import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { markSignedIn } from '~/lib/session/signed-in-mark';
import { openPage, operator } from '../../../../test/form-page';
import { refusal, serve } from '../../../../test/server';
import { WithdrawalPage } from '../../pages/forms/declarations';
import { startWithdrawal } from './declarations';

const WITHDRAW = 'POST /declarations/withdrawals';
const receipt = { status: 202, body: { number: 'W-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T08:12:00.000Z' } };
const ORDERS = 'GET /orders?limit=50';
const me = { 'GET /me': { body: { displayName: 'Petra Muster', email: 'petra@example.org' } } };
const order = (part: object = {}) => ({
  id: 'o',
  number: 'B-1111-2222-3333',
  kind: 'plan',
  itemName: 'Starter',
  amountRappen: 990,
  withdrawableUntil: '2026-12-05T22:59:59.999Z',
  ...part,
});
const open = () => openPage(<WithdrawalPage operator={operator} />, startWithdrawal);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Widerruf bestätigen' }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const own = () => document.querySelector<HTMLElement>('[data-own-orders]')!;

beforeAll(async () => {
  await Promise.all([loadTexts('site'), loadTexts('contracts')]);
});
beforeEach(() => sessionStorage.clear());
afterEach(() => markSignedIn(false));

it('needs name, address and number', async () => {
  const sent = serve({});
  open();
  await press();
  for (const text of [
    'Bitte geben Sie Ihren Namen ein.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    'Bitte geben Sie die Bestellnummer ein.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field('Name'));
  expect([sent, own().hidden]).toEqual([[], true]);
});

it('sends the declaration and shows number and time of its receipt', async () => {
  const sent = serve({ [WITHDRAW]: receipt });
  open();
  await userEvent.type(field('Name'), 'Petra Muster');
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await userEvent.type(field('Bestellnummer'), ' B-1111-2222-3333 ');
  await userEvent.type(field(/^Mitteilung/), 'Zeile 1{Enter}Zeile 2');
  await press();
  await screen.findByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' });
  expect(sent.map(({ body }) => body)).toEqual([
    {
      name: 'Petra Muster',
      email: 'petra@example.org',
      orderNumber: 'B-1111-2222-3333',
      statement: 'Zeile 1\nZeile 2',
    },
  ]);
  for (const text of ['W-7K3M-9Q2X-TD04', '3. Dezember 2026, 09.12 Uhr']) expect(screen.getByText(text)).toBeTruthy();
});

it('offers the own orders that can still be withdrawn from, and takes the chosen one into the field', async () => {
  const items = [
    order(),
    order({ number: 'B-4444-5555-6666', itemName: 'M <b>' }),
    order({ number: 'B-0', withdrawableUntil: null }),
  ];
  const sent = serve({ [WITHDRAW]: receipt, [ORDERS]: { body: { items, nextCursor: null } }, ...me });
  markSignedIn(true);
  open();
  await waitFor(() => expect(own().hidden).toBe(false));
  expect([...own().querySelectorAll('option')].map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Bestellung wählen',
    'Starter · CHF 9.90 (B-1111-2222-3333, bis und mit 5. Dezember 2026)',
    'M <b> · CHF 9.90 (B-4444-5555-6666, bis und mit 5. Dezember 2026)',
  ]);
  await userEvent.selectOptions(field('Ihre Bestellungen'), 'B-4444-5555-6666');
  expect(field('Bestellnummer').value).toBe('B-4444-5555-6666');
  await userEvent.type(field('Bestellnummer'), '7');
  expect(field('Ihre Bestellungen').value).toBe('');
  await userEvent.type(field('Bestellnummer'), '{Backspace}');
  await press();
  await screen.findByText('W-7K3M-9Q2X-TD04');
  expect(sent.at(-1)!.body).toEqual({
    name: 'Petra Muster',
    email: 'petra@example.org',
    orderNumber: 'B-4444-5555-6666',
  });
});

it('asks for the number where there is nothing to choose from, and says so where that could not be loaded', async () => {
  const sent = serve({ [ORDERS]: [{ body: { items: [], nextCursor: null } }, refusal(503, 'unavailable')], ...me });
  markSignedIn(true);
  open();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(own().hidden).toBe(true);
  open();
  await screen.findByText(/liessen sich nicht laden/);
  expect(own().hidden).toBe(true);
});

it('forgets the orders, and the number that was chosen of them, with the end of the session', async () => {
  serve({
    [ORDERS]: { body: { items: [order()], nextCursor: null } },
    'GET /me': [me['GET /me'], refusal(401, 'unauthenticated')], // an app of the same page asks as well
  });
  markSignedIn(true);
  open();
  await waitFor(() => expect(own().hidden).toBe(false));
  await userEvent.selectOptions(field('Ihre Bestellungen'), 'B-1111-2222-3333');
  expect(field('Bestellnummer').value).toBe('B-1111-2222-3333');
  expect(sessionStorage.getItem('bildnis.declaration.withdraw')).not.toContain('B-1111');
  markSignedIn(false);
  new BroadcastChannel('bildnis.session').postMessage(null);
  await waitFor(() => expect(own().hidden).toBe(true));
  expect([field('Bestellnummer').value, field('Name').value, own().querySelectorAll('option').length]).toEqual([
    '',
    '',
    1,
  ]);
});
