import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { leaveAtRest } from './leave-at-rest';
import { closeByBack } from './overlay-history';

/** In small steps, so that a machine that was busy meanwhile still comes to what is due in between. */
async function settled() {
  for (let at = 0; at < 12; at += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}
/** What the router is told. */
const routed = vi.fn();
addEventListener('popstate', () => routed(location.pathname));

// Files that follow share this window: from another path a place in the page would be another document.
const address = location.href;
afterAll(() => history.replaceState(null, '', address));

beforeEach(async () => {
  // Files share this window, and the one before may have left for another document.
  dispatchEvent(new Event('pageshow'));
  history.pushState({ __TSR_key: crypto.randomUUID() }, '', `/${crypto.randomUUID()}`);
  await settled();
  routed.mockClear();
  steps.mockClear();
});

const steps = vi.spyOn(history, 'go');

function opened(isHeld = false) {
  const overlay = { isHeld, close: vi.fn() };
  return { ...overlay, isClosed: closeByBack(overlay) };
}

async function back() {
  history.back();
  await settled();
}

it('closes what lies on top, one at a time, and leaves the page where it is', async () => {
  const page = location.pathname;
  const dialog = opened();
  const menu = opened();
  await settled();
  await back();
  expect([menu.close.mock.calls.length, dialog.close.mock.calls.length]).toEqual([1, 0]);
  menu.isClosed();
  await back();
  expect(dialog.close).toHaveBeenCalledOnce();
  dialog.isClosed();
  expect(location.pathname).toBe(page);
  expect(routed).not.toHaveBeenCalled();
  await back();
  expect(location.pathname).not.toBe(page);
  expect(routed).toHaveBeenCalledOnce();
});

it('takes its entry back when it is closed in another way, so that Back leads to the page before', async () => {
  const page = location.pathname;
  const dialog = opened();
  await settled();
  dialog.isClosed();
  await settled();
  expect(routed).not.toHaveBeenCalled();
  await back();
  expect(location.pathname).not.toBe(page);
  expect(dialog.close).not.toHaveBeenCalled();
});

it('keeps what is held, and closes it by the next Back', async () => {
  const page = location.pathname;
  const overlay = { isHeld: true, close: vi.fn() };
  const isClosed = closeByBack(overlay);
  await settled();
  await back();
  expect(overlay.close).not.toHaveBeenCalled();
  expect(history.state).toMatchObject({ overlays: 1 });
  overlay.isHeld = false;
  await back();
  expect(overlay.close).toHaveBeenCalledOnce();
  expect(location.pathname).toBe(page);
  isClosed();
});

it('comes back from another page to the page itself, not to an overlay that is closed', async () => {
  const page = location.pathname;
  const menu = opened();
  await settled();
  menu.isClosed();
  history.pushState({ __TSR_key: 'next' }, '', '/next');
  await settled();
  expect(location.pathname).toBe('/next');
  await back();
  expect(location.pathname).toBe(page);
  await back();
  expect(location.pathname).not.toBe(page);
  expect(menu.close).not.toHaveBeenCalled();
});

it('costs one step where one overlay leads to another', async () => {
  const length = history.length;
  const menu = opened();
  await settled();
  menu.isClosed();
  const dialog = opened();
  await settled();
  expect(history.length).toBe(length + 1);
  await back();
  expect(dialog.close).toHaveBeenCalledOnce();
  dialog.isClosed();
});

it('makes way for a page that is opened out of it: Back leads to the page before, and Forward there again', async () => {
  const page = location.pathname;
  const menu = opened();
  await settled();
  history.pushState({ __TSR_key: 'next' }, '', '/next');
  menu.isClosed();
  await settled();
  await back();
  expect(location.pathname).toBe(page);
  history.forward();
  await settled();
  expect(location.pathname).toBe('/next');
});

it('lets an address be replaced while it is open, which is one entry as without it', async () => {
  const length = history.length;
  const list = opened();
  await settled();
  history.replaceState({ __TSR_key: 'sorted' }, '', '?order=created');
  list.isClosed();
  await settled();
  expect(location.search).toBe('?order=created');
  expect(history.state).toEqual({ __TSR_key: 'sorted' });
  await back();
  expect(location.search).toBe('');
  expect(history.length).toBe(length + 1);
  expect(routed).toHaveBeenCalledOnce();
});

it('does not undo a page that is opened while its entry is taken back', async () => {
  const dialog = opened();
  await settled();
  dialog.isClosed();
  await vi.waitFor(() => expect(steps).toHaveBeenCalled(), { interval: 1 });
  history.pushState({ __TSR_key: 'next' }, '', '/opened');
  await settled();
  await settled();
  expect(location.pathname).toBe('/opened');
});

it('nor a place in the page that is gone to meanwhile', async () => {
  const dialog = opened();
  await settled();
  dialog.isClosed();
  await vi.waitFor(() => expect(steps).toHaveBeenCalled(), { interval: 1 });
  location.hash = 'abo';
  await settled();
  await settled();
  expect(location.hash).toBe('#abo');
});

it('does not break off the way to another document, and tidies up if the page stays', async () => {
  const dialog = opened();
  await settled();
  dialog.isClosed();
  dispatchEvent(new Event('beforeunload'));
  await settled();
  expect(steps).not.toHaveBeenCalled();
  expect(history.state).toMatchObject({ overlays: 1 });
  dispatchEvent(new Event('pageshow'));
  await settled();
  expect(history.state).not.toMatchObject({ overlays: 1 });
});

it('opens another document once its step back has ended, and takes none from then on', async () => {
  const menu = opened();
  const dialog = opened();
  await settled();
  // A browser that takes its time.
  steps.mockImplementationOnce(() => undefined);
  dialog.isClosed();
  await vi.waitFor(() => expect(steps).toHaveBeenCalledOnce(), { interval: 1 });
  const depth = vi.fn();
  const leaving = leaveAtRest(() => depth((history.state as { overlays?: number }).overlays));
  await settled();
  expect(depth).not.toHaveBeenCalled();
  History.prototype.go.call(history, -1);
  await leaving;
  expect(depth).toHaveBeenCalledExactlyOnceWith(1);
  menu.isClosed();
  await settled();
  expect(steps).toHaveBeenCalledOnce();
  dispatchEvent(new Event('pageshow'));
  await settled();
});
