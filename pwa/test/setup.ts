import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// Un-stubbed requests fail loudly: a test that talks to a server by accident proves nothing.
beforeEach(() => {
  globalThis.fetch = (input) => Promise.reject(new Error(`Nothing answers ${input instanceof Request ? input.url : String(input)} in this test.`));
});

afterEach(() => cleanup());

// jsdom has no layout: what react-aria asks of it is answered with nothing to see.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;
