import { describe, expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { cheapestWayIn, portraitsAfterTraining, worthOf } from './index';

it.each([
  [-5, false, 0],
  [0, false, 0],
  [9, false, 0],
  [50, false, 40],
  [99, false, 72],
  [100, true, 0],
  [109, true, 0],
  [110, true, 8],
  [120, true, 16],
  [240, true, 112],
  [500, true, 320],
])('%i credits: profile %s, %i portraits', (credits, hasProfile, portraits) =>
  expect(worthOf(credits)).toEqual({ hasProfile, portraits }),
);

it.each([
  [0, 0],
  [100, 0],
  [109, 0],
  [110, 8],
  [500, 320],
])('%i credits give %i portraits after a training', (credits, portraits) =>
  expect(portraitsAfterTraining(credits)).toBe(portraits),
);

describe('the plan to begin with', () => {
  it('is the cheapest', () => expect(cheapestWayIn(facts.plans.toReversed())?.id).toBe('starter'));
  it('gives portraits, too', () =>
    expect(
      cheapestWayIn(facts.plans.map((plan) => (plan.id === 'starter' ? { ...plan, credits: 100 } : plan)))?.id,
    ).toBe('professional'));
  it('counts the credits that are there', () =>
    expect(cheapestWayIn([{ credits: 30, priceRappen: 900 }], 80)?.credits).toBe(30));
  it('may not exist', () => expect(cheapestWayIn([])).toBeNull());
});
