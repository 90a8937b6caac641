import { describe, expect, it } from 'vitest';
import { planIdOf, standing, type Subscription } from './billing-data';

const now = new Date('2026-11-20T12:00:00Z');
const subscription = (part: Partial<Subscription>): Subscription => ({
  id: '1',
  planId: 'starter',
  planName: 'Starter',
  priceRappen: 990,
  status: 'active',
  creditsPerPeriod: 120,
  currentPeriodEnd: '2026-12-03T00:00:00Z',
  cancelAtPeriodEnd: false,
  ...part,
});

describe('standing', () => {
  it('is active while it renews', () => expect(standing(subscription({}), now)).toBe('active'));
  it('is ending once cancelled at period end', () => expect(standing(subscription({ cancelAtPeriodEnd: true }), now)).toBe('ending'));
  it('is ending while a cancelled one is paid for', () => expect(standing(subscription({ status: 'canceled' }), now)).toBe('ending'));
  it('is inactive when the paid time is over', () =>
    expect(standing(subscription({ status: 'canceled', currentPeriodEnd: '2026-11-01T00:00:00Z' }), now)).toBe('inactive'));
  it.each(['past_due', 'unpaid', 'incomplete'] as const)('is inactive when %s', (status) => expect(standing(subscription({ status }), now)).toBe('inactive'));
});

describe('planIdOf', () => {
  it('knows the plans', () => expect(planIdOf('professional')).toBe('professional'));
  it('refuses anything else', () => expect([planIdOf('gold'), planIdOf(undefined), planIdOf(['starter'])]).toEqual([undefined, undefined, undefined]));
});
