import {
  COOKIE_KEYS,
  dropCookieReceipt,
  keepCookieChoice,
  keepCookieReceipt,
  lacksCookieReceipt,
  readCookieChoice,
  type CookieChoice,
} from '~/lib/cookie-choice';
import { facts } from '~/lib/facts';
import { painted } from '~/lib/painted';

/** Records the choice on the server, with version and time; it is tried again with the next page if there is no network. */
async function record(choice: CookieChoice): Promise<void> {
  const { api } = await import('./api');
  const { id } = await api.recordCookieChoice({ body: { ...choice, version: facts.cookies.version } });
  keepCookieReceipt(id);
}

/** Loads what the choice allows, and nothing before; cookies that it does not allow go, also where it has ended or a service is gone. */
async function apply(choice: CookieChoice): Promise<void> {
  const { matomoUrl, pixelId } = document.documentElement.dataset;
  if (/_(pk_|fb)/.test(document.cookie))
    (await import('./measurement-cookies')).tidyMeasurementCookies(choice, readCookieChoice() !== null);
  if ((choice.analytics && matomoUrl) || (choice.marketing && pixelId)) {
    const { measure } = await import('./measure');
    measure(choice);
  }
}

/** Keeps, records and applies a choice, and closes the question. @returns whether this browser could keep it */
export async function choose(choice: CookieChoice): Promise<boolean> {
  const isKept = keepCookieChoice(choice);
  dropCookieReceipt();
  delete document.documentElement.dataset.cookies;
  await painted();
  await Promise.all([record(choice).catch(() => undefined), apply(choice)]);
  return isKept;
}

/** The page leaves as much room at its end as the question takes. */
function leaveRoom(banner: HTMLElement): void {
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--cookie-banner', `${banner.offsetHeight}px`),
  ).observe(banner);
}

/** Calls back when the choice has been made in another tab. */
export function onChoiceElsewhere(listener: (choice: CookieChoice) => void): void {
  addEventListener('storage', ({ key }) => {
    // The version is written last.
    const choice =
      key === COOKIE_KEYS.version || key === COOKIE_KEYS.analyticsDate || key === COOKIE_KEYS.marketingDate
        ? readCookieChoice()
        : null;
    if (choice) listener(choice);
  });
}

/** Brings the question about cookies to life, and what an earlier answer allows. */
export function startCookies(): void {
  const banner = document.querySelector<HTMLElement>('[data-cookie-banner]');
  banner?.addEventListener('click', ({ target }) => {
    const answer = (target as Element).closest<HTMLElement>('[data-cookie-choice]')?.dataset.cookieChoice;
    if (!answer) return;
    const accepted = answer === 'all';
    void choose({ analytics: accepted, marketing: accepted });
    document.getElementById('content')?.focus({ preventScroll: true });
  });
  if (banner) leaveRoom(banner);
  onChoiceElsewhere((choice) => {
    delete document.documentElement.dataset.cookies;
    void apply(choice);
  });
  const choice = readCookieChoice();
  void apply(choice ?? { analytics: false, marketing: false });
  if (choice && lacksCookieReceipt()) void record(choice).catch(() => undefined);
}
