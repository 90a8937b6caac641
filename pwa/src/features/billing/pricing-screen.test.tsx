import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { oncePack, plans, subscriptionOf } from '../../../test/billing';
import { renderScreen } from '../../../test/render-screen';
import type { Subscription } from './billing-data';
import { PricingScreen } from './pricing-screen';

/** What can be done with each plan, from the lowest to the highest. */
async function choices(subscription: Subscription | null): Promise<string[]> {
  await renderScreen(<PricingScreen plans={{ ok: true, value: plans }} subscription={subscription} />);
  return screen.getAllByRole('listitem').map((row) => {
    const button = within(row).queryByRole<HTMLButtonElement>('button');
    if (button) return `${button.textContent}${button.disabled ? '' : ' (enabled)'}`;
    return within(row).getByRole('link').getAttribute('href') ?? '';
  });
}

const professional = { planId: 'professional', planName: 'Professional', creditsPerPeriod: 240 } as const;

beforeEach(() => forgetMessages());

describe('the plans', () => {
  it('of a visitor can all be ordered', async () => {
    expect(await choices(null)).toEqual([
      '/bestellen?plan=starter',
      '/bestellen?plan=professional',
      '/bestellen?plan=business',
    ]);
  });

  it('say what a portrait costs with a training paid from the same credits; one that gives none says nothing', async () => {
    const small = { ...plans[2]!, credits: 105 };
    const shown = [...plans.slice(0, 2), small];
    await renderScreen(<PricingScreen plans={{ ok: true, value: shown }} subscription={null} />);
    const said = screen.getAllByRole('listitem').map((row) => row.textContent.match(/ rund .* je Portrait/)?.[0]);
    expect(said.map((words) => words?.replaceAll('\u00a0', ' '))).toEqual([
      ' rund CHF 0.62 je Portrait',
      ' rund CHF 0.16 je Portrait',
      undefined,
    ]);
  });

  it('beside a running one are no way down, and one way up', async () => {
    expect(await choices(subscriptionOf(professional))).toEqual([
      'Downgrade nicht möglich',
      'Aktuelles Abo',
      '/bestellen?upgrade=business',
    ]);
  });

  it.each([
    [
      'that is ending',
      { cancelAtPeriodEnd: true },
      /läuft am 3\. Dezember 2126 aus\. Für ein Upgrade nehmen Sie zuerst die Kündigung zurück\./,
    ],
    [
      'whose upgrade waits',
      { waitingUpgrade: { planId: 'business', planName: 'Business', expiresAt: '2026-11-22T11:00:00Z', payUrl: null } },
      'Ihr Upgrade auf Business wartet auf seine Zahlung.',
    ],
    ['with a payment missing', { status: 'past_due' }, /Die letzte Zahlung Ihres Abos Professional ist offen\./],
  ] as const)('beside one %s cannot be changed, and it says why', async (_name, part, words) => {
    expect(await choices(subscriptionOf({ ...professional, ...part }))).toEqual([
      'Downgrade nicht möglich',
      'Aktuelles Abo',
      'Zurzeit nicht möglich',
    ]);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zu Ihrem Abo' }).getAttribute('href')).toBe('/app#abo');
  });

  it('can be ordered anew beside one that is over', async () => {
    expect(await choices(subscriptionOf({ ...professional, status: 'canceled' }))).toContain('/bestellen?plan=starter');
    expect(
      screen.getByText('Ihr Abo Professional ist beendet. Bestellen Sie ein neues, beginnt es sofort.'),
    ).toBeTruthy();
  });
});

describe('what is sold without a plan', () => {
  const show = (packs: (typeof oncePack)[]) =>
    renderScreen(
      <PricingScreen plans={{ ok: true, value: plans }} packs={{ ok: true, value: packs }} subscription={null} />,
    );

  it('is told in portraits, with its price, once, and can be ordered', async () => {
    await show([oncePack]);
    const row = within(screen.getAllByRole('listitem').at(-1)!);
    expect(screen.getByRole('heading', { name: 'Einmalig, kein Abo' })).toBeTruthy();
    for (const words of ['110 Credits', /^Ihr Profil und 8\sPortraits$/, /^CHF\s14\.90$/, 'einmalig'])
      expect(row.getByText(words)).toBeTruthy();
    expect(row.getByRole('link', { name: '110 Credits einmalig kaufen' }).getAttribute('href')).toBe(
      `/bestellen?pack=${oncePack.id}`,
    );
  });

  it('is not spoken of where there is nothing', async () => {
    await show([]);
    expect(document.body.textContent).not.toContain('kein Abo');
  });
});

it('says that an upgrade replaces the plan that runs', async () => {
  await choices(subscriptionOf(professional));
  await userEvent.click(screen.getByRole('link', { name: 'Business wählen' }));
  expect(messageQueue.visibleToasts.map(({ content }) => `${content.title}: ${content.text}`)).toEqual([
    'Upgrade auf Business: Ihr bestehendes Abo wird automatisch ersetzt.',
  ]);
});

it('has a way back to the draft that was left for credits, and only then', async () => {
  const show = (wayBack: string | null) =>
    renderScreen(<PricingScreen plans={{ ok: true, value: plans }} subscription={null} wayBack={wayBack} />);
  await show(null);
  expect(screen.queryByRole('link', { name: 'Zurück zu Ihren Fotos' })).toBeNull();
  await show('d1');
  expect(screen.getByRole('link', { name: 'Zurück zu Ihren Fotos' }).getAttribute('href')).toBe(
    '/app/profile-wizard?profile=d1',
  );
});
