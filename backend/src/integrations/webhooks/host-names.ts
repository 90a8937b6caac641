import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Asks the name servers by itself: a slow one holds up none of the few threads in which the system resolves names. */
export class HostNames {
  /** Every address of a name; an address is its own. @returns none for a name that does not exist or whose servers do not answer */
  async addressesOf(host: string): Promise<LookupAddress[]> {
    if (isIP(host)) return [{ address: host, family: isIP(host) }];
    if (host === 'localhost' || host.endsWith('.localhost')) return [...LOOPBACK];
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const [four, six] = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ]);
    return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
  }
}
