// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://www.bildnis.example/legal/cookies" }
import { beforeEach, expect, it, vi } from 'vitest';
import { facts } from '~/lib/facts';
import { serve } from '../../../test/server';

const DAY = 86_400_000;
const names = () =>
  document.cookie
    .split('; ')
    .map((cookie) => cookie.split('=')[0])
    .filter(Boolean)
    .sort();
const madeDaysAgo = (days: number) => `fb.1.${Date.now() - days * DAY}.77`;

async function newPage() {
  vi.resetModules();
  return import('./cookies');
}

/** As the services keep them: for the host, for all hosts of the domain, and for a folder. */
function keepCookies(fbp = madeDaysAgo(1)) {
  for (const cookie of [
    '_pk_id.1.1fff=abc.1700000000.;path=/',
    '_pk_ses.1.1fff=1;path=/;domain=bildnis.example',
    '_pk_ref.1.1fff=x;path=/legal',
    `_fbp=${fbp};path=/;domain=bildnis.example`,
    `_fbc=${fbp};path=/`,
    'bildnis.sidebar=1;path=/',
  ])
    document.cookie = cookie;
}

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '';
  serve({ 'POST /cookie-choices': { status: 201, body: { id: 'r1' } } });
  Object.assign(document.documentElement.dataset, {
    matomoUrl: 'https://matomo.example',
    matomoSite: '1',
    pixelId: '1',
    pixelScript: 'https://pixel.example/p.js',
  });
  keepCookies();
});

it('a choice that allows both leaves their cookies alone', async () => {
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(names()).toEqual(['_fbc', '_fbp', '_pk_id.1.1fff', '_pk_ref.1.1fff', '_pk_ses.1.1fff', 'bildnis.sidebar']);
});

it('withdrawing deletes the cookies of that service, in whatever domain and folder they lie, and no others', async () => {
  const { choose } = await newPage();
  await choose({ analytics: false, marketing: true });
  expect(names()).toEqual(['_fbc', '_fbp', 'bildnis.sidebar']);
  keepCookies();
  await choose({ analytics: true, marketing: false });
  expect(names()).toEqual(['_pk_id.1.1fff', '_pk_ref.1.1fff', '_pk_ses.1.1fff', 'bildnis.sidebar']);
});

it('those of this host go with the next page where the choice has ended, or the service is no longer configured', async () => {
  (await newPage()).startCookies();
  // What the domain above keeps may be another site's, which has asked for it.
  await vi.waitFor(() => expect(names()).toEqual(['_fbp', '_pk_ses.1.1fff', 'bildnis.sidebar']), { timeout: 20_000 });
  keepCookies();
  delete document.documentElement.dataset.matomoUrl;
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(names()).toEqual(['_fbc', '_fbp', '_pk_ses.1.1fff', 'bildnis.sidebar']);
});

it('the pixel’s cookies end after their days, however often the network renews them', async () => {
  keepCookies(madeDaysAgo(facts.cookies.marketingDays - 1));
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(names()).toContain('_fbp');
  keepCookies(madeDaysAgo(facts.cookies.marketingDays + 1));
  await (await newPage()).choose({ analytics: true, marketing: true });
  expect(names()).toEqual(['_pk_id.1.1fff', '_pk_ref.1.1fff', '_pk_ses.1.1fff', 'bildnis.sidebar']);
});
