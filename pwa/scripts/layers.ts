import type { Plugin } from 'vite';

/** Weakest first. The same order stands at the top of src/ui/styles.css, for the development server. */
const ORDER = '@layer reset,tokens,base,ui,screens,print;';

/**
 * The cascade layers of the stylesheets. What a module of src/ui says is weaker than what any other module says: each is put into its
 * layer by where it lies. The first mention of a layer decides its rank, and which stylesheet a browser sees first depends on how the build
 * splits them: the order stands at the head of every one.
 */
export function layers(): Plugin {
  return {
    name: 'bildnis:layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code, id) => `@layer ${id.includes('/src/ui/') ? 'ui' : 'screens'} {${code}}`,
    },
    generateBundle: {
      // The one stylesheet of all is not there before.
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
            asset.source = `${ORDER}${String(asset.source)}`;
        }
      },
    },
  };
}
