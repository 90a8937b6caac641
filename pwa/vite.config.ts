import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { germanAria } from './scripts/german-aria.js';
import { layerOrder } from './scripts/layer-order.js';

/** Small parts that nearly every screen uses, none of which needs react-aria: of our own, and of the router. */
const BASE =
  /@tanstack\/react-(?:router|store)\/|pwa\/src\/(?:lib\/(?:api|formats|i18n\/(?!rich-text)|live|messages|navigation|session|state)|locales\/[\w-]+\/index|features\/shell\/states|ui\/(?:page|rows|status|skeleton|picture|plain-button|progress-bar|visually-hidden|class-names|initials|link-button|text-link))\b/;

const backend = process.env.BILDNIS_BACKEND ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
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
    layerOrder(),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  // light-dark() is used as written: lowering it would double every colour.
  build: {
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Importing one of our modules does nothing by itself (but for stylesheets, the entry, and the texts): what a route takes through a
    // feature's index.ts is that one thing, and the other screens stay in their own chunks.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /pwa\/src\/(?!main\.tsx|lib\/i18n\/i18n\.ts).*\.tsx?(?:\?.*)?$/, sideEffects: false }] },
      // What nearly every screen needs travels together; the rest is split by route.
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: backend },
      '/media': { target: backend },
      '/socket.io': { target: backend, ws: true },
    },
  },
});
