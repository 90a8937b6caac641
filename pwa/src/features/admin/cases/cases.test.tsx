import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { Declarations } from './declarations';
import { Refunds } from './refunds';

const declaration: Schemas['AdminDeclaration'] = {
  id: 'd1',
  number: 'WR-1',
  kind: 'withdrawal',
  manner: null,
  name: 'Petra Muster',
  email: 'petra@example.org',
  orderNumber: 'vom Mai',
  statement: null,
  receivedAt: '2026-11-21T12:01:00Z',
  reviewReason: 'no_order',
  account: { id: 'u1', email: 'petra@example.org' },
  order: null,
  effectiveAt: null,
};
const refund: Schemas['AdminRefund'] = {
  id: 'r1',
  amountRappen: 990,
  createdAt: '2026-11-21T12:01:00Z',
  failure: 'not_arrived',
  attempts: 0,
  account: { id: 'u1', email: 'petra@example.org' },
  order: null,
  payment: {
    amountRappen: 990,
    refundedRappen: 0,
    disputedRappen: 0,
    paidAt: '2026-11-20T12:01:00Z',
    providerReference: 'pi_1',
  },
  leftRappen: 990,
};
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
const showRefunds = (...items: (typeof refund)[]) => renderScreen(<Refunds first={{ items, nextCursor: null }} />);
const showDeclaration = () => renderScreen(<Declarations first={{ items: [declaration], nextCursor: null }} />);

/** Gives the reason in the dialog that is open, and sends it. */
async function send(button: string, reason: string) {
  const dialog = within(screen.getByRole('dialog'));
  if (reason) await userEvent.type(dialog.getByLabelText('Grund'), reason);
  await userEvent.click(dialog.getByRole('button', { name: button }));
  return dialog;
}

beforeEach(() => forgetMessages());

it('says why a declaration waits, and answers it with words that its sender reads', async () => {
  const sent = serve({ 'POST /admin/declarations/d1/close': { status: 204 } });
  await showDeclaration();
  expect(screen.getByText('Adresse und Bestellnummer gehören nicht zusammen.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'petra@example.org' }).getAttribute('href')).toBe('/admin/users/u1');
  await press(/^WR-1 beantworten$/);
  expect(screen.getByText('Geht per E-Mail an petra@example.org und steht im Protokoll.')).toBeTruthy();
  const dialog = await send('Beantworten', '');
  expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeTruthy();
  await send('Beantworten', 'Schon widerrufen.');
  await waitFor(() => expect(said()).toEqual(['Beantwortet']));
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Schon widerrufen.' }]);
});

it('assigns only a contract that was chosen, and tries again where none could be loaded', async () => {
  const contract = {
    userId: 'u1',
    orderId: 'o1',
    email: 'petra@example.org',
    displayName: null,
    itemName: 'Starter',
    orderNumber: 'BN-7K3M-9QXT',
    amountRappen: 990,
    since: '2026-11-20T12:01:00Z',
    until: '2026-12-04T22:59:59Z',
    isEndable: true,
  };
  const sent = serve({
    'GET /admin/declarations/d1/contracts': [
      refusal(503, 'unavailable'),
      { body: { items: [contract, { ...contract, orderId: 'o2', email: 'alt@example.org', isEndable: false }] } },
    ],
    'POST /admin/declarations/d1/assignment': { status: 204 },
  });
  await showDeclaration();
  await press(/^WR-1 zuordnen$/);
  await screen.findByText('Die Verträge konnten nicht geladen werden.');
  await press(/^Erneut versuchen$/);
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByRole('radio', { name: /^alt@/ })).toHaveProperty('disabled', true);
  await send('Zuordnen', 'Am Telefon geklärt');
  expect(dialog.getByText('Bitte wählen Sie einen Vertrag.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: /^petra@/ }));
  await send('Zuordnen', '');
  await waitFor(() => expect(said()).toEqual(['Wird ausgeführt']));
  expect(sent.at(-1)).toMatchObject({
    body: { userId: 'u1', orderId: 'o1', reason: 'Am Telefon geklärt' },
    idempotencyKey: expect.any(String),
  });
});

it('sends a refund again by a decision of its own each time, and none of which nothing is left', async () => {
  const sent = serve({ 'POST /admin/refunds/r1/retry': { status: 204 } });
  await showRefunds(refund, { ...refund, id: 'r2', amountRappen: 490, leftRappen: 0 });
  expect(screen.getAllByText('Sie kam von der Bank zurück.')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^CHF.4\.90 .* nochmals senden$/ })).toBeNull();
  for (const times of [1, 2]) {
    await press(/^CHF.9\.90 an petra@example\.org nochmals senden$/);
    await send('Nochmals senden', 'Neue Karte');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([said(), sent.length]).toEqual([['Wird nochmals gesendet'], times]);
  }
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Neue Karte' }, { reason: 'Neue Karte' }]);
  expect(sent[1]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
});

it('settles a refund by hand only once it is said what became of the money', async () => {
  const sent = serve({ 'POST /admin/refunds/r1/settle': { status: 204 } });
  await showRefunds(refund);
  await press(/von Hand erledigen$/);
  const dialog = await send('Von Hand erledigen', 'Überwiesen');
  expect(dialog.getByText('Bitte wählen Sie, was mit dem Geld ist.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: /^Es ging auf anderem Weg zurück/ }));
  await send('Von Hand erledigen', '');
  await waitFor(() => expect(said()).toEqual(['Als erledigt vermerkt']));
  expect(sent.map(({ body }) => body)).toEqual([{ how: 'settled', reason: 'Überwiesen' }]);
});
