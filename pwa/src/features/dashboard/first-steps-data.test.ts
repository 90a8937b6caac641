// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { firstName } from './dashboard-data';
import { firstSteps } from './first-steps-data';

const photos = (good: number, aside = 0) => [
  ...Array.from({ length: good }, () => ({ setAside: null })),
  ...Array.from({ length: aside }, () => ({ setAside: 'other_person' as const })),
];
const profile = (status: 'created' | 'training' | 'ready' | 'failed', good: number, aside = 0) => ({
  id: status,
  status,
  readyAt: status === 'ready' ? '2026-11-20T12:00:00Z' : null,
  photos: photos(good, aside),
});
const statesOf = (...args: Parameters<typeof firstSteps>) => {
  const steps = firstSteps(...args)!;
  return [steps.photos.state, steps.plan.state, steps.style.state];
};

describe('the first steps', () => {
  it('begin with the photos, whatever has been paid', () => {
    expect(statesOf([], [], 0)).toEqual(['current', 'later', 'later']);
    expect(statesOf([], [], 150)).toEqual(['current', 'done', 'later']);
    expect(statesOf([profile('created', 3)], [], 0)).toEqual(['current', 'later', 'later']);
  });

  it('count only the photos that are used', () => {
    expect(firstSteps([profile('created', 7, 1)], [], 0)!.photos).toMatchObject({ accepted: 7, isComplete: false });
    expect(statesOf([profile('created', 8, 2)], [], 0)).toEqual(['done', 'current', 'later']);
  });

  it('lead back to the photos to start the training once it can be paid', () => {
    expect(statesOf([profile('created', 8)], [], 99)).toEqual(['done', 'current', 'later']);
    expect(statesOf([profile('created', 8)], [], 100)).toEqual(['current', 'done', 'later']);
  });

  it('come to the style while the training runs, once a run can be paid', () => {
    expect(statesOf([profile('training', 8)], [], 10)).toEqual(['done', 'done', 'current']);
    expect(statesOf([profile('ready', 0)], [], 10)).toEqual(['done', 'done', 'current']);
    expect(statesOf([profile('ready', 0)], [], 9)).toEqual(['done', 'current', 'later']);
  });

  it('do not come back once portraits may have been made and deleted', () => {
    const ready = [profile('ready', 0)];
    expect(firstSteps(ready, [], 10, Date.parse('2026-12-20T12:00:00Z'))).not.toBeNull();
    expect(firstSteps(ready, [], 10, Date.parse('2027-03-01T12:00:00Z'))).toBeNull();
  });

  it('are about the profile that is furthest', () => {
    const all = [profile('failed', 8), profile('created', 2), profile('ready', 0)];
    expect(firstSteps(all, [], 0)!.profileId).toBe('ready');
    expect(firstSteps(all.slice(0, 2), [], 0)!.profileId).toBe('created');
  });

  it('are all done while the first portraits are made, not where that failed, and gone once they are there', () => {
    const ready = [profile('ready', 0)];
    expect(statesOf(ready, [{ id: 'r', status: 'processing' }], 0)).toEqual(['done', 'done', 'done']);
    expect(statesOf(ready, [{ id: 'r', status: 'failed' }], 10)).toEqual(['done', 'done', 'current']);
    expect(firstSteps(ready, [{ id: 'r', status: 'completed' }], 0)).toBeNull();
  });
});

it.each([
  ['Petra Muster', 'Petra'],
  ['Dr. Petra Muster', 'Petra'],
  ['Frau Dr. Zoë Müller', 'Zoë'],
  ['Muster, Petra', 'Petra'],
  ['Jean-Luc', 'Jean-Luc'],
  ['Petra Muster, MBA', 'Petra'],
  ['Müller & Söhne', null],
  ['Muster AG', null],
  ['petra@example.org', null],
  ['P. M.', null],
  ['', null],
])('greets «%s» as %s', (displayName, name) => expect(firstName(displayName)).toBe(name));
