import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { wipeDevice } from '~/lib/device';
import { keepWayBack } from '~/lib/device/way-back';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { billingOf, oncePack, orderOf, packs, plans, subscriptionOf, quote } from '../../../../test/billing';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import type { OrderData } from './order-data';
import { OrderScreen } from './order-screen';

const [starter, professional, business] = plans as [Schemas['Plan'], Schemas['Plan'], Schemas['Plan']];
const pack = packs[1] as Schemas['CreditPack'];
const dataOf = (part: Partial<OrderData>): OrderData => ({
  billing: { ok: true, value: billingOf(null) },
  item: { ok: true, value: null },
  packsOnSale: false,
  asked: null,
  seller: null,
  vatPercent: null,
  ...part,
});
const planOrder = dataOf({ asked: 'plan', item: { ok: true, value: { kind: 'plan', plan: starter } } });
const packOrder = dataOf({
  asked: 'pack',
  packsOnSale: true,
  billing: { ok: true, value: billingOf(subscriptionOf()) },
  item: { ok: true, value: { kind: 'pack', pack } },
});
const upgradeOrder = dataOf({
  asked: 'upgrade',
  billing: { ok: true, value: billingOf(subscriptionOf()) },
  item: { ok: true, value: { kind: 'upgrade', quote, plan: business, replaces: 'Starter' } },
});
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const button = () => screen.getByRole('button', { name: 'Zahlungspflichtig bestellen' });
/** Goes nowhere in jsdom but to its own hash, which is enough to see where it would go. */
const payment = 'http://localhost:3000/#bezahlen';

async function accept() {
  for (const box of screen.getAllByRole('checkbox', { name: /^Ich/ })) await userEvent.click(box);
}

beforeEach(async () => {
  forgetMessages();
  location.hash = '';
  // Nobody's: the next session takes it without wiping it in the middle of a test.
  await wipeDevice();
  beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']);
});

