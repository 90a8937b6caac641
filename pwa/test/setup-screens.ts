import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Called for each file: files that share their modules load this one once. */
export function setUpScreens(): void {
  afterEach(() => cleanup());

  // What is waited for comes as soon as it can; on a busy machine that is later than a second.
  configure({ asyncUtilTimeout: 20_000 });

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
