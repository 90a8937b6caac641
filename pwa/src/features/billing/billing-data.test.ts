// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { higherPlans, planIdOf, standing, upgradeHurdle, type Plan } from './billing-data';
import { subscriptionOf as subscription } from '../../../test/billing';

const now = new Date('2026-11-20T12:00:00Z');

describe('standing', () => {
  it('is active while it renews', () => expect(standing(subscription({}), now)).toBe('active'));
  it('is ending once cancelled at period end', () =>
    expect(standing(subscription({ cancelAtPeriodEnd: true }), now)).toBe('ending'));
  it('is ending while a cancelled one is paid for', () =>
    expect(standing(subscription({ status: 'canceled' }), now)).toBe('ending'));
  it('is inactive when the paid time is over', () =>
    expect(standing(subscription({ status: 'canceled', currentPeriodEnd: '2026-11-01T00:00:00Z' }), now)).toBe(
      'inactive',
    ));
  it.each(['past_due', 'unpaid', 'incomplete'] as const)('is inactive when %s', (status) =>
    expect(standing(subscription({ status }), now)).toBe('inactive'),
  );
});

describe('planIdOf', () => {
  it('knows the plans', () => expect(planIdOf('professional')).toBe('professional'));
  it('refuses anything else', () =>
    expect([planIdOf('gold'), planIdOf(undefined), planIdOf(['starter'])]).toEqual([undefined, undefined, undefined]));
});

describe('upgradeHurdle', () => {
  const waitingUpgrade = {
    planId: 'business',
    planName: 'Business',
    expiresAt: '2026-11-21T12:00:00Z',
    payUrl: null,
  } as const;
  it.each([
    ['none while it runs', {}, null],
    ['the end', { cancelAtPeriodEnd: true }, 'ending'],
    ['an upgrade that waits', { waitingUpgrade }, 'waiting'],
    ['a payment that is missing', { status: 'past_due' }, 'unpaid'],
    ['none once it is over: there is nothing to change', { status: 'canceled' }, null],
  ] as const)('is %s', (_name, part, hurdle) => expect(upgradeHurdle(subscription(part))).toBe(hurdle));
});

it('knows the plans above the one that runs', () => {
  const plans = [120, 240, 500].map((credits) => ({ credits }) as Plan);
  expect(higherPlans(plans, subscription({ creditsPerPeriod: 240 })).map(({ credits }) => credits)).toEqual([500]);
});
