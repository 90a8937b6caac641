import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';

/** What counts visits, as far as there is any. */
export interface MeasurementConfig {
  matomo: { url: string; siteId: string } | null;
  pixel: { id: string; scriptUrl: string } | null;
}

const webAddress = z.url({ protocol: /^https?$/ });
const number = z.string().regex(/^\d+$/, 'a number');

/** Measurement is loaded only where it is configured, and there only after consent. */
export const measurementVariables = {
  MATOMO_URL: webAddress.optional(),
  MATOMO_SITE_ID: number.optional(),
  META_PIXEL_ID: number.optional(),
  /** Another script in the pixel's place; empty means Meta's. */
  META_PIXEL_SCRIPT_URL: webAddress.optional(),
};
const Variables = z.object(measurementVariables);
type Variables = z.infer<typeof Variables>;

export const META_PIXEL_SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js';

/** @throws ConfigurationError for half of what Matomo needs. */
export function readMeasurement(value: Variables): MeasurementConfig {
  const { META_PIXEL_ID: id, META_PIXEL_SCRIPT_URL: scriptUrl } = value;
  return { matomo: readMatomo(value), pixel: id ? { id, scriptUrl: scriptUrl ?? META_PIXEL_SCRIPT } : null };
}

function readMatomo({ MATOMO_URL: url, MATOMO_SITE_ID: siteId }: Variables): MeasurementConfig['matomo'] {
  if (!url && !siteId) return null;
  if (!url || !siteId) throw new ConfigurationError(['MATOMO_URL and MATOMO_SITE_ID are needed together']);
  return { url: url.replace(/\/$/, ''), siteId };
}
