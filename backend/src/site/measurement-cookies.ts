import type { MeasurementConfig } from '../config/index.js';
import { facts } from '../facts/index.js';
import type { Site } from './site.schemas.js';

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

/** The services of an installation, each with the cookies it keeps in browsers. */
export function withCookies({ matomo, pixel }: MeasurementConfig): Site['measurement'] {
  return {
    matomo: matomo && { ...matomo, cookies: MATOMO_COOKIES },
    pixel: pixel && { ...pixel, cookies: PIXEL_COOKIES },
  };
}
