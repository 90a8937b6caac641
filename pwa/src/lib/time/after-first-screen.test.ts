// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules(); // nothing was waited for before
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Begins to wait. @returns whether that is over, some milliseconds later */
async function waiting(): Promise<(milliseconds: number) => Promise<boolean>> {
  let isOver = false;
  void (await import('.')).afterFirstScreen().then(() => (isOver = true));
  return async (milliseconds) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return isOver;
  };
}

it('is a second after the document was loaded where that is the screen', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const isOverAfter = await waiting();
  expect(await isOverAfter(60_000)).toBe(false);
  state.mockReturnValue('complete');
  dispatchEvent(new Event('load'));
  expect(await isOverAfter(999)).toBe(false);
  expect(await isOverAfter(1)).toBe(true);
});

it('is a second after the app has drawn its first screen, however long that takes on a slow device', async () => {
  let noteDrawn = (): void => undefined;
  (await import('.')).waitForDrawing(new Promise((resolve) => (noteDrawn = resolve)));
  const isOverAfter = await waiting();
  expect(await isOverAfter(60_000)).toBe(false);
  noteDrawn();
  expect(await isOverAfter(999)).toBe(false);
  expect(await isOverAfter(1)).toBe(true);
});
