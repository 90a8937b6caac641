import ipaddr from 'ipaddr.js';

/** What every router of the internet forwards (RFC 4291); the rest of IPv6 is for special uses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Host services of clouds at addresses that look like any other: Azure's, which answers every machine there. */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet. Everything else is refused: private, loopback, link-local (with the metadata services of
 * clouds), host services of clouds, carrier-grade NAT, multicast, documentation and reserved ones, and IPv6 addresses that stand for an IPv4 one (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast' || HOST_SERVICES.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** Strictly as the resolver and `URL` write addresses; with a zone it is one of this link. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (address.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}
