import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { Me } from '~/lib/session';
import { loadWithdrawable, type WithdrawableOrder } from './contracts-data';
import { WithdrawalScreen } from './withdrawal-screen';

const WITHDRAW = 'POST /declarations/withdrawals';
const receipt = { status: 202, body: { number: 'W-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T08:12:00.000Z' } };
const me = { displayName: 'Petra Muster', email: 'petra@example.org' } as Me;
const order = (part: object) =>
  ({
    id: 'o',
    number: 'B-1111-2222-3333',
    kind: 'plan',
    itemName: 'Starter',
    amountRappen: 990,
    withdrawableUntil: '2026-12-05T22:59:59.999Z',
    ...part,
  }) as WithdrawableOrder;
const press = () => userEvent.click(screen.getByRole('button', { name: 'Widerruf bestätigen' }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => sessionStorage.clear());

it('needs name, address and number', async () => {
  const sent = serve({});
  await renderScreen(<WithdrawalScreen me={null} orders={null} />);
  await press();
  for (const text of [
    'Bitte geben Sie Ihren Namen ein.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    'Bitte geben Sie die Bestellnummer ein.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(sent).toEqual([]);
});

it('sends the declaration and shows number and time of its receipt', async () => {
  const sent = serve({ [WITHDRAW]: receipt });
  await renderScreen(<WithdrawalScreen me={null} orders={null} />);
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

it('offers the own orders, and takes the chosen one into the field', async () => {
  const sent = serve({ [WITHDRAW]: receipt });
  await renderScreen(
    <WithdrawalScreen
      me={me}
      orders={{ ok: true, value: [order({}), order({ number: 'B-4444-5555-6666', itemName: 'M' })] }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /Bestellung wählen/ }));
  await userEvent.click(await screen.findByRole('option', { name: /B-4444-5555-6666, bis und mit 5\. Dezember 2026/ }));
  expect(field('Bestellnummer').value).toBe('B-4444-5555-6666');
  await press();
  await screen.findByText('W-7K3M-9Q2X-TD04');
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Petra Muster', email: 'petra@example.org', orderNumber: 'B-4444-5555-6666' },
  ]);
});

it('asks for the number where there is nothing to choose from, and says so where that could not be loaded', async () => {
  await renderScreen(<WithdrawalScreen me={me} orders={{ ok: true, value: [] }} />);
  expect(screen.queryByText('Ihre Bestellungen')).toBeNull();
  await renderScreen(<WithdrawalScreen me={me} orders={{ ok: false, error: new Error('x') }} />);
  expect(screen.getByText(/liessen sich nicht laden/)).toBeTruthy();
});

it('offers only orders that can still be withdrawn from', async () => {
  serve({
    'GET /orders?limit=50': [
      { body: { items: [order({}), order({ number: 'B-0', withdrawableUntil: null })], nextCursor: null } },
      refusal(503, 'unavailable'),
    ],
  });
  const loaded = await loadWithdrawable();
  expect(loaded.ok && loaded.value.map(({ number }) => number)).toEqual(['B-1111-2222-3333']);
  expect((await loadWithdrawable()).ok).toBe(false);
});
