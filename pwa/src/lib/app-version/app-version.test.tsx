import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Heard = (event: { sw?: object }) => void;

const listeners = new Map<string, Heard>();
/** What the service worker that is asked says it is. */
let said = '';
/** How often a waiting worker was told to take over. */
let skipped = 0;
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (event: string, heard: Heard) => void listeners.set(event, heard);
    register = () => Promise.resolve();
    messageSkipWaiting = () => void (skipped += 1);
  },
  messageSW: () => Promise.resolve(said),
}));

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
});
afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A page with its service worker installed, and what it offers. */
async function page() {
  const app = await import('.');
  const { OWN_VERSION } = await import('./own');
  const { StateProvider, store } = await import('~/lib/state');
  await app.installApp();
  const { result } = renderHook(() => app.useIsNewerOffered(), {
    wrapper: ({ children }: { children: ReactNode }) => <StateProvider store={store}>{children}</StateProvider>,
  });
  const tell = (event: 'waiting' | 'controlling', version: string) =>
    act(async () => {
      said = version;
      listeners.get(event)!({ sw: {} });
      await Promise.resolve();
    });
  return { own: OWN_VERSION, tell, isOffered: () => result.current, close: () => act(() => app.closeNotice()) };
}

describe('the version that the server has by now', () => {
  it('is fetched, waited for and started where the browser did not know of it', async () => {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    const registration: { installing: object | null; waiting: object | null; update(): Promise<void> } = {
      installing: null,
      waiting: null,
      update: async () => void (registration.installing = await Promise.resolve(worker)),
    };
    Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.resolve(registration) });
    const app = await import('.');
    await app.installApp();
    const starting = app.startNewestVersion();
    await vi.waitFor(() => expect(registration.installing).toBe(worker));
    expect(skipped).toBe(0);
    Object.assign(worker, { state: 'installed' });
    Object.assign(registration, { installing: null, waiting: worker });
    worker.dispatchEvent(new Event('statechange'));
    await starting;
    expect(skipped).toBe(1);
  });
});

describe('a newer version is offered', () => {
  it('when a worker of another version waits, or has taken over', async () => {
    for (const event of ['waiting', 'controlling'] as const) {
      vi.resetModules();
      const { tell, isOffered } = await page();
      expect(isOffered()).toBe(false);
      await tell(event, 'another');
      expect(isOffered()).toBe(true);
    }
  });

  it('never for this very version, as at the first installation', async () => {
    const { own, tell, isOffered } = await page();
    for (const event of ['waiting', 'controlling'] as const) await tell(event, own);
    expect(isOffered()).toBe(false);
  });

  it('not again once it was closed, until there is yet another one', async () => {
    const { tell, isOffered, close } = await page();
    await tell('waiting', 'another');
    close();
    await tell('controlling', 'another');
    expect(isOffered()).toBe(false);
    await tell('waiting', 'the next');
    expect(isOffered()).toBe(true);
  });
});
