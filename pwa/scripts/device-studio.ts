import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const NOTHING = fileURLToPath(new URL('./nothing.ts', import.meta.url));
const TENSORS = /^@tensorflow\/(tfjs-(?:core|converter|backend-wasm))(?:\/dist\/index\.js)?$/;
/** What computes on the graphics card, in plain JavaScript or in several threads, and what is of Node. */
const LEFT_OUT =
  /^@tensorflow\/tfjs-backend-(?:cpu|webgl|webgpu)\/dist\/index\.js$|\/tfjs-backend-wasm-threaded-simd(?:\.worker)?\.js$|^(?:fs|path|crypto|util|os|url|worker_threads|perf_hooks|node-fetch|string_decoder)$/;

/** How the studio's worker is bundled: with one copy of the tensor runtime, the studio's own, and without what a device does not use. */
export function deviceStudio(): Plugin {
  return {
    name: 'bildnis:device-studio',
    enforce: 'pre',
    resolveId: {
      filter: { id: [TENSORS, LEFT_OUT] },
      handler(id) {
        const name = TENSORS.exec(id)?.[1];
        if (!name) return NOTHING;
        return fileURLToPath(
          new URL(`../../backend/studio/node_modules/@tensorflow/${name}/dist/index.js`, import.meta.url),
        );
      },
    },
  };
}
