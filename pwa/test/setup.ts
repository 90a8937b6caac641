import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { loadAllTexts } from '~/lib/i18n';

// Screens are shown without their routes, which would fetch their texts.
await loadAllTexts();

// What never comes takes this long; what comes late on a busy machine is waited for.
configure({ asyncUtilTimeout: 20_000 });

// Un-stubbed requests fail loudly: a test that talks to a server by accident proves nothing.
beforeEach(() => {
  globalThis.fetch = (input) => Promise.reject(new Error(`Nothing answers ${input instanceof Request ? input.url : String(input)} in this test.`));
});

afterEach(() => cleanup());

// jsdom has no layout: what react-aria asks of it is answered with nothing to see.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;
