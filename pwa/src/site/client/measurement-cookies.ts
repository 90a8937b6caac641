import type { CookieChoice } from '~/lib/cookie-choice';
import { facts } from '~/lib/facts';

const OF_ANALYTICS = /^_pk_/;
const OF_MARKETING = /^_fb[pc]$/;
const LIFETIME_MS = facts.cookies.marketingDays * 86_400_000;

const present = (): (readonly [name: string, value: string])[] =>
  document.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return [name, value.join('=')];
  });

/** Wherever a page of this address may have kept it: in each folder of its path, and where that is wanted for each domain above its host. */
function expire(name: string, isEverywhere: boolean): void {
  const labels = isEverywhere ? location.hostname.split('.') : [];
  const domains = ['', ...labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)];
  const steps = location.pathname.split('/').filter(Boolean);
  const folders = steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`);
  for (const path of ['/', ...folders.flatMap((folder) => [folder, `${folder}/`])])
    for (const domain of domains) document.cookie = `${name}=;max-age=0;path=${path}${domain}`;
}

/** The pixel's cookies say when they were made: `fb.1.<milliseconds>.<number>`. Its network would renew them with each visit. */
const isTooOld = (value: string): boolean => Date.now() - Number(value.split('.')[2]) > LIFETIME_MS;

/**
 * Deletes what measuring services have kept in this browser and may not, or no longer. Cookies of the domains above belong to other sites of the
 * operator, too: those go only where a service of ours was asked about and refused.
 */
export function tidyMeasurementCookies({ analytics, marketing }: CookieChoice, isAnswered: boolean): void {
  const { matomoUrl, pixelId } = document.documentElement.dataset;
  for (const [name, value] of present()) {
    if (OF_ANALYTICS.test(name) && !(analytics && matomoUrl)) expire(name, isAnswered && Boolean(matomoUrl));
    if (OF_MARKETING.test(name) && (!(marketing && pixelId) || isTooOld(value)))
      expire(name, isAnswered && Boolean(pixelId));
  }
}
