import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProofProvider } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { text } from '~/lib/i18n';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { billingOf, orderOf, subscriptionOf } from '../../../../test/billing';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import type { BillingPage } from './billing-page-data';
import { BillingScreen } from './billing-screen';

const said = () =>
  messageQueue.visibleToasts.map(({ content }) => `${content.title}: ${content.text ?? ''}`.replaceAll('\u00a0', ' '));
const ok = <Value,>(value: Value) => ({ ok: true, value }) as const;
const empty = { items: [], nextCursor: null };
const page: BillingPage = { billing: ok(billingOf(null)), invoices: ok([]), orders: ok(empty), entries: ok(empty) };
const invoice = (part: Partial<Schemas['Invoice']>): Schemas['Invoice'] => ({
  id: 'in_1',
  number: 'BN-0001',
  status: 'paid',
  totalRappen: 990,
  createdAt: '2026-11-03T10:00:00Z',
  paidAt: '2026-11-03T10:00:00Z',
  description: 'Bildnis Starter',
  pdfUrl: '/api/v1/invoices/in_1/pdf',
  payUrl: null,
  ...part,
});
const entry = (part: Partial<Schemas['CreditEntry']>): Schemas['CreditEntry'] => ({
  id: crypto.randomUUID(),
  delta: 120,
  reason: 'plan_grant',
  balanceAfter: 120,
  createdAt: '2026-11-03T10:00:00Z',
  profileId: null,
  generationId: null,
  ...part,
});
const withdrawable = orderOf({ withdrawableUntil: '2126-12-05T22:59:59.999Z' });
const quote = { refundRappen: 742, credits: 90, until: '2126-12-05T22:59:59.999Z', awaitsDispute: false };

async function show(part: Partial<BillingPage>) {
  let loads = 0;
  await renderScreen(
    <ProofProvider>
      <BillingScreen {...page} {...part} />
    </ProofProvider>,
    '/screen',
    () => (loads += 1),
  );
  return { loads: () => loads };
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']);
});

it('of a new customer is empty, part by part, and leads to the prices and to the ends of contracts', async () => {
  await show({});
  for (const words of [
    'Kein aktives Abo',
    'Noch keine Rechnungen.',
    'Noch keine Bestellungen.',
    'Noch keine Buchungen. Mit Ihrer ersten Bestellung kommen die ersten Credits.',
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Zahlungsmittel verwalten' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Verträge hier kündigen' }).getAttribute('href')).toBe('/kuendigen');
  expect(screen.getByRole('link', { name: 'Vertrag widerrufen' }).getAttribute('href')).toBe('/vertrag-widerrufen');
});

it('shows what could be loaded when the rest could not', async () => {
  await show({ invoices: { ok: false, error: new Error('x') }, entries: { ok: false, error: new Error('x') } });
  expect(screen.getAllByRole('alert').map((each) => each.textContent?.split('.')[0])).toEqual([
    'Die Rechnungen konnten nicht geladen werden',
    'Der Credit-Verlauf konnte nicht geladen werden',
  ]);
  expect(screen.getByText('Noch keine Bestellungen.')).toBeTruthy();
});

