import { expect, test } from 'vitest';
import { limitKey } from '../../src/platform/http/rate-limiter.js';

test.each([
  ['an IPv6 network counts as one', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', true],
  ['also written with leading zeros and capitals', '2001:0DB8:0001:0002::', '2001:db8:1:2:ffff::1', true],
  [
    'also beside an address of mail',
    'petra@example.org 2001:db8:1:2:3:4:5:6',
    'petra@example.org 2001:db8:1:2::9',
    true,
  ],
  ['another network counts for itself', '2001:db8:1:2::9', '2001:db8:1:3::9', false],
  ['zeros in the network are zeros', '2001:db8::1', '2001:db8:0:0:7::1', true],
  ['an IPv4 address counts alike in its IPv6 form', '::ffff:203.0.113.7', '203.0.113.7', true],
  ['IPv4 addresses count each', '203.0.113.7', '203.0.113.8', false],
  ['IPv4 addresses in IPv6 form count each', '::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
  ['people count each', 'petra@example.org 203.0.113.7', 'anna@example.org 203.0.113.7', false],
])('%s', (_what, one, other, same) => expect(limitKey(one) === limitKey(other)).toBe(same));

test('holds neither addresses nor mail', () =>
  expect(limitKey('petra@example.org 203.0.113.7')).toMatch(/^[0-9a-f]{32}$/));
