import type { CookieChoice } from '~/lib/cookie-choice';
import { facts } from '~/lib/facts';

declare global {
  interface Window {
    _paq?: unknown[][];
    fbq?: ((...command: unknown[]) => void) & { queue?: unknown[][]; loaded?: boolean; version?: string };
    _fbq?: unknown;
  }
}

const running = { matomo: false, pixel: false };

function load(source: string): void {
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  document.head.append(script);
}

/** Matomo, which the operator runs: the address and title of the page, no name, no query. */
function startMatomo(url: string, site: string): void {
  const base = url.endsWith('/') ? url : `${url}/`;
  const months = facts.cookies.analyticsMonths;
  window._paq = [
    ['setTrackerUrl', `${base}matomo.php`],
    ['setSiteId', site],
    ['setVisitorCookieTimeout', months * 30 * 86_400],
    ['setSessionCookieTimeout', 30 * 60],
    ['setReferralCookieTimeout', facts.cookies.referrerDays * 86_400],
    ['setCustomUrl', location.origin + location.pathname],
    ['trackPageView'],
  ];
  load(`${base}matomo.js`);
}

/** The advertising network's pixel, with the page view only. */
function startPixel(id: string, source: string): void {
  const queue: unknown[][] = [];
  const fbq: NonNullable<Window['fbq']> = (...command: unknown[]) => void queue.push(command);
  Object.assign(fbq, { queue, loaded: true, version: '2.0' });
  window.fbq = fbq;
  window._fbq = fbq;
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  fbq('track', 'PageView');
  load(source);
}

/** Starts what the visitor has agreed to and the operator has configured, once each. */
export function measure(choice: CookieChoice): void {
  const { matomoUrl, matomoSite, pixelId, pixelScript } = document.documentElement.dataset;
  if (choice.analytics && matomoUrl && matomoSite && !running.matomo) {
    running.matomo = true;
    startMatomo(matomoUrl, matomoSite);
  }
  if (choice.marketing && pixelId && pixelScript && !running.pixel) {
    running.pixel = true;
    startPixel(pixelId, pixelScript);
  }
}
