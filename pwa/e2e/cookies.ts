import { facts } from '@bildnis/sdk/facts';

/** A browser in which everything but the necessary has been refused. */
export function answeredCookies(origin: string) {
  const now = new Date().toISOString();
  const entries = {
    analytics: 'rejected',
    'analytics-date': now,
    marketing: 'rejected',
    'marketing-date': now,
    version: facts.cookies.version,
    receipt: 'test',
  };
  return {
    cookies: [],
    origins: [
      {
        origin: new URL(origin).origin,
        localStorage: Object.entries(entries).map(([name, value]) => ({ name: `bildnis.cookies.${name}`, value })),
      },
    ],
  };
}

/** A browser that has never been here. */
export const FRESH = { cookies: [], origins: [] };
