import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appVersion } from './scripts/app-version.js';
import { deviceStudio } from './scripts/device-studio.js';
import { germanAria } from './scripts/german-aria.js';
import { installation } from './scripts/installation.js';
import { layers } from './scripts/layers.js';
import { publicPages } from './scripts/public-pages.js';

/** Small parts that nearly every screen uses, none of which needs react-aria: of our own, and of the router. */
const BASE =
  /@tanstack\/react-(?:router|store)\/|pwa\/src\/(?:lib\/(?:api|i18n\/(?!rich-text)|live|messages|navigation|session|state)|locales\/[\w-]+\/index|features\/shell\/states|ui\/(?:page|rows|status|skeleton|picture|plain-button|progress-bar|visually-hidden|class-names|initials|link-button|text-link))\b/;

/** What every route brings at once; its screen comes when it is gone to. */
const ROUTES = /pwa\/src\/(?:routes\/[^?]+\.tsx|route-tree\.gen\.ts)$/;

/** What the public pages and the app have in common comes in pieces of its own, so that neither brings the other's weight. */
const SHARED = [
  { name: 'sdk', test: /\/sdk\/dist\/(?!generated\/facts)/, priority: 3 },
  { name: 'formats', test: /pwa\/src\/lib\/(?:formats|credits|email)/, priority: 3 },
  { name: 'facts', test: /\/sdk\/dist\/generated\/facts/, priority: 3 },
  {
    name: 'device',
    test: /pwa\/src\/lib\/(?:cookie-choice|device\/names|link-token|session\/sign(?:ed-in|-out)-mark|messages\/next-page)|vite\/preload-helper/,
    priority: 3,
  },
];

/** Only for admins: named so that it is on no device (scripts/installation.ts), and a test sees that nobody else fetches it. */
const ADMIN = /pwa\/src\/(?:features\/admin\/(?!gate|loaders|index)|locales\/[\w-]+\/admin(?:-\w+)?\.json)/;
const nameOf = ({ moduleIds }: { moduleIds: string[] }) =>
  moduleIds.some((id) => ADMIN.test(id)) ? 'assets/admin-[name]-[hash].js' : 'assets/[name]-[hash].js';

const backend = process.env.BILDNIS_BACKEND ?? 'http://localhost:3000';
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    !isSsrBuild &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: './src/routes',
        generatedRouteTree: './src/route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
      }),
    react(),
    germanAria(),
    layers(),
    publicPages(backend),
    !isSsrBuild && VitePWA(installation),
  ],
  resolve: { alias: { '~': source('./src') } },
  // Named so that it is not installed with the app (scripts/installation.ts), and that the server knows its policy (serve-app.ts).
  worker: {
    format: 'es' as const,
    plugins: () => [deviceStudio()],
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/device-studio-[hash].js',
        chunkFileNames: 'assets/device-studio-[name]-[hash].js',
      },
    },
  },
  // light-dark() is used as written: lowering it would double every colour.
  build: {
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? // The command that renders the public pages: one file that needs nothing beside it.
        {
          outDir: 'dist-prerender',
          copyPublicDir: false,
          manifest: true,
          // One stylesheet of exactly what the pages use; finish-build.mjs puts it beside the app's.
          ssrEmitAssets: true,
          cssCodeSplit: false,
          rolldownOptions: {
            input: source('./src/site/write-site.ts'),
            output: {
              codeSplitting: false,
              entryFileNames: '[name].js',
              assetFileNames: 'assets/[name]-[hash][extname]',
            },
          },
        }
      : {
          manifest: true,
          // Importing one of our modules does nothing by itself (but for stylesheets, the entries, and the texts): what a route takes through
          // a feature's index.ts is that one thing, and the other screens stay in their own chunks.
          rolldownOptions: {
            input: [
              source('./index.html'),
              source('./src/site/client/site.ts'),
              source('./src/site/client/shell.ts'),
              source('./src/site/client/forms/forms.ts'),
            ],
            treeshake: {
              moduleSideEffects: [
                {
                  test: /pwa\/src\/(?!main\.tsx|lib\/i18n\/i18n\.ts|site\/client\/(?:site|shell|forms\/forms)\.ts).*\.tsx?(?:\?.*)?$/,
                  sideEffects: false,
                },
              ],
            },
            // What nearly every screen needs travels together; the rest is split by route.
            output: {
              chunkFileNames: nameOf,
              codeSplitting: {
                groups: [
                  ...SHARED,
                  { name: 'base', test: BASE, priority: 2 },
                  { name: 'routes', test: ROUTES, priority: 1 },
                ],
              },
            },
          },
        }),
  },
  // The service worker is built with these, too.
  define: {
    __APP_VERSION__: JSON.stringify(appVersion()),
    ...(isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {}),
  },
  ...(isSsrBuild ? { ssr: { noExternal: true } } : {}),
  server: {
    port: 5173,
    proxy: {
      '/api': { target: backend },
      '/media': { target: backend },
      '/socket.io': { target: backend, ws: true },
    },
  },
}));
