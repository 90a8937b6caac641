import './ui/styles.css';
// What the document shows besides the app: with these in the app's own stylesheet, that of the public pages is not needed.
import './features/shell/root-frame.module.css';
import './site/frame/cookie-banner.module.css';
import './site/frame/session.css';
import './site/frame/site-frame.module.css';
import './site/frame/waiting.module.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInstall } from './lib/install';
import { watchReturn } from './lib/session';
import { waitForDrawing } from './lib/time';
import { App, firstScreen } from './app';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element #root.');

let noteDrawn = (): void => undefined;
waitForDrawing(new Promise((resolve) => (noteDrawn = resolve)));
watchInstall();
watchReturn();
// Photos that were shared with the app are taken over at once: they wait nowhere for long, and signing in may lead elsewhere first.
if (location.search.includes('shared=')) void import('./lib/shared-photos').then((shared) => shared.receiveShared());

/** How long what was rendered ahead may stay, in milliseconds; then the app shows that it is loading. */
const PATIENCE = 20_000;

// What the document shows already stays until the app can show more.
if (root.querySelector('main'))
  await Promise.race([firstScreen().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

const app = createRoot(root);

// In slices, between which a slow phone answers to touch and scrolls.
startTransition(() =>
  app.render(
    <StrictMode>
      <App onDrawn={noteDrawn} />
    </StrictMode>,
  ),
);
