// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { greeting, nextStep, soleTraining } from './dashboard-data';

describe('the next step', () => {
  it.each([
    [[], 'none'],
    [['created'], 'draft'],
    [['failed'], 'draft'],
    [['created', 'training'], 'waiting'],
    [['training', 'ready', 'failed'], 'ready'],
  ] as const)('of %j is %s', (statuses, step) => expect(nextStep(statuses.map((status) => ({ status })))).toBe(step));
});

it.each([
  [['training', 'created'], 0],
  [['failed', 'training'], 1],
  [['training', 'training'], null],
  [['training', 'ready'], null],
  [['created'], null],
] as const)('of %j the plan of number %s is asked for', (statuses, place) => {
  const profiles = statuses.map((status) => ({ status }));
  expect(soleTraining(profiles)).toBe(place === null ? null : profiles[place]);
});

it('greets by the hour', () => {
  expect([5, 10, 11, 17, 18, 23, 0, 2, 4].map(greeting).map((key) => key.split('.')[1])).toEqual([
    'morning',
    'morning',
    'day',
    'day',
    'evening',
    'evening',
    'night',
    'night',
    'night',
  ]);
});
