import { expect, test } from 'vitest';
import type { Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Clock, MINUTE, SECOND } from '../clock/index.js';
import { SignedLinks } from './signed-links.js';

const clock = new Clock();
const links = new SignedLinks({ mediaSecret: 'a secret for tests of at least 32 characters' } as Config, clock);

/** What `verify` says of a link, or null where it is good. */
function saidOf(link: string, path: string, userId: string): string | null {
  const { searchParams } = new URL(link, 'https://bildnis.example');
  try {
    links.verify(path, userId, {
      expires: Number(searchParams.get('expires')),
      signature: searchParams.get('signature')!,
    });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('a link holds for most of an hour and never longer, for its owner and its path alone', () => {
  const link = links.sign('/media/a', 'anna');
  expect([saidOf(link, '/media/a', 'beat'), saidOf(link, '/media/b', 'anna')]).toEqual(['not_found', 'not_found']);
  clock.shift(54 * MINUTE);
  expect(saidOf(link, '/media/a', 'anna')).toBeNull();
  clock.shift(facts.links.lifetimeSeconds * SECOND - 54 * MINUTE + SECOND);
  expect(saidOf(link, '/media/a', 'anna')).toBe('link_expired');
});
