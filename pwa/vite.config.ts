import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appVersion } from './scripts/app-version.js';
import { deviceStudio } from './scripts/device-studio.js';
import { documentStyles } from './scripts/document-styles.js';
import { germanAria } from './scripts/german-aria.js';
import { installation } from './scripts/installation.js';
import { layers } from './scripts/layers.js';
import { publicPages } from './scripts/public-pages.js';

/**
 * What every screen needs before it shows anything, with all that these parts import: the routes (their screens come when they are gone to), the texts and states
 * of the shell, and small parts that nearly every screen uses. One file: on a slow network each costs as much as ten kilobytes.
 */
const BASE = [
  /@tanstack\/react-(?:router|store)\//,
  /\/(?:react-dom|scheduler)\//,
  /react-aria\/dist\/private\/(?:i18n\/(?:I18nProvider|useDefaultLocale|utils)|ssr\/SSRProvider)\./,
  /pwa\/src\/(?:routes\/[^?]+\.tsx|route-tree\.gen\.ts)$/,
  /pwa\/src\/lib\/(?:api\/(?!admin)|app-version\/state|busy|deletions\/waiting|device\/(?:profile|with-lock)|i18n\/(?!rich-text)|install|later|live|messages|navigation|once|push\/(?:mark|support)|session\/(?!handover)|state|time|wished-style)\b/,
  /pwa\/src\/locales\/[\w-]+\/index/,
  /pwa\/src\/features\/(?:ai-profiles\/(?:live-progress|start-failure|wizard\/(?:entries|later-photo-part))|billing\/way-back|planned-run\/index|previews\/chosen-profile|push\/(?:fetch-part|renew-push|push-question)|shell\/(?:account-name|message-log|states))\b/,
  /pwa\/src\/ui\/(?:act-bar|class-names|dock|icon-paths|icons|initials|link-button|page|picture|plain-button|progress-bar|rows|skeleton|status|text-link|visually-hidden)\./,
];

/** What nearly every form is made of. */
const CONTROLS = /pwa\/src\/ui\/(?:button|checkbox|segmented|field|focus-first-error|form|notice|text-field)\./;

/** What choices and whatever lies over a screen are made of. */
const CHOICES =
  /react-aria\/dist\/private\/(?:focus\/FocusScope|i18n\/useLocalizedStringFormatter|overlays\/ariaHideOutside|interactions\/PressResponder|utils\/useDescription|dnd\/(?:utils|constants))\.|react-aria-components\/dist\/private\/intlStrings\./;

/** What opens over a screen. */
const OVERLAYS = /pwa\/src\/ui\/(?:closes-by-back|dialog|icon-button|menu|overlay-history|select|sheet|swipe-down)\./;

/** Rows of profiles and runs. */
const LISTS =
  /pwa\/src\/features\/(?:ai-profiles\/(?:profile-row|time-left)|device\/later-install-offer|generations\/(?:generation-row|live-generation|progress)|previews\/later-strip)\./;

/** What photos go through on this device before they are sent. */
const PHOTOS =
  /pwa\/src\/(?:lib\/(?:accepted-pictures\.|device-studio\/studio-worker\.|photo-check\/(?:index|picture-header)\.|shared-photos\/)|ui\/file-drop\.)/;

/** What is kept on this device. */
const KEPT =
  /pwa\/src\/lib\/(?:device\/(?:database|kept-previews|kept-runs|owner|photo-queue|run-answers|taken-photo|way-back)|session\/handover)\b/;

/** The parts of the screens on which one signs in. */
const ACCOUNTS =
  /pwa\/src\/features\/accounts\/(?:auth-form|broken|failure|fields|use-focus-on-change|use-form|validation)\b|pwa\/src\/features\/shell\/(?:end-session|public-frame|sign-out|site-header|site-footer)\b/;

/** What the public pages and the app have in common is a piece of its own, so that neither brings the other's weight. */
const SHARED =
  /\/sdk\/dist\/(?!(?:generated\/)?admin)|pwa\/src\/lib\/(?:formats|credits|email|cookie-choice|device\/names|link-token|session\/(?:kept-mark|leaving-mark|sign(?:ed-in|-out)-mark)|messages\/next-page)|pwa\/src\/site\/client\/cookies\.|pwa\/src\/features\/styles\/preview-sets\.|vite\/preload-helper/;

/** Only for admins: named so that it is on no device (scripts/installation.ts), and a test sees that nobody else fetches it. */
const ADMIN =
  /pwa\/src\/(?:features\/admin\/(?!gate|user-search|loaders|index)|lib\/api\/admin|locales\/[\w-]+\/admin(?:-\w+)?\.json)|\/sdk\/dist\/(?:generated\/)?admin/;
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
    !isSsrBuild && documentStyles(),
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
          // One stylesheet: all of it weighs as much as three requests.
          cssCodeSplit: false,
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
                  { name: 'shared', test: SHARED, priority: 3 },
                  { name: 'base', test: (id: string) => BASE.some((part) => part.test(id)), priority: 2 },
                  { name: 'controls', test: CONTROLS, priority: 1.9 },
                  { name: 'choices', test: CHOICES, priority: 1.85 },
                  { name: 'kept', test: KEPT, priority: 1.8 },
                  { name: 'photos', test: PHOTOS, priority: 1.7 },
                  { name: 'overlays', test: OVERLAYS, priority: 1.75 },
                  { name: 'lists', test: LISTS, priority: 1.65 },
                  { name: 'accounts', test: ACCOUNTS, priority: 1.6 },
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
