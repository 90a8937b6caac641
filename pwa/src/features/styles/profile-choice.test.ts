import { describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { text } from '~/lib/i18n';
import { obstacle, profileOptions } from './profile-choice';

type Profile = Schemas['AiProfile'];
const profile = (id: string, status: Profile['status'], name: string | null = null) =>
  ({ id, status, name, createdAt: '2026-11-20T12:00:00Z' }) as Profile;

describe('choosing a profile', () => {
  const profiles = [
    profile('a', 'training'),
    profile('b', 'ready', 'Bewerbung'),
    profile('c', 'created'),
    profile('d', 'ready'),
  ];

  it('labels each with name, state and day, and offers only ready ones', () => {
    expect(profileOptions(profiles, text)).toEqual([
      { id: 'a', label: 'Profil 1', detail: 'Training, 20. November 2026', isDisabled: true },
      { id: 'b', label: 'Bewerbung', detail: 'Bereit, 20. November 2026', isDisabled: false },
      { id: 'c', label: 'Profil 3', detail: 'Nicht bereit, 20. November 2026', isDisabled: true },
      { id: 'd', label: 'Profil 4', detail: 'Bereit, 20. November 2026', isDisabled: false },
    ]);
  });
});

describe('what keeps a run from starting', () => {
  const ready = profile('a', 'ready');
  it.each([
    [undefined, 0, 100, 'noProfile'],
    [undefined, 2, 100, 'noChoice'],
    [profile('a', 'training'), 1, 100, 'training'],
    [profile('a', 'created'), 1, 100, 'notTrained'],
    [profile('a', 'failed'), 1, 100, 'notTrained'],
    [ready, 1, 9, 'credits'],
    [ready, 1, 10, null],
  ] as const)('%#', (chosen, count, credits, expected) => expect(obstacle(chosen, count, credits, 10)).toBe(expected));
});
