import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { HeldPayments } from './held-payments';

const payment: Schemas['AdminHeldPayment'] = {
  id: 'c1d2e3f4-0000-4000-8000-000000000001',
  amountRappen: 490,
  credits: 50,
  paidAt: '2026-11-21T12:01:00Z',
  leftRappen: 490,
  withdrawals: 2,
  account: { id: 'c1d2e3f4-0000-4000-8000-000000000002', email: 'petra@example.org' },
  order: {
    id: 'c1d2e3f4-0000-4000-8000-000000000003',
    number: 'BN-7K3M-9QXT',
    itemName: 'S',
    status: 'paid',
    amountRappen: 490,
    paidAt: '2026-11-21T12:01:00Z',
  },
};
const said = () =>
  messageQueue.visibleToasts.map(({ content }) => `${content.title}: ${content.text ?? ''}`.replaceAll('\u00a0', ' '));

async function decide(button: string, answer: object) {
  const sent = serve({
    [`POST /admin/held-payments/${payment.id}/${button === 'Freigeben' ? 'confirm' : 'refuse'}`]: answer,
  });
  let loads = 0;
  await renderScreen(<HeldPayments first={{ items: [payment], nextCursor: null }} />, '/screen', () => (loads += 1));
  await userEvent.click(screen.getByText(button));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Angerufen');
  await userEvent.click(within(dialog).getByRole('button', { name: button }));
  return { sent, dialog, loads: () => loads };
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'u1', email: 'admin@example.org', credits: 0, role: 'admin' } as unknown as Schemas['Me']);
});

it('grants the credits after a reason', async () => {
  const { sent, loads } = await decide('Freigeben', { status: 204 });
  await waitFor(() => expect(said()).toEqual(['Credits freigegeben: ']));
  expect(sent.map(({ method }) => method)).toEqual(['POST']);
  expect(loads()).toBe(2);
});

it('refuses the order, and says what goes back', async () => {
  await decide('Ablehnen', { status: 204 });
  await waitFor(() => expect(said()).toEqual(['Bestellung abgelehnt: CHF 4.90 gehen zurück.']));
});

it('says when somebody else was quicker', async () => {
  const { dialog } = await decide('Freigeben', refusal(409, 'conflict'));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
});

it('says that nothing waits', async () => {
  await renderScreen(<HeldPayments first={{ items: [], nextCursor: null }} />);
  expect(screen.getByText('Keine Bestellung wartet auf eine Freigabe.')).toBeTruthy();
});
