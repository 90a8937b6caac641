import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/integrations/webhooks/public-addresses.js';
import { INTERNAL_ADDRESSES } from '../support/internal-addresses.js';

describe('addresses', () => {
  test.each(INTERNAL_ADDRESSES)('%s is none of the public internet', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.9.9.9',
    '168.63.129.15',
    '169.253.255.255',
    '169.255.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.0.1.1',
    '2606:4700:4700::1111',
    '2a00:1450:400a:801::200e',
    '2620:fe::fe',
    '2003::1',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));
  test.each(['', 'localhost', '0x7f.1', '127.1', '2130706433', '010.0.0.1', '1.2.3.4.5', '1.1.1.1 '])(
    '«%s» is no address at all',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});
