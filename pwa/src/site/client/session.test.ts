// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { DEVICE_PROFILE, TAB_DECLARATIONS } from '~/lib/device/names';
import { isLeaving, markLeaving } from '~/lib/session/leaving-mark';
import { clearSignOut, isSignOutPending } from '~/lib/session/sign-out-mark';
import { isMarkedSignedIn, markSignedIn, SIGNED_IN_KEY } from '~/lib/session/signed-in-mark';
import { startSession } from './session';

const assign = vi.fn();
let button: HTMLButtonElement;

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost:3000', assign });
  document.body.innerHTML = `
    <button data-sign-out>Abmelden</button>
    <div data-message data-sign-out-failed="Abmelden fehlgeschlagen" data-sign-out-text="Noch angemeldet." hidden></div>`;
  Element.prototype.scrollIntoView = () => undefined;
  button = document.querySelector('button')!;
  markSignedIn(true);
  localStorage.setItem(DEVICE_PROFILE, 'p1');
});
afterEach(() => {
  clearSignOut();
  markLeaving(false);
  assign.mockClear();
  vi.unstubAllGlobals();
});

it('signs out without a network as the app does: the server hears of it later', async () => {
  serve({ 'POST /auth/logout': [new TypeError('no network'), { status: 204 }] });
  // As it is when the page is left: others of this window tell the server soon.
  const left = vi.fn();
  assign.mockImplementationOnce(() =>
    left(isSignOutPending(), isMarkedSignedIn(), localStorage.getItem(DEVICE_PROFILE)),
  );
  startSession();
  button.click();
  expect([button.disabled, button.textContent]).toEqual([true, 'Abmelden\u00a0…']);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'), 5_000);
  expect(left).toHaveBeenCalledExactlyOnceWith(true, false, null);
  // The page that comes next.
  startSession();
  await vi.waitFor(() => expect(isSignOutPending()).toBe(false));
});

it('signs nobody out whom the server refuses, and says so', async () => {
  serve({ 'POST /auth/logout': refusal(500, 'internal') });
  startSession();
  button.click();
  await vi.waitFor(() => expect(document.querySelector('strong')?.textContent).toBe('Abmelden fehlgeschlagen'));
  expect([button.disabled, button.textContent, isMarkedSignedIn(), isLeaving()]).toEqual([
    false,
    'Abmelden',
    true,
    false,
  ]);
  expect(assign).not.toHaveBeenCalled();
});

it('finishes the wiping of a device that was begun on the page before, unless somebody has signed in since', async () => {
  markLeaving(true);
  startSession();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(localStorage.getItem(DEVICE_PROFILE)).toBe('p1');
  markSignedIn(false);
  startSession();
  await vi.waitFor(() => expect([isLeaving(), localStorage.getItem(DEVICE_PROFILE)]).toEqual([false, null]));
});

it('keeps nothing that was typed here by whoever signs out in another tab', async () => {
  startSession();
  sessionStorage.setItem(TAB_DECLARATIONS.cancel, '{"name":"Anna"}');
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN_KEY, newValue: null }));
  await vi.waitFor(() => expect(sessionStorage.getItem(TAB_DECLARATIONS.cancel)).toBeNull());
});
