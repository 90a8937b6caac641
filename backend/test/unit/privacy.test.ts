import { describe, expect, test } from 'vitest';
import { Clock, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { SignedLinks } from '../../src/platform/http/index.js';
import { truncateAddress } from '../../src/platform/logging/index.js';
import type { Config } from '../../src/config/index.js';

describe('addresses in logs', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
  ])('%s becomes %s', (address, truncated) => expect(truncateAddress(address)).toBe(truncated));
});

describe('signed links', () => {
  const clock = new Clock();
  const links = new SignedLinks({ mediaSecret: 's'.repeat(32) } as Config, clock);
  const queryOf = (link: string) => {
    const query = new URL(link, 'http://localhost').searchParams;
    return { expires: Number(query.get('expires')), signature: query.get('signature')! };
  };
  const codeOf = (act: () => void) => {
    try {
      act();
      return 'accepted';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('hold for their path and owner, for at most an hour', () => {
    const query = queryOf(links.sign('/media/a', 'user-1'));
    expect(query.expires - clock.now().getTime()).toBeLessThanOrEqual(HOUR);
    expect(query.expires - clock.now().getTime()).toBeGreaterThan(HOUR - 6 * MINUTE);
    expect(codeOf(() => links.verify('/media/a', 'user-1', query))).toBe('accepted');
    expect(codeOf(() => links.verify('/media/b', 'user-1', query))).toBe('not_found');
    expect(codeOf(() => links.verify('/media/a', 'user-2', query))).toBe('not_found');
    expect(codeOf(() => links.verify('/media/a', 'user-1', { ...query, expires: query.expires + 1 }))).toBe(
      'not_found',
    );
  });

  test('expire', () => {
    const query = queryOf(links.sign('/media/a', 'user-1'));
    clock.shift(HOUR + MINUTE);
    expect(codeOf(() => links.verify('/media/a', 'user-1', query))).toBe('link_expired');
  });
});
