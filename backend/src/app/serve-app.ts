import type { ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import sirv, { type Options } from 'sirv';
import { servePages } from './pages/serve-pages.js';
import type { SiteFolder } from './pages/site-folder.js';

/** What documents depend on besides their path. */
export interface Questions {
  isOnSale(style: string): Promise<boolean>;
  /** Whether the request has the cookie of a session that still holds. */
  isSignedIn(request: Request): Promise<boolean>;
}

/** Serves the built web app beside the API: with the pages rendered for this installation, or one shell for every path where there are none. */
export function serveApp(
  app: NestExpressApplication,
  dir: string,
  site: { readonly folder: SiteFolder | null } | null,
  { isOnSale, isSignedIn }: Questions,
): void {
  const use = (isItsTurn: () => boolean, handler: RequestHandler) =>
    app.use((request: Request, response: Response, next: NextFunction) => {
      if (request.path.startsWith('/api/') || request.path.startsWith('/socket.io') || !isItsTurn()) return next();
      return handler(request, response, next);
    });
  const folder = () => site?.folder ?? null;
  const pages = servePages(() => folder()!, filesOf(dir, { extensions: [] }), isOnSale, isSignedIn);
  for (const handler of pages) use(() => folder() !== null, handler);
  if (site) use(() => folder() === null, refuseWhileAway);
  use(() => folder() === null, filesOf(dir, { single: true }));
}

/** What may not be had while the pages of this installation are away: those of the build, and what is kept for long or read by search engines. */
const AWAY = /^\/(?:site\/|(?:offline|robots\.txt|sitemap\.xml)$)/;
const AWAY_SECONDS = 60;

function refuseWhileAway({ path }: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Robots-Tag', 'noindex');
  if (!AWAY.test(path)) return next();
  response.status(503).set('Retry-After', String(AWAY_SECONDS)).type('txt').send('Service Unavailable');
}

/** The worker that makes previews on a device. */
const DEVICE_STUDIO = /^\/assets\/device-studio-[\w-]+\.js$/;
/** It computes with WebAssembly, which no page of ours may; it may fetch its models from here, and do nothing else. */
const DEVICE_STUDIO_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Of everything else under /assets/, should it be opened as a page. */
const ASSET_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** What protects a document says nothing about a part of one; on a slow network it weighs more than many a script. */
const OF_DOCUMENTS = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-Request-Id',
  'X-XSS-Protection',
];

function setAssetHeaders(response: ServerResponse, pathname: string): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name);
  const policy = DEVICE_STUDIO.test(pathname) ? DEVICE_STUDIO_POLICY : ASSET_POLICY;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
}

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
      if (pathname.startsWith('/assets/')) setAssetHeaders(response, pathname);
      else response.setHeader('Cache-Control', 'no-cache');
    },
  });
}
