import type { Plugin } from 'vite';

/**
 * The styles of what documents of the app show before its scripts draw anything. None of its scripts takes a class from them, so the
 * build would leave them out.
 */
export function documentStyles(): Plugin {
  return {
    name: 'bildnis:document-styles',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/(?:site\/frame\/[\w-]+|features\/shell\/root-frame)\.module\.css$/ },
      handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  };
}
