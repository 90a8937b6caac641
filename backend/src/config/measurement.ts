import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';

/** Who learns of visits by a service, and where: public pages say it before anybody agrees. */
interface MeasurementService {
  name: string;
  recipient: string;
  country: string;
}

/** What counts visits, as far as there is any. */
export interface MeasurementConfig {
  /** `keptMonths`: after how many months visits are deleted there. */
  matomo: ({ url: string; siteId: string; keptMonths: number } & MeasurementService) | null;
  pixel: ({ id: string; scriptUrl: string } & MeasurementService) | null;
}

const webAddress = z.url({ protocol: /^https?$/ });
const number = z.string().regex(/^\d+$/, 'a number');
const words = z.string().trim().min(1).max(100);

/** Measurement is loaded only where it is configured, and there only after consent. */
export const measurementVariables = {
  MATOMO_URL: webAddress.optional(),
  MATOMO_SITE_ID: number.optional(),
  MATOMO_KEPT_MONTHS: z.coerce.number().int().min(1).max(120).optional(),
  /** Who runs it, and in which country: the operator unless it says otherwise. */
  MATOMO_RECIPIENT: words.optional(),
  MATOMO_COUNTRY: words.optional(),
  META_PIXEL_ID: number.optional(),
  /** Another script in the pixel's place; empty means Meta's. */
  META_PIXEL_SCRIPT_URL: webAddress.optional(),
};
const Variables = z.object(measurementVariables);
type Variables = z.infer<typeof Variables>;

export const META_PIXEL_SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js';

/** @throws ConfigurationError for half of what Matomo needs. */
export function readMeasurement(value: Variables, operator: { name: string; country: string }): MeasurementConfig {
  return { matomo: readMatomo(value, operator), pixel: readPixel(value, operator) };
}

function readMatomo(
  {
    MATOMO_URL: url,
    MATOMO_SITE_ID: siteId,
    MATOMO_KEPT_MONTHS: keptMonths,
    MATOMO_RECIPIENT: recipient,
    MATOMO_COUNTRY: country,
  }: Variables,
  operator: { name: string; country: string },
): MeasurementConfig['matomo'] {
  if (!url && !siteId) return null;
  if (!url || !siteId || !keptMonths)
    throw new ConfigurationError(['MATOMO_URL, MATOMO_SITE_ID and MATOMO_KEPT_MONTHS are needed together']);
  if (!recipient !== !country)
    throw new ConfigurationError(['MATOMO_RECIPIENT and MATOMO_COUNTRY are needed together']);
  return {
    url: url.replace(/\/$/, ''),
    siteId,
    keptMonths,
    name: 'Matomo',
    recipient: recipient ?? operator.name,
    country: country ?? operator.country,
  };
}

function readPixel(
  { META_PIXEL_ID: id, META_PIXEL_SCRIPT_URL: scriptUrl }: Variables,
  operator: { name: string; country: string },
): MeasurementConfig['pixel'] {
  if (!id) return null;
  const name = 'Meta-Pixel';
  // A script in its place is the embedded mode's own, on the operator's machine.
  return scriptUrl
    ? { id, scriptUrl, name, recipient: operator.name, country: operator.country }
    : {
        id,
        scriptUrl: META_PIXEL_SCRIPT,
        name,
        recipient: 'Meta Platforms Ireland Limited',
        country: 'Irland, USA',
      };
}
