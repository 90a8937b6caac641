import type { RequestHandler } from 'express';
import type { HelmetOptions } from 'helmet';
import { META_PIXEL_SCRIPT, type Config, type MeasurementConfig } from '../config/index.js';
import type { SiteManifest } from './pages/site-folder.js';

const NOTHING_INLINE = { inlineScripts: [], inlineStyles: [] };

const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);

/**
 * No frames, no scripts and styles within a page but those our documents are known to have, nothing from elsewhere but pictures people chose
 * for themselves, and measurement where it is configured.
 */
export function securityHeaders(
  config: Config,
  { inlineScripts, inlineStyles }: Pick<SiteManifest, 'inlineScripts' | 'inlineStyles'> = NOTHING_INLINE,
): HelmetOptions {
  const measurement = originsOf(config.measurement);
  const https = config.publicOrigin.startsWith('https://');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...quoted(inlineScripts), ...measurement],
        styleSrc: ["'self'", ...quoted(inlineStyles)],
        imgSrc: ["'self'", 'blob:', 'data:', 'https:', ...storeOf(config), ...measurement],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", config.publicOrigin.replace(/^http/, 'ws'), ...storeOf(config), ...measurement],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  };
}

/** What a browser could give a page and no page of ours asks for, by the names that Chromium knows: it complains of others on the console of every page. */
const NEVER_ASKED = [
  'accelerometer',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = ['camera=(self)', ...NEVER_ASKED.map((feature) => `${feature}=()`)].join(', ');

/** Of what a page may ask the device for, ours ask for the camera only (photos in the wizard). Helmet does not know this header. */
export const limitDeviceAccess: RequestHandler = (_request, response, next) => {
  response.setHeader('permissions-policy', PERMISSIONS_POLICY);
  next();
};

/** Where pictures are fetched from when the API sends clients to the store. */
const storeOf = ({ storage }: Config): string[] =>
  storage.kind === 's3' && storage.publicEndpoint ? [new URL(storage.publicEndpoint).origin] : [];

/** Where Meta's script reports to. */
const META_REPORTS = 'https://www.facebook.com';

function originsOf({ matomo, pixel }: MeasurementConfig): string[] {
  const addresses = [
    ...(matomo ? [matomo.url] : []),
    ...(pixel ? [pixel.scriptUrl] : []),
    ...(pixel?.scriptUrl === META_PIXEL_SCRIPT ? [META_REPORTS] : []),
  ];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
