import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { billingOf, oncePack, packs, plans, subscriptionOf } from '../../../../test/billing';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import type { BillingState } from '../billing-data';
import PanelContent from './panel-content';

const said = () => messageQueue.visibleToasts.map(({ content }) => `${content.title}: ${content.text ?? ''}`);
const onSale = {
  'GET /plans': { body: { items: plans } },
  'GET /credit-packs': { body: { purchasable: true, items: packs } },
};
const tab = (name: string) => screen.getByRole('tab', { name });
const isDisabled = (name: string) => tab(name).getAttribute('aria-disabled') === 'true';

async function show(billing: BillingState, answers: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ ...onSale, ...answers });
  let loads = 0;
  const { path } = await renderScreen(<PanelContent billing={billing} />, '/screen', () => (loads += 1));
  return { sent, path, loads: () => loads };
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']);
});

describe('Mein Abo', () => {
  it.each([
    ['Aktiv', {}, ['Verlängert sich am', '3. Dezember 2126', 'Nächste Abbuchung'], 'Abo kündigen'],
    ['Läuft aus', { cancelAtPeriodEnd: true }, ['Läuft aus am', 'Keine'], 'Kündigung zurücknehmen'],
    ['Läuft aus', { status: 'canceled' }, ['Läuft aus am', 'Keine'], null],
    ['Inaktiv', { status: 'past_due' }, ['Bezahlt bis', '3. November 2026'], 'Abo kündigen'],
  ] as const)('is %s with %j', async (state, part, words, act) => {
    await show(billingOf(subscriptionOf(part)));
    expect(screen.getByText(state)).toBeTruthy();
    for (const each of words) expect(screen.getAllByText(each).length).toBeGreaterThan(0);
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(act ? [act] : []);
    expect(screen.getByRole('link', { name: 'Abrechnung' }).getAttribute('href')).toBe('/app/settings/abrechnung');
  });

  it('says from when an announced price is paid, and what the next renewal costs', async () => {
    const announcedPrices = [
      { priceRappen: 1290, from: '2126-12-03T00:00:00Z' },
      { priceRappen: 1490, from: '2127-03-03T00:00:00Z' },
    ];
    await show(billingOf(subscriptionOf({ renewalRappen: 1290, announcedPrices })));
    const words = screen.getAllByRole('definition').map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
    expect(words).toEqual([
      '120',
      '3. Dezember 2126',
      'CHF 12.90 am 3. Dezember 2126',
      'ab 3. Dezember 2126 CHF 12.90',
      'ab 3. März 2127 CHF 14.90',
    ]);
    expect(screen.getByRole('button', { name: 'Abo kündigen' })).toBeTruthy();
  });

  it('is cancelled after a question', async () => {
    const { sent, loads } = await show(billingOf(subscriptionOf()), {
      'POST /subscription/cancel': { body: billingOf(subscriptionOf({ cancelAtPeriodEnd: true })) },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Abo kündigen' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Abo kündigen?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Abo behalten' }));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Abo kündigen' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abo kündigen' }));
    await waitFor(() =>
      expect(said()).toEqual([
        'Abo gekündigt: Es läuft noch bis 3. Dezember 2126. Bis dahin können Sie die Kündigung zurücknehmen.',
      ]),
    );
    await waitFor(() => expect(loads()).toBe(2));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each([
    [refusal(500, 'internal'), 'Kündigung fehlgeschlagen'],
    [refusal(401, 'unauthenticated'), 'Keine aktive Sitzung'],
    [refusal(503, 'payment_provider_unavailable'), 'Der Zahlungsdienst antwortet nicht.'],
  ] as const)('stays when cancelling fails (%j), and the dialog says why', async (answer, words) => {
    await show(billingOf(subscriptionOf()), { 'POST /subscription/cancel': answer });
    await userEvent.click(screen.getByRole('button', { name: 'Abo kündigen' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abo kündigen' }));
    expect((await within(screen.getByRole('alertdialog')).findByRole('alert')).textContent).toContain(words);
    expect(said()[0]).toContain(`Fehler: ${words}`);
  });

  it('runs on when the cancellation is taken back', async () => {
    const { loads } = await show(billingOf(subscriptionOf({ cancelAtPeriodEnd: true })), {
      'POST /subscription/resume': { body: billingOf(subscriptionOf()) },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Kündigung zurücknehmen' }));
    await waitFor(() =>
      expect(said()).toEqual(['Kündigung zurückgenommen: Ihr Abo verlängert sich am 3. Dezember 2126.']),
    );
    expect(loads()).toBe(2);
  });
});

describe('the other tabs', () => {
  it('offer the higher plans and the packs', async () => {
    await show(billingOf(subscriptionOf()));
    await waitFor(() => expect(isDisabled('Upgrade')).toBe(false));
    await userEvent.click(tab('Upgrade'));
    expect(
      within(screen.getByRole('list', { name: 'Upgrade' }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/bestellen?upgrade=professional', '/bestellen?upgrade=business']);
    await userEvent.click(tab('Credits kaufen'));
    const rows = within(screen.getByRole('list', { name: 'Credits kaufen' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent?.includes('Beliebt'))).toEqual([false, true]);
    expect(screen.getByRole('link', { name: '120 Credits kaufen' }).getAttribute('href')).toBe(
      `/bestellen?pack=${packs[1]?.id}`,
    );
  });

  it.each([
    ['it is ending', { cancelAtPeriodEnd: true }],
    ['a payment is missing', { status: 'past_due' }],
    ['there is no higher plan', { planId: 'business', creditsPerPeriod: 500 }],
    [
      'an upgrade waits',
      { waitingUpgrade: { planId: 'business', planName: 'Business', expiresAt: '2026-11-22T11:00:00Z', payUrl: null } },
    ],
  ] as const)('offer no upgrade when %s', async (_name, part) => {
    await show(billingOf(subscriptionOf(part)));
    await waitFor(() => expect(isDisabled('Credits kaufen')).toBe(false));
    expect(isDisabled('Upgrade')).toBe(true);
  });

  it('sell no packs when the server says so', async () => {
    await show(billingOf(subscriptionOf({ status: 'past_due' })), {
      'GET /credit-packs': { body: { purchasable: false, items: [] } },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isDisabled('Credits kaufen')).toBe(true);
  });

  it('say what could not be loaded', async () => {
    await show(billingOf(subscriptionOf()), { 'GET /credit-packs': refusal(503, 'unavailable') });
    await waitFor(() => expect(isDisabled('Credits kaufen')).toBe(false));
    await userEvent.click(tab('Credits kaufen'));
    expect(screen.getByRole('alert').textContent).toContain('Die Credit-Pakete konnten nicht geladen werden.');
  });
});

describe('what has to be known first', () => {
  it.each([
    ['payment_failed', 'Zahlung fehlgeschlagen', 'Rechnung bezahlen'],
    ['action_required', 'Bestätigung bei Ihrer Bank nötig', 'Zahlung bestätigen'],
  ] as const)('is %s, with the two ways out', async (kind, title, way) => {
    await show(billingOf(subscriptionOf({ status: 'past_due', problem: { kind, payUrl: 'https://pay.example/i' } })), {
      'POST /subscription/portal': { body: { url: 'http://localhost:3000/#karten' } },
    });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain(title);
    expect(within(alert).getByRole('link', { name: way }).getAttribute('href')).toBe('https://pay.example/i');
    await userEvent.click(within(alert).getByRole('button', { name: 'Zahlungsmittel verwalten' }));
    await waitFor(() => expect(location.hash).toBe('#karten'));
  });

  it('is an upgrade that waits, until when, and where it is paid', async () => {
    await show(
      billingOf(
        subscriptionOf({
          waitingUpgrade: {
            planId: 'business',
            planName: 'Business',
            expiresAt: '2026-11-22T11:00:00Z',
            payUrl: 'https://pay.example/u',
          },
        }),
      ),
    );
    expect(screen.getByText('Upgrade auf Business wartet auf Zahlung')).toBeTruthy();
    expect(screen.getByText(/Bezahlen Sie bis 22\. November 2026, 12\.00 Uhr\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Jetzt bezahlen' }).getAttribute('href')).toBe('https://pay.example/u');
  });

  it.each([
    [
      'owed credits',
      billingOf(subscriptionOf(), { purchasesBlocked: true, owedCredits: 40 }),
      /sind 40 Credits offen\. Ihre nächsten Gutschriften gleichen sie aus/,
    ],
    [
      'owed credits that no grant will settle',
      billingOf(null, { purchasesBlocked: true, owedCredits: 1 }),
      /ist 1 Credit offen.*wenden Sie sich bitte an unseren Kundendienst/,
    ],
    [
      'a chargeback under way',
      billingOf(subscriptionOf(), { purchasesBlocked: true }),
      /Eine Rückbuchung Ihrer Bank läuft\./,
    ],
  ] as const)('are %s, and nothing is sold', async (_name, billing, words) => {
    await show(billing);
    expect(screen.getByText(words)).toBeTruthy();
    if (!billing.subscription) return;
    await waitFor(() => expect(isDisabled('Credits kaufen')).toBe(false));
    expect(isDisabled('Upgrade')).toBe(true);
    await userEvent.click(tab('Credits kaufen'));
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Kaufen' }))
      expect(button.disabled).toBe(true);
  });

  it('are credits that wait for a check; packs are sold as ever', async () => {
    await show(billingOf(subscriptionOf(), { heldCredits: 50 }));
    expect(
      screen.getByText(
        /50 Credits schreiben wir gut, sobald wir die Bestellung geprüft haben, innert 3 Arbeitstagen\./,
      ),
    ).toBeTruthy();
    await waitFor(() => expect(isDisabled('Upgrade')).toBe(false));
  });
});

it('without a plan leads to the prices', async () => {
  await show(billingOf(null), { 'GET /credit-packs': { body: { purchasable: false, items: [] } } });
  expect(screen.getByText('Kein aktives Abo')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Preise ansehen' }).getAttribute('href')).toBe('/pricing');
});

it.each([
  [false, `/bestellen?pack=${oncePack.id}`],
  [true, null],
])(
  'without a plan offers what is sold without one; where orders are blocked (%s) to look at',
  async (purchasesBlocked, href) => {
    await show(billingOf(null, { purchasesBlocked }), {
      'GET /credit-packs': { body: { purchasable: true, items: [oncePack] } },
    });
    expect(await screen.findByRole('heading', { name: 'Einmalig, kein Abo' })).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Credits kaufen' }).textContent).toMatch(/110 Credits.*CHF\s14\.90/);
    expect(screen.queryByRole('link', { name: '110 Credits kaufen' })?.getAttribute('href') ?? null).toBe(href);
  },
);

describe('a grant that is missing', () => {
  const missing = billingOf(subscriptionOf(), { grantMissing: true });
  it('is asked for once, said, and the page loaded anew a moment later', async () => {
    const { sent, loads } = await show(missing, {
      'POST /subscription/synchronise': { body: { ...missing, creditsGranted: 120 } },
      'GET /me': { body: { id: 'u1', credits: 120 } },
    });
    await waitFor(() =>
      expect(said()).toEqual(['Credits gutgeschrieben: 120 Credits aus Ihrem Abo haben gefehlt und sind jetzt da.']),
    );
    expect(loads()).toBe(1);
    await waitFor(() => expect(loads()).toBe(2));
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is not asked for a second time in the same visit', async () => {
    const sent = serve({ ...onSale, 'POST /subscription/synchronise': refusal(503, 'payment_provider_unavailable') });
    function Visit() {
      const [billing, setBilling] = useState(missing);
      return (
        <>
          <button type="button" onClick={() => setBilling({ ...missing, grantMissing: !billing.grantMissing })}>
            Neu geladen
          </button>
          <PanelContent billing={billing} />
        </>
      );
    }
    await renderScreen(<Visit />);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Neu geladen' }));
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('says nothing when nothing came of it', async () => {
    await show(missing, { 'POST /subscription/synchronise': refusal(503, 'payment_provider_unavailable') });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(said()).toEqual([]);
  });

  it('is not asked for when none is missing', async () => {
    const { sent } = await show(billingOf(subscriptionOf()));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
