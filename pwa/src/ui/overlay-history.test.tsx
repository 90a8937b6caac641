import { beforeEach, expect, it, vi } from 'vitest';
import { closeByBack } from './overlay-history';

const settled = () => new Promise((resolve) => setTimeout(resolve, 120));
/** What the router is told. */
const routed = vi.fn();
addEventListener('popstate', () => routed(location.pathname));

beforeEach(async () => {
  history.pushState({ __TSR_key: crypto.randomUUID() }, '', `/${crypto.randomUUID()}`);
  await settled();
  routed.mockClear();
});

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
