import { z } from 'zod';
import { facts } from '../facts/index.js';
import { ConfigurationError } from './configuration-error.js';

/** A cookie that a service keeps in the browser; `*` stands for what differs between sites. */
export interface MeasurementCookie {
  name: string;
  minutes: number;
}

/** Who learns of visits by a service, where, and what it keeps in browsers: public pages say it before anybody agrees. */
interface MeasurementService {
  name: string;
  recipient: string;
  country: string;
  cookies: readonly MeasurementCookie[];
}

/** What counts visits, as far as there is any. */
export interface MeasurementConfig {
  matomo: ({ url: string; siteId: string } & MeasurementService) | null;
  pixel: ({ id: string; scriptUrl: string } & MeasurementService) | null;
}

const webAddress = z.url({ protocol: /^https?$/ });
const number = z.string().regex(/^\d+$/, 'a number');
const words = z.string().trim().min(1).max(100);

/** Measurement is loaded only where it is configured, and there only after consent. */
export const measurementVariables = {
  MATOMO_URL: webAddress.optional(),
  MATOMO_SITE_ID: number.optional(),
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

const DAY_MINUTES = 1_440;
const MATOMO_COOKIES = [
  { name: '_pk_id.*', minutes: facts.cookies.analyticsMonths * 30 * DAY_MINUTES },
  { name: '_pk_ses.*', minutes: 30 },
  { name: '_pk_ref.*', minutes: facts.cookies.referrerDays * DAY_MINUTES },
];
const PIXEL_COOKIES = [
  { name: '_fbp', minutes: facts.cookies.marketingDays * DAY_MINUTES },
  { name: '_fbc', minutes: facts.cookies.marketingDays * DAY_MINUTES },
];

/** @throws ConfigurationError for half of what Matomo needs. */
export function readMeasurement(value: Variables, operator: { name: string; country: string }): MeasurementConfig {
  return { matomo: readMatomo(value, operator), pixel: readPixel(value, operator) };
}

function readMatomo(
  { MATOMO_URL: url, MATOMO_SITE_ID: siteId, MATOMO_RECIPIENT: recipient, MATOMO_COUNTRY: country }: Variables,
  operator: { name: string; country: string },
): MeasurementConfig['matomo'] {
  if (!url && !siteId) return null;
  if (!url || !siteId) throw new ConfigurationError(['MATOMO_URL and MATOMO_SITE_ID are needed together']);
  if (!recipient !== !country)
    throw new ConfigurationError(['MATOMO_RECIPIENT and MATOMO_COUNTRY are needed together']);
  return {
    url: url.replace(/\/$/, ''),
    siteId,
    name: 'Matomo',
    recipient: recipient ?? operator.name,
    country: country ?? operator.country,
    cookies: MATOMO_COOKIES,
  };
}

function readPixel(
  { META_PIXEL_ID: id, META_PIXEL_SCRIPT_URL: scriptUrl }: Variables,
  operator: { name: string; country: string },
): MeasurementConfig['pixel'] {
  if (!id) return null;
  const service = { name: 'Meta-Pixel', cookies: PIXEL_COOKIES };
  // A script in its place is the embedded mode's own, on the operator's machine.
  return scriptUrl
    ? { id, scriptUrl, ...service, recipient: operator.name, country: operator.country }
    : {
        id,
        scriptUrl: META_PIXEL_SCRIPT,
        ...service,
        recipient: 'Meta Platforms Ireland Limited',
        country: 'Irland, USA',
      };
}