describe('the summary', () => {
  it('of a plan has its price a month, its period and its notice', async () => {
    await renderScreen(<OrderScreen {...planOrder} />);
    for (const words of [
      'Starter',
      'Ein Monat, verlängert sich monatlich',
      `Jederzeit ${facts.subscription.endsOn}`,
      'Total inkl. MWST',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    // The first charge, the next one, and the total.
    expect(screen.getAllByText(/CHF\s9\.90/)).toHaveLength(3);
  });

  it('of a pack is paid once', async () => {
    await renderScreen(<OrderScreen {...packOrder} />);
    for (const words of ['M', '120', 'Einmaliger Kauf, verlängert sich nicht', 'einmalig'])
      expect(screen.getByText(words)).toBeTruthy();
  });

  it('of a pack without a plan says that nothing goes on, and what it gives', async () => {
    await renderScreen(
      <OrderScreen
        {...dataOf({ asked: 'pack', packsOnSale: true, item: { ok: true, value: { kind: 'pack', pack: oncePack } } })}
      />,
    );
    for (const words of [
      'Einmal',
      '110',
      /^Ihr Profil und 8\sPortraits$/,
      'Einmalig, kein Abo; es verlängert sich nichts',
      /^CHF\s14\.90 heute, /,
      'einmalig',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zu den Preisen' }).getAttribute('href')).toBe('/pricing');
  });

  it('of an upgrade is to the Rappen, with what comes next', async () => {
    await renderScreen(<OrderScreen {...upgradeOrder} />);
    expect(screen.getByText(/^CHF\s12\.43 heute, /)).toBeTruthy();
    expect(screen.getByText('+189')).toBeTruthy();
    expect(screen.getByText(/^Ihr Profil und 64\sPortraits$/)).toBeTruthy();
    expect(screen.getByText(/CHF\s34\.90 am 3\. Dezember 2026/)).toBeTruthy();
    expect(screen.getByText('13.30 Uhr')).toBeTruthy();
  });
});

describe('ordering', () => {
  it('needs both consents', async () => {
    const sent = serve({ 'POST /orders': refusal(409, 'conflict') });
    await renderScreen(<OrderScreen {...planOrder} />);
    await userEvent.click(screen.getAllByRole('checkbox', { name: /^Ich/ })[0] as HTMLElement);
    await userEvent.click(button());
    expect(await screen.findAllByText('Ohne diese Erklärung können Sie nicht bestellen.')).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it.each([
    ['a plan', planOrder, { kind: 'plan', planId: 'starter', shownRappen: starter.priceRappen, forCompany: false }],
    ['a pack', packOrder, { kind: 'pack', packId: pack.id, forCompany: false }],
    ['an upgrade', upgradeOrder, { kind: 'upgrade', planId: 'business', quotedAt: quote.quotedAt }],
  ] as const)('%s sends what was shown, once, and goes to the payment', async (_name, data, body) => {
    const sent = serve({
      'POST /orders': { status: 201, body: orderOf({ kind: body.kind, status: 'pending', paymentUrl: payment }) },
    });
    await renderScreen(<OrderScreen {...data} />);
    await accept();
    const form = button().closest('form') as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(location.hash).toBe('#bezahlen'));
    expect(sent.map((each) => each.body)).toEqual([{ ...body, acceptEarlyStart: true, acceptWithdrawalEffect: true }]);
    expect(said()).toEqual(body.kind === 'upgrade' ? ['Upgrade wird vorbereitet'] : []);
  });

  it('a company asks for its own details on the invoice', async () => {
    const sent = serve({
      'POST /orders': { status: 201, body: orderOf({ status: 'pending', paymentUrl: payment }) },
    });
    await renderScreen(<OrderScreen {...planOrder} />);
    await accept();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Rechnung an ein Unternehmen/ }));
    await userEvent.click(button());
    await waitFor(() => expect(location.hash).toBe('#bezahlen'));
    expect(sent.map(({ body }) => body)).toMatchObject([{ kind: 'plan', forCompany: true }]);
  });

  it('an upgrade that is paid at once says so and goes to the dashboard', async () => {
    serve({
      'POST /orders': {
        status: 201,
        body: orderOf({ id: 'order-paid', kind: 'upgrade', amountRappen: 1243, credits: 189 }),
      },
      'GET /me': { body: { id: 'u1', credits: 309 } },
    });
    const { path } = await renderScreen(<OrderScreen {...upgradeOrder} />);
    await accept();
    await userEvent.click(button());
    await waitFor(() => expect(path()).toBe('/app?upgraded=true'));
    expect(said()).toEqual(['Abo erfolgreich aktualisiert']);
  });

  it.each([
    ['a plan', planOrder, { kind: 'plan' }, '/app/profile-wizard?profile=d1'],
    ['a pack', packOrder, { kind: 'pack' }, '/app/profile-wizard?profile=d1'],
    ['an upgrade', upgradeOrder, { kind: 'upgrade' }, '/app/profile-wizard?profile=d1'],
    ['a plan that is checked first', planOrder, { kind: 'plan', heldAt: '2026-11-21T12:01:00Z' }, '/app'],
  ] as const)('%s that is paid at once leads back to the draft that was left for it', async (name, data, order, to) => {
    serve({
      'POST /orders': { status: 201, body: orderOf({ id: `back-${name}`, ...order }) },
      'GET /me': { body: { id: 'u1', credits: 120 } },
      'GET /ai-profiles/d1': { body: { id: 'd1', status: 'created' } },
    });
    keepWayBack('u1', 'd1');
    const { path } = await renderScreen(<OrderScreen {...data} />);
    await accept();
    await userEvent.click(button());
    await waitFor(() => expect(path()).toBe(to));
    expect(said()).toHaveLength(1);
  });

  it('keeps its key while nobody knows whether it was placed, and takes another one after a refusal', async () => {
    const sent = serve({
      'POST /orders': [
        new TypeError('Failed to fetch'),
        refusal(503, 'payment_provider_unavailable'),
        refusal(409, 'conflict'),
        { status: 201, body: orderOf({ status: 'pending', paymentUrl: payment }) },
      ],
    });
    await renderScreen(<OrderScreen {...planOrder} />);
    await accept();
    for (const times of [1, 2, 3, 4]) {
      await waitFor(() => expect(button().dataset.pending).toBeUndefined());
      await userEvent.click(button());
      await waitFor(() => expect(sent).toHaveLength(times));
    }
    const [first, second, third, fourth] = sent.map((each) => each.idempotencyKey);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it.each([
    ['plan', planOrder, 'Fehler beim Starten des Checkout'],
    ['pack', packOrder, 'Fehler beim Kauf'],
    ['upgrade', upgradeOrder, 'Upgrade fehlgeschlagen'],
  ] as const)('of a %s that fails says so in its place, too', async (_kind, data, title) => {
    serve({ 'POST /orders': refusal(409, 'downgrade_not_allowed') });
    await renderScreen(<OrderScreen {...data} />);
    await accept();
    await userEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${title}Downgrades sind nicht möglich. Kündigen Sie Ihr Abo zum Periodenende oder kaufen Sie Credit-Packs.`,
    );
    expect(said()).toEqual([title]);
  });

  it('that is over without a payment can be tried again as another order', async () => {
    const sent = serve({ 'POST /orders': { status: 201, body: orderOf({ status: 'expired', paidAt: null }) } });
    await renderScreen(<OrderScreen {...planOrder} />);
    await accept();
    await userEvent.click(button());
    await screen.findByText('Die Bestellung wurde nicht bezahlt. Sie können sie erneut aufgeben.');
    await userEvent.click(button());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  });
});

it.each([
  ['the order', planOrder],
  ['what cannot be ordered', dataOf({})],
])('%s has a way back to the draft that was left for it, and only then', async (_name, data) => {
  await renderScreen(<OrderScreen {...data} wayBack="d1" />);
  const link = screen.getByRole('link', { name: 'Zurück zu Ihren Fotos' });
  expect(link.getAttribute('href')).toBe('/app/profile-wizard?profile=d1');
  document.body.replaceChildren();
  await renderScreen(<OrderScreen {...data} />);
  expect(screen.queryByRole('link', { name: 'Zurück zu Ihren Fotos' })).toBeNull();
});

it('asks for a new price before the shown one runs out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let loads = 0;
  await renderScreen(<OrderScreen {...upgradeOrder} />, '/screen', () => (loads += 1));
  const before = loads;
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  expect(loads).toBe(before);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads).toBe(before + 1);
  vi.useRealTimers();
});

it('says before the order when its credits will be checked first', async () => {
  await renderScreen(
    <OrderScreen
      {...dataOf({ ...planOrder, billing: { ok: true, value: billingOf(null, { nextOrderHeld: true }) } })}
    />,
  );
  expect(
    screen.getByText(
      /Sie haben in den letzten 90 Tagen mehrmals bestellt und widerrufen\..*innert 3 Arbeitstagen nach der Zahlung/,
    ),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Zahlungspflichtig bestellen' })).toBeTruthy();
});

describe('what cannot be ordered', () => {
  const running = {
    ok: true,
    value: billingOf(subscriptionOf({ planId: 'professional', planName: 'Professional', creditsPerPeriod: 240 })),
  } as const;
  const refused = (code: string): OrderData =>
    dataOf({ asked: 'upgrade', billing: running, item: { ok: false, error: new BildnisError({ code, status: 409 }) } });
  it.each([
    ['nothing', dataOf({}), 'Nichts gewählt', 'Zu den Preisen'],
    ['a lower plan', dataOf({ ...planOrder, billing: running }), 'Das lässt sich gerade nicht bestellen', 'Dashboard'],
    [
      'the same plan',
      dataOf({ asked: 'plan', billing: running, item: { ok: true, value: { kind: 'plan', plan: professional } } }),
      'Sie haben bereits ein aktives Abo.',
      'Dashboard',
    ],
    [
      'a higher plan beside the one that runs',
      dataOf({ asked: 'plan', billing: running, item: { ok: true, value: { kind: 'plan', plan: business } } }),
      'Sie haben bereits ein aktives Abo.',
      'Zu Business wechseln',
    ],
    [
      'an upgrade while another waits',
      refused('upgrade_waiting'),
      'Das lässt sich gerade nicht bestellen',
      'Dashboard',
    ],
    ['an upgrade of nothing', refused('no_subscription'), 'Das lässt sich gerade nicht bestellen', 'Zu den Preisen'],
    [
      'a pack without a plan',
      dataOf({ asked: 'pack' }),
      'Credit-Pakete gibt es zu einem aktiven Abo',
      'Zu den Preisen',
    ],
    [
      'a pack that is gone',
      dataOf({ ...packOrder, item: { ok: true, value: null } }),
      'Dieses Credit-Paket gibt es nicht mehr',
      'Dashboard',
    ],
    [
      'a pack of subscribers where others are sold without a plan',
      dataOf({ asked: 'pack', packsOnSale: true }),
      'Dieses Credit-Paket können Sie nicht bestellen',
      'Zu den Preisen',
    ],
    [
      'anything while purchases are blocked',
      {
        ...packOrder,
        billing: { ok: true as const, value: billingOf(subscriptionOf(), { purchasesBlocked: true, owedCredits: 40 }) },
      },
      'Das lässt sich gerade nicht bestellen',
      'Dashboard',
    ],
  ])('is %s: it says why and where to go', async (_name, data, title, way) => {
    await renderScreen(<OrderScreen {...data} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('link', { name: way })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Zahlungspflichtig bestellen' })).toBeNull();
  });

  it('may be ordered again once the old plan is over', async () => {
    await renderScreen(
      <OrderScreen {...planOrder} billing={{ ok: true, value: billingOf(subscriptionOf({ status: 'canceled' })) }} />,
    );
    expect(button()).toBeTruthy();
  });

  it('can be retried when the price could not be asked for', async () => {
    await renderScreen(<OrderScreen {...refused('payment_provider_unavailable')} />);
    expect(screen.getByRole('alert').textContent).toContain('Ihre Bestellung konnte nicht vorbereitet werden.');
    expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy();
  });
});
