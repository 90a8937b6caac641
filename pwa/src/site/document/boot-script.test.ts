// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { beforeEach, expect, it } from 'vitest';
import { COOKIE_KEYS } from '~/lib/cookie-choice';
import { facts } from '~/lib/facts';
import { SIGNED_IN_KEY } from '~/lib/session/signed-in-mark';
import { BOOT_SCRIPT } from './boot-script';

const { dataset } = document.documentElement;
const DAY = 86_400_000;

beforeEach(() => {
  localStorage.clear();
  for (const name of Object.keys(dataset)) delete dataset[name];
});

const MEASURED = { matomoUrl: 'https://matomo.example' };

function boot(answeredDaysAgo?: number, version: string = facts.cookies.version) {
  if (answeredDaysAgo !== undefined) {
    localStorage.setItem(COOKIE_KEYS.analyticsDate, new Date(Date.now() - answeredDaysAgo * DAY).toISOString());
    localStorage.setItem(COOKIE_KEYS.version, version);
  }
  // As a browser does with a script in the page.
  runInThisContext(BOOT_SCRIPT);
  return Object.fromEntries(Object.entries(dataset));
}

it('asks about nothing where nothing is measured', () => {
  expect(boot()).toEqual({});
});

it('asks about cookies until they have been answered, again when the answer is older than a year, or of another text', () => {
  Object.assign(dataset, MEASURED);
  expect(boot()).toEqual({ ...MEASURED, cookies: 'open' });
  delete dataset.cookies;
  expect(boot(364)).toEqual(MEASURED);
  expect(boot(366)).toEqual({ ...MEASURED, cookies: 'open' });
  delete dataset.cookies;
  expect(boot(1, '2020-01')).toEqual({ ...MEASURED, cookies: 'open' });
});

it('knows whether somebody is signed in here', () => {
  localStorage.setItem(SIGNED_IN_KEY, '1');
  expect(boot(1)).toEqual({ session: 'in' });
});
