import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { loadAllTexts } from '~/lib/i18n';

// Screens are shown without their routes, which would fetch their texts.
await loadAllTexts();

// Un-stubbed requests fail loudly: a test that talks to a server by accident proves nothing.
beforeEach(() => {
  globalThis.fetch = (input) => Promise.reject(new Error(`Nothing answers ${input instanceof Request ? input.url : String(input)} in this test.`));
});

afterEach(() => cleanup());

// What is waited for comes as soon as it can; on a busy machine that is later than a second.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout: what react-aria asks of it is answered with nothing to see.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;
