import Stripe from 'stripe';

/**
 * Stripe's library, led to Stripe itself or to another host that speaks its API.
 * @param apiUrl null means Stripe
 */
export function connectStripe(secretKey: string, apiUrl: string | null): Stripe {
  return new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2, timeout: 15_000, ...hostOf(apiUrl) });
}

function hostOf(apiUrl: string | null) {
  if (!apiUrl) return {};
  const url = new URL(apiUrl);
  return {
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    protocol: url.protocol.slice(0, -1) as 'http' | 'https',
  };
}
