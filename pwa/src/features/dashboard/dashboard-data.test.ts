// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { greeting, nextStep } from './dashboard-data';

describe('the next step', () => {
  it.each([
    [[], 'none'],
    [['created'], 'draft'],
    [['failed'], 'draft'],
    [['created', 'training'], 'waiting'],
    [['training', 'ready', 'failed'], 'ready'],
  ] as const)('of %j is %s', (statuses, step) => expect(nextStep(statuses.map((status) => ({ status })))).toBe(step));
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