describe('invoices', () => {
  it('have number, amount, state and PDF; open ones are paid at the provider', async () => {
    await show({
      invoices: ok([
        invoice({ id: 'in_2', number: 'BN-0002', status: 'open', totalRappen: 1790, payUrl: 'https://pay.example/i' }),
        invoice({}),
      ]),
      billing: ok(billingOf(subscriptionOf())),
    });
    const [open, paid] = within(screen.getByRole('list', { name: 'Rechnungen' })).getAllByRole('listitem') as [
      HTMLElement,
      HTMLElement,
    ];
    expect(open.textContent).toMatch(/Rechnung BN-0002CHF\s17\.903\. November 2026 · Bildnis StarterOffen/);
    expect(within(open).getByRole('link', { name: 'Rechnung BN-0002 bezahlen' }).getAttribute('href')).toBe(
      'https://pay.example/i',
    );
    expect(paid.textContent).toContain('Bezahlt');
    expect(within(paid).queryByRole('link')).toBeNull();
    expect(screen.getByRole('button', { name: 'Zahlungsmittel verwalten' })).toBeTruthy();
  });

  it('say at their place that a PDF could not be fetched', async () => {
    const fetching = vi.spyOn(api, 'download').mockRejectedValue(new Error('x'));
    await show({ invoices: ok([invoice({})]) });
    await userEvent.click(screen.getByRole('button', { name: 'Rechnung BN-0001 als PDF' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(fetching).toHaveBeenCalledExactlyOnceWith('/api/v1/invoices/in_1/pdf');
    fetching.mockRestore();
  });
});

describe('withdrawing', () => {
  const quoted = { [`GET /orders/${withdrawable.id}/withdrawal`]: { body: quote } };

  it('shows what comes back and what is taken, and does nothing before it is confirmed', async () => {
    const sent = serve({
      ...quoted,
      [`POST /orders/${withdrawable.id}/withdrawal`]: { body: { ...withdrawable, status: 'withdrawn' } },
      'GET /me': { body: { id: 'u1', credits: 30 } },
    });
    const { loads } = await show({ orders: ok({ items: [withdrawable], nextCursor: null }) });
    expect(screen.getByText(/Widerruf möglich bis und mit 5\. Dezember 2126/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Bestellung BN-7K3M-9QXT widerrufen' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Bestellung widerrufen?' });
    expect(dialog.textContent).toMatch(
      /Möglich bis und mit5\. Dezember 2126Sie erhalten zurückCHF\s7\.42Wir ziehen ab90 Credits.*Ihr Abo endet sofort\./,
    );
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Widerruf bestätigen' }));
    await waitFor(() =>
      expect(said()).toEqual([
        'Bestellung widerrufen: CHF 7.42 sind in der Regel in 5 bis 10 Arbeitstagen bei Ihnen. Die Bestätigung kommt per E-Mail.',
      ]),
    );
    await waitFor(() => expect(loads()).toBe(2));
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('promises no money when nothing comes back', async () => {
    serve({
      [`GET /orders/${withdrawable.id}/withdrawal`]: { body: { ...quote, refundRappen: 0, credits: 0 } },
      [`POST /orders/${withdrawable.id}/withdrawal`]: { body: withdrawable },
      'GET /me': { body: { id: 'u1' } },
    });
    await show({ orders: ok({ items: [withdrawable], nextCursor: null }) });
    await userEvent.click(screen.getByRole('button', { name: 'Bestellung BN-7K3M-9QXT widerrufen' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Widerruf bestätigen' }),
    );
    await waitFor(() => expect(said()).toEqual(['Bestellung widerrufen: Die Bestätigung kommt per E-Mail.']));
  });

  it('says what waits for the decision about a chargeback, before and after', async () => {
    serve({
      [`GET /orders/${withdrawable.id}/withdrawal`]: {
        body: { ...quote, refundRappen: 0, credits: 0, awaitsDispute: true },
      },
    });
    const waits = orderOf({ id: 'o2', status: 'withdrawn', withdrawnAt: '2026-11-21T13:00:00Z', awaitsDispute: true });
    const settled = orderOf({ id: 'o3', status: 'withdrawn', withdrawnAt: '2026-11-20T13:00:00Z', refundRappen: 743 });
    await show({ orders: ok({ items: [withdrawable, waits, settled], nextCursor: null }) });
    expect(
      screen.getByText(/widerrufen am 21\. November 2026 · Rückzahlung nach dem Entscheid über die Rückbuchung/),
    ).toBeTruthy();
    expect(screen.getByText(/widerrufen am 20\. November 2026 · CHF\s7\.43 zurück/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Bestellung BN-7K3M-9QXT widerrufen' }));
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(
      /läuft eine Rückbuchung Ihrer Bank\. Der Widerruf gilt trotzdem sofort\./,
    );
  });

  it('says when it is too late', async () => {
    serve({ [`GET /orders/${withdrawable.id}/withdrawal`]: refusal(409, 'not_withdrawable') });
    await show({ orders: ok({ items: [withdrawable], nextCursor: null }) });
    await userEvent.click(screen.getByRole('button', { name: 'Bestellung BN-7K3M-9QXT widerrufen' }));
    await waitFor(() => expect(said()).toEqual(['Fehler: Diese Bestellung lässt sich nicht mehr widerrufen.']));
  });

  it('is not offered once it is over', async () => {
    await show({
      orders: ok({
        items: [
          orderOf({ status: 'withdrawn', withdrawnAt: '2026-11-21T13:00:00Z' }),
          orderOf({ id: 'o2', kind: 'pack', itemName: 'M', status: 'pending', paymentUrl: 'https://pay.example/c' }),
        ],
        nextCursor: null,
      }),
    });
    expect(screen.queryByRole('button', { name: /widerrufen$/ })).toBeNull();
    expect(screen.getByText(/widerrufen am 21\. November 2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Bestellung BN-7K3M-9QXT bezahlen' }).getAttribute('href')).toBe(
      'https://pay.example/c',
    );
  });
});

describe('the credit history', () => {
  it('names every reason', () => {
    const reasons: Schemas['CreditEntry']['reason'][] = [
      'plan_grant',
      'upgrade_grant',
      'pack_grant',
      'training_charge',
      'training_return',
      'generation_charge',
      'generation_return',
      'refund_deduction',
      'refund_return',
      'debt_settlement',
      'admin_adjustment',
    ];
    expect(new Set(reasons.map((reason) => text(`settings.reason.${reason}`))).size).toBe(reasons.length);
  });

  it('has signed amounts and balances, and loads more of them', async () => {
    const sent = serve({
      'GET /credits/entries?cursor=c1': {
        body: { items: [entry({ reason: 'pack_grant', delta: 1050, balanceAfter: 1050 })], nextCursor: null },
      },
    });
    await show({
      entries: ok({
        items: [entry({ reason: 'generation_charge', delta: -10, balanceAfter: 1040 })],
        nextCursor: 'c1',
      }),
    });
    const list = screen.getByRole('list', { name: 'Credit-Verlauf' });
    await userEvent.click(screen.getByRole('button', { name: 'Mehr laden' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'Portraits3. November 2026, 11.00\u00a0UhrStand 1’040−10',
      'Credit-Paket3. November 2026, 11.00\u00a0UhrStand 1’050+1’050',
    ]);
    expect(screen.queryByRole('button', { name: 'Mehr laden' })).toBeNull();
    expect(sent).toHaveLength(1);
  });
});

it('says what an announced price is and from when, with the question to cancel one tap away', async () => {
  const announcedPrices = [{ priceRappen: 1290, from: '2126-12-03T00:00:00Z' }];
  await show({ billing: ok(billingOf(subscriptionOf({ announcedPrices }))) });
  expect(screen.getByText('Der Preis Ihres Abos Starter ändert sich')).toBeTruthy();
  expect(screen.getByText(/Im Monat bezahlen Sie ab 3. Dezember 2126 CHF.12.90, bis dahin CHF.9.90/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Abo kündigen' }));
  expect(screen.getByRole('alertdialog', { name: 'Abo kündigen?' })).toBeTruthy();
});

it('says nothing of a price that is not paid any more', async () => {
  const announcedPrices = [{ priceRappen: 1290, from: '2126-12-03T00:00:00Z' }];
  await show({ billing: ok(billingOf(subscriptionOf({ announcedPrices, cancelAtPeriodEnd: true }))) });
  expect(screen.queryByText(/ändert sich/)).toBeNull();
});
