import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import sirv, { type Options } from 'sirv';
import { servePages } from './pages/serve-pages.js';
import type { SiteFolder } from './pages/site-folder.js';

/** Serves the built web app beside the API: with the pages rendered for this installation, or one shell for every path where there are none. */
export function serveApp(
  app: NestExpressApplication,
  dir: string,
  site: SiteFolder | null,
  isOnSale: (style: string) => Promise<boolean>,
): void {
  const handlers = site
    ? servePages(site, filesOf(dir, { extensions: [] }), isOnSale)
    : [filesOf(dir, { single: true })];
  for (const handler of handlers) {
    app.use((request: Request, response: Response, next: NextFunction) => {
      if (request.path.startsWith('/api/') || request.path.startsWith('/socket.io')) return next();
      return handler(request, response, next);
    });
  }
}

/** The worker that makes previews on a device. */
const DEVICE_STUDIO = /^\/assets\/device-studio-[\w-]+\.js$/;
/** It computes with WebAssembly, which no page of ours may; it may fetch its models from here, and do nothing else. */
const DEVICE_STUDIO_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The files of a folder: those named by their content for ever, the others always fresh. */
function filesOf(dir: string, options: Options): RequestHandler {
  return sirv(dir, {
    ...options,
    // Looked for with every request: a list made at the start would name files that a newer build has taken away, and reading one of those
    // ends the process.
    dev: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, pathname) => {
      if (DEVICE_STUDIO.test(pathname)) response.setHeader('Content-Security-Policy', DEVICE_STUDIO_POLICY);
      response.setHeader(
        'Cache-Control',
        pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
