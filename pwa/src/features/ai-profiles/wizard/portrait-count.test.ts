import { facts } from '~/lib/facts';
import { describe, expect, it } from 'vitest';
import { entryPlan, portraitsAfterTraining } from './portrait-count';

it.each([
  [0, 0],
  [100, 0],
  [109, 0],
  [110, 8],
  [120, 16],
  [240, 112],
  [500, 320],
])('%i credits give %i portraits after a training', (credits, portraits) =>
  expect(portraitsAfterTraining(credits)).toBe(portraits),
);

describe('the plan to begin with', () => {
  const plans = facts.plans.map((plan) => ({ ...plan, examples: [] }));
  it('is the cheapest', () => expect(entryPlan(plans.toReversed())?.id).toBe('starter'));
  it('gives portraits, too', () =>
    expect(entryPlan(plans.map((plan) => (plan.id === 'starter' ? { ...plan, credits: 100 } : plan)))?.id).toBe(
      'professional',
    ));
  it('may not exist', () => expect(entryPlan([])).toBeNull());
});
