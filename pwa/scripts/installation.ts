import type { VitePWAOptions } from 'vite-plugin-pwa';
import texts from '../src/locales/de-CH/device.json' with { type: 'json' };
import shell from '../src/locales/de-CH/shell.json' with { type: 'json' };
import { SHARE_FIELD, SHARE_PATH, SHARED_PAGE } from '../src/lib/shared-photos/names.js';

const { app } = texts;

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** Pictures of its screens with nobody's data, made by scripts/screenshots.mjs. */
const screenshot = (name: 'styles' | 'style', form_factor: 'narrow' | 'wide') => ({
  src: `/screenshots/${name}-${form_factor}.jpg`,
  sizes: form_factor === 'narrow' ? '780x1688' : '1280x800',
  type: 'image/jpeg',
  form_factor,
  label: app.screenshots[name],
});

/** The pictures that the app is offered for: those that the wizard takes. */
const PICTURES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/heic': ['.heic'],
  'image/heif': ['.heif'],
};

/** How the app is installed, and what of it is on the device afterwards. */
export const installation: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'sw.ts',
  // Registered by the app itself, once its first screen is there (src/lib/app-version).
  injectRegister: false,
  injectManifest: {
    // Every screen of the app but those of admins, signing in too; the public pages, what they alone open and their pictures come from the network.
    globPatterns: ['assets/*.{js,css,woff2}', 'icons/*.{svg,png}'],
    globIgnores: ['assets/admin-*', 'assets/*try-out-*', 'assets/device-studio-*'],
    maximumFileSizeToCacheInBytes: 1_000_000,
  },
  manifest: {
    id: '/app',
    start_url: '/app',
    scope: '/',
    name: shell.brand,
    short_name: shell.brand,
    description: app.description,
    lang: 'de-CH',
    dir: 'ltr',
    display: 'standalone',
    orientation: 'any',
    background_color: '#faf8f4',
    theme_color: '#faf8f4',
    categories: ['photo', 'business', 'productivity'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: (['narrow', 'wide'] as const).flatMap((form) => [
      screenshot('styles', form),
      screenshot('style', form),
    ]),
    shortcuts: [
      shortcut(app.create, '/app/styles'),
      shortcut(app.train, '/app/profile-wizard'),
      shortcut(app.profiles, '/app/profiles'),
    ],
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARE_FIELD, accept: Object.entries(PICTURES).flat(2) }] },
    },
    file_handlers: [{ action: SHARED_PAGE, accept: PICTURES }],
  },
};
