import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-addresses.js';

/** Why an address cannot be that of an endpoint. */
export type TargetProblem = 'https_needed' | 'credentials_in_url' | 'port_not_allowed' | 'address_not_public';

/** The one of https, or one that needs no privileges to listen on. */
const isAllowedPort = (port: number): boolean => port === 443 || port >= 1024;

/** The host as an address or name, without the brackets of IPv6 and the dot at the end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Names that only exist within a network, such as `metadata.google.internal`. */
const isInternalName = (host: string): boolean =>
  /\.(?:internal|local|lan|intranet|corp|home|localdomain|home\.arpa)$/.test(host) ||
  (isIP(host) === 0 && !host.includes('.'));
const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/**
 * What is wrong with an address at first sight, before any name is resolved. `URL` has written every notation of an IPv4 address (hexadecimal,
 * octal, in one number) as four decimals by then.
 * @param loopback whether this machine may be posted to, also without TLS
 */
export function problemOf(target: URL, loopback: boolean): TargetProblem | null {
  const host = hostOf(target);
  const isLocal = isLocalName(host) || (isIP(host) !== 0 && isLoopbackAddress(host));
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && loopback && isLocal)) return 'https_needed';
  if (target.username || target.password) return 'credentials_in_url';
  if (!isAllowedPort(Number(target.port) || (target.protocol === 'https:' ? 443 : 80))) return 'port_not_allowed';
  if (isLocal) return loopback ? null : 'address_not_public';
  return isInternalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)) ? 'address_not_public' : null;
}

/** Whether a name may lead to this address. */
export function mayReach(address: string, { protocol }: URL, loopback: boolean): boolean {
  return loopback && isLoopbackAddress(address) ? true : protocol === 'https:' && isPublicAddress(address);
}
