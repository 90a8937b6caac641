import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { wipeDevice } from '~/lib/device';
import { forgetWayBack, keepWayBack, keptWayBack } from '~/lib/device/way-back';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { AppLink } from '~/lib/navigation';
import { beginSession } from '~/lib/session';
import { orderOf } from '../../../test/billing';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { Order } from './billing-data';
import { CheckoutReturn, PaymentCheck, returnsToDraft } from './checkout-return';
import { followReturn } from './follow-return';

// Amounts have a space that does not break.
const said = () =>
  messageQueue.visibleToasts.map(({ content }) => `${content.title}: ${content.text ?? ''}`.replaceAll('\u00a0', ' '));
const bySession = 'GET /checkout-sessions/cs_1/order';
const newest = 'GET /orders?limit=1';
let count = 0;
/** What has been said of an order is not said twice, so each test has one of its own. */
const fresh = (part: Partial<Order> = {}): Order =>
  orderOf({ id: `order-${(count += 1)}`, paidAt: new Date().toISOString(), ...part });

beforeEach(() => forgetMessages());
afterEach(() => vi.useRealTimers());

describe('with a checkout', () => {
  it.each([
    ['plan', 'Abo aktiviert: 120 Credits wurden Ihrem Konto gutgeschrieben.'],
    ['pack', 'Credits gekauft: 120 Credits wurden Ihrem Konto gutgeschrieben.'],
  ] as const)('says that a %s is paid', async (kind, words) => {
    serve({ [bySession]: { body: fresh({ kind }) } });
    expect((await followReturn({ sessionId: 'cs_1' })).isNews).toBe(true);
    expect(said()).toEqual([words]);
  });

  it('says that the credits of an order which is checked first follow later', async () => {
    serve({ [bySession]: { body: fresh({ kind: 'pack', heldAt: '2026-11-21T12:01:00Z' }) } });
    await followReturn({ sessionId: 'cs_1' });
    expect(said()).toEqual([
      'Zahlung eingegangen: Die 120 Credits schreiben wir nach einer Prüfung gut, innert 3 Arbeitstagen. Bis dahin erhalten Sie bei einem Widerruf den ganzen Preis zurück.',
    ]);
  });

  it('asks the server to look for itself while the payment is not known, and waits', async () => {
    const order = fresh();
    const sent = serve({
      [bySession]: [{ body: { ...order, status: 'pending', paidAt: null } }, { body: order }],
      'POST /subscription/synchronise': { body: {} },
    });
    await followReturn({ sessionId: 'cs_1' });
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    expect(said()).toEqual(['Abo aktiviert: 120 Credits wurden Ihrem Konto gutgeschrieben.']);
  });

  it('goes on when the server cannot look', async () => {
    const order = fresh();
    serve({
      [bySession]: [{ body: { ...order, status: 'pending' } }, { body: order }],
      'POST /subscription/synchronise': refusal(503, 'payment_provider_unavailable'),
    });
    await followReturn({ sessionId: 'cs_1' });
    expect(said()).toHaveLength(1);
  });

  it('asks twenty times, once a second, and claims no payment then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = serve({
      [bySession]: { body: fresh({ status: 'pending' }) },
      'POST /subscription/synchronise': { body: {} },
    });
    const following = followReturn({ sessionId: 'cs_1' });
    await vi.advanceTimersByTimeAsync(18_500);
    expect(said()).toEqual([
      'Zahlung wird geprüft: Einen Moment, wir warten auf die Bestätigung des Zahlungsdienstes.',
    ]);
    await vi.advanceTimersByTimeAsync(1_500);
    await following;
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(21);
    expect(said()[0]).toContain('Ihre Credits kommen in Kürze, sobald Ihre Zahlung bestätigt ist.');
  });

  it('says nothing of a checkout that is not the customer’s', async () => {
    serve({ [bySession]: refusal(404, 'not_found') });
    expect((await followReturn({ sessionId: 'cs_1' })).isNews).toBe(false);
    expect(said()).toEqual([]);
  });

  it('says that an order was not paid', async () => {
    serve({ [bySession]: { body: fresh({ status: 'expired', paidAt: null }) } });
    await followReturn({ sessionId: 'cs_1' });
    expect(said()[0]).toContain('Zahlung fehlgeschlagen');
  });
});

describe('with a flag alone', () => {
  it('says what the newest order bears out', async () => {
    serve({
      [newest]: { body: { items: [fresh({ kind: 'upgrade', amountRappen: 637, credits: 60 })], nextCursor: null } },
    });
    expect((await followReturn({ upgraded: true })).isNews).toBe(true);
    expect(said()).toEqual([
      'Abo erfolgreich aktualisiert: Die anteilige Differenz von CHF 6.37 wurde belastet. 60 Credits wurden Ihrem Konto gutgeschrieben.',
    ]);
  });

  it('says a payment once, whoever comes to hear of it twice', async () => {
    const order = fresh({ kind: 'pack' });
    serve({ [bySession]: { body: order }, [newest]: { body: { items: [order], nextCursor: null } } });
    await followReturn({ sessionId: 'cs_1' });
    forgetMessages();
    await followReturn({ packBought: true });
    expect(said()).toEqual([]);
  });

  const old = new Date(Date.now() - 11 * 60_000).toISOString();
  it.each([
    ['no order', []],
    ['an order of another kind', [fresh({ kind: 'plan' })]],
    ['an old one', [fresh({ kind: 'upgrade', paidAt: old })]],
    ['one that waits', [fresh({ kind: 'upgrade', status: 'pending', paidAt: null })]],
    ['one that was withdrawn', [fresh({ kind: 'upgrade', status: 'withdrawn' })]],
  ])('says nothing with %s', async (_name, items) => {
    serve({ [newest]: { body: { items, nextCursor: null } } });
    expect((await followReturn({ upgraded: true })).isNews).toBe(false);
    expect(said()).toEqual([]);
  });

  it('does not take an upgrade for a pack', async () => {
    serve({ [newest]: { body: { items: [fresh({ kind: 'upgrade' })], nextCursor: null } } });
    expect((await followReturn({ packBought: true })).isNews).toBe(false);
  });
});

