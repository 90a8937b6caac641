import type { Plugin } from 'vite';
import type * as Source from '../src/site/development';

type Development = typeof Source;

/**
 * Renders the public pages in the development server, where nothing is rendered ahead: with what the running backend says of itself,
 * and with their styles and scripts from their sources.
 */
export function publicPages(backend: string): Plugin {
  return {
    name: 'bildnis:public-pages',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const [path = '/'] = (request.originalUrl ?? '/').split('?');
          void (async () => {
            const { renderForDevelopment } = (await server.ssrLoadModule('/src/site/development.tsx')) as Development;
            const answer = await fetch(`${backend}/api/v1/site`);
            const html = await renderForDevelopment(await answer.json(), path);
            if (html === null) return next();
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(await server.transformIndexHtml(path, html));
          })().catch(next);
        });
      };
    },
  };
}
