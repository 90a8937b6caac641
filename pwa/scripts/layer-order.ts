import type { Plugin } from 'vite';

/** Weakest first. The same order stands at the top of src/ui/styles.css, for the development server. */
const ORDER = '@layer reset,tokens,base,ui,screens,print;';

/**
 * The first mention of a cascade layer decides its rank, and which stylesheet a browser sees first depends on how the build splits
 * them. This Vite plugin puts the order at the head of every one.
 */
export function layerOrder(): Plugin {
  return {
    name: 'bildnis:layer-order',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = `${ORDER}${String(asset.source)}`;
      }
    },
  };
}