it('takes the flags out of the address and reads the balance again', async () => {
  beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']);
  const sent = serve({
    [bySession]: { body: fresh({ kind: 'pack' }) },
    'GET /me': { body: { id: 'u1', credits: 120 } },
  });
  const { path } = await renderScreen(
    <CheckoutReturn sessionId="cs_1" packBought />,
    '/app?credit_pack_success=true&session_id=cs_1',
  );
  await waitFor(() => expect(said()).toHaveLength(1));
  await waitFor(() => expect(sent.map((each) => each.path)).toContain('/api/v1/me'));
  expect(path()).toBe('/app');
});

describe('the way back to a draft', () => {
  const me = { id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me'];
  const draft = { body: { id: 'd1', status: 'created' } };
  /** Comes back from a payment of which the server knows this, for a draft of this customer. */
  async function comeBack(order: Partial<Order>, answered: object = draft, back: { upgraded?: true } = {}) {
    const body = fresh(order);
    const sent = serve({
      [bySession]: { body },
      [newest]: { body: { items: [body], nextCursor: null } },
      'GET /me': { body: { ...me, credits: 120 } },
      'GET /ai-profiles/d1': answered,
    });
    const { path } = await renderScreen(
      <PaymentCheck {...(back.upgraded ? back : { sessionId: 'cs_1' })} />,
      '/app?session_id=cs_1',
    );
    await waitFor(() => expect(path()).not.toBe('/app?session_id=cs_1'));
    return { path, sent };
  }

  beforeEach(async () => {
    // Nobody's: the next session takes it without wiping it in the middle of a test.
    await wipeDevice();
    beginSession(me);
    keepWayBack('u1', 'd1');
  });

  it.each([
    ['plan', {}],
    ['pack', {}],
    ['upgrade', { upgraded: true }],
  ] as const)('is taken once a %s is paid; what was paid is said, and the balance known', async (kind, back) => {
    const { path, sent } = await comeBack({ kind }, draft, back);
    expect(path()).toBe('/app/profile-wizard?profile=d1');
    expect(said()).toHaveLength(1);
    expect(sent.map((each) => each.path)).toContain('/api/v1/me');
    // The credits may not be enough yet: only the training ends it.
    expect(keptWayBack('u1')).toBe('d1');
  });

  it.each([
    ['failed', { status: 'failed', paidAt: null }],
    ['called off', { status: 'canceled', paidAt: null }],
    ['paid and checked first', { heldAt: '2026-11-21T12:01:00Z' }],
  ] as const)('stays for another payment when this one is %s', async (_name, order) => {
    const { path } = await comeBack(order);
    expect([path(), keptWayBack('u1')]).toEqual(['/app', 'd1']);
    expect(said()).toHaveLength(1);
  });

  it('ends where the draft is gone: the dashboard stays, and nothing is said of it', async () => {
    const { path } = await comeBack({}, refusal(404, 'not_found'));
    expect([path(), keptWayBack('u1')]).toEqual(['/app', null]);
    expect(said()).toEqual(['Abo aktiviert: 120 Credits wurden Ihrem Konto gutgeschrieben.']);
  });

  it('is taken at once, before the dashboard, and only after a payment', async () => {
    expect(await returnsToDraft({ sessionId: 'cs_1' })).toBe(true);
    expect(await returnsToDraft({ packBought: true })).toBe(true);
    expect(await returnsToDraft({})).toBe(false);
    forgetWayBack();
    expect(await returnsToDraft({ sessionId: 'cs_1' })).toBe(false);
  });

  it('is nobody else’s', async () => {
    forgetWayBack();
    keepWayBack('beat', 'd1');
    const { path } = await comeBack({});
    expect(path()).toBe('/app');
  });

  it('waits no longer than half a minute, and meanwhile offers the dashboard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    serve({ [bySession]: new TypeError('Failed to fetch') });
    const { path } = await renderScreen(<PaymentCheck sessionId="cs_1" />, '/app?session_id=cs_1');
    expect(screen.getByRole('link', { name: 'Zur Übersicht' }).getAttribute('href')).toBe('/app');
    await vi.advanceTimersByTimeAsync(31_000);
    await vi.waitFor(() => expect(path()).toBe('/app'));
  });

  it('calls nobody back who has gone on meanwhile', async () => {
    const order = fresh();
    const pending = { body: { ...order, status: 'pending', paidAt: null } };
    serve({
      [bySession]: [pending, pending, { body: order }],
      'POST /subscription/synchronise': { body: {} },
      'GET /me': { body: me },
      'GET /ai-profiles/d1': draft,
    });
    const { path } = await renderScreen(
      <>
        <PaymentCheck sessionId="cs_1" />
        <AppLink to="/app/styles">Styles</AppLink>
      </>,
      '/app?session_id=cs_1',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Styles' }));
    await waitFor(() => expect(said()[0]).toContain('Abo aktiviert'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(path()).toBe('/app/styles');
  });
});
