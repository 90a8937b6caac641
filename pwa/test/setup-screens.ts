import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { noteReached } from '~/lib/api/reach';
import { waitingAtom } from '~/lib/deletions/waiting';
import { forgetMessages } from '~/lib/messages';
import { forgetSession } from '~/lib/session';
import { store } from '~/lib/state';
import { serve } from './server';

/** Called for each file: files that share their modules load this one once. */
export function setUpScreens(): void {
  // Each begins with a server that can be reached, whatever an earlier test has left unanswered, and that answers what screens ask by themselves.
  beforeEach(() => {
    noteReached();
    store.set(waitingAtom, new Set<string>());
    serve({});
  });
  afterEach(() => cleanup());

  const frames = new Set<number>();
  // Files share the page: each leaves it as it found it.
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    forgetSession();
    forgetMessages();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    // A frame drawn after the last file would find no document.
    for (const frame of frames) clearTimeout(frame);
    frames.clear();
  });

  // What is waited for comes as soon as it can; on a busy machine that is later than a second.
  configure({ asyncUtilTimeout: 20_000 });

  // jsdom counts its frames with one timer: where that was a faked one, there are no more frames.
  window.requestAnimationFrame = (draw) => {
    const frame = Number(setTimeout(() => (frames.delete(frame), draw(performance.now())), 16));
    frames.add(frame);
    return frame;
  };
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);

  // jsdom has no layout: what react-aria asks of it is answered with nothing to see.
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  window.scrollTo = () => undefined;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
