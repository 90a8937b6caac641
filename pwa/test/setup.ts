import { beforeEach } from 'vitest';
import { loadAllTexts } from '~/lib/i18n';

// Screens are shown without their routes, which would fetch their texts.
await loadAllTexts();

if (typeof document !== 'undefined') (await import('./setup-screens.js')).setUpScreens();

// Un-stubbed requests fail loudly: a test that talks to a server by accident proves nothing.
beforeEach(() => {
  globalThis.fetch = (input) =>
    Promise.reject(new Error(`Nothing answers ${input instanceof Request ? input.url : String(input)} in this test.`));
});
