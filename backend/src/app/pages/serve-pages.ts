import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendFile } from './send-file.js';
import type { SiteFolder } from './site-folder.js';
import { matchPattern } from './patterns.js';
import { SiteMap, type Destination } from './site-map.js';

/**
 * Serves, one after the other: the public pages, the app's files, the documents the app runs in. Everything else is not found.
 * @param current the pages that are served now: they may have been rendered anew since the last request
 */
export function servePages(
  current: () => SiteFolder,
  appFiles: RequestHandler,
  isOnSale: (style: string) => Promise<boolean>,
  isSignedIn: (request: Request) => Promise<boolean>,
): RequestHandler[] {
  let known: { folder: SiteFolder; map: SiteMap } | null = null;
  const mapNow = (): SiteMap => {
    const folder = current();
    if (known?.folder !== folder) known = { folder, map: new SiteMap(folder.manifest) };
    return known.map;
  };

  const go = async (request: Request, response: Response, destination: Destination): Promise<void> => {
    if ('file' in destination) {
      const { file, status, customer } = destination;
      // A refusal that was fetched ahead would be taken for the answer after signing in: the session must hold.
      const isCustomers = customer !== undefined && (await isSignedIn(request).catch(() => false));
      return sendFile(request, response, join(current().dir, isCustomers ? customer : file), { status });
    }
    const query = request.url.indexOf('?');
    response.redirect(destination.status, destination.to + (query < 0 ? '' : request.url.slice(query)));
  };

  /** A style that was just taken off sale still has its page. Where that cannot be known the page stands. */
  const stylesOffSale = async (request: Request, response: Response, next: NextFunction) => {
    const [slug] = matchPattern('/styles/*', request.path) ?? [];
    if (!slug || (await isOnSale(slug).catch(() => true))) return next();
    return go(request, response, mapNow().notFound);
  };

  const pages = (request: Request, response: Response, next: NextFunction) => {
    const page = mapNow().page(request.path);
    return page ? go(request, response, page) : next();
  };

  // The folder of rendered pages lies within the app's, but its files have addresses of their own. And no file ends in a slash.
  // Its bare shell has documents of its own, one for each kind of screen.
  const isOfApp = (path: string) => !path.startsWith('/site/') && !/\/[./]|\/$/.test(path) && path !== '/index.html';
  const files = (request: Request, response: Response, next: NextFunction) =>
    isOfApp(request.path) ? appFiles(request, response, next) : next();

  const others = (request: Request, response: Response) => {
    const destination = mapNow().other(request.path);
    if (destination) return go(request, response, destination);
    // Nobody looks at it: a file of an older build is asked for by a page that is out of date.
    if (request.path.startsWith('/assets/'))
      return void response.status(404).set('Cache-Control', 'no-cache').type('txt').send('Not found');
    return go(request, response, mapNow().notFound);
  };

  const refuse = (request: Request, response: Response, next: NextFunction) =>
    mapNow().page(request.path) || mapNow().other(request.path) ? refuseMethod(response) : next();
  return [
    ...[stylesOffSale, pages, files, others].map(
      (handler) => (request: Request, response: Response, next: NextFunction) =>
        isReading(request) ? handler(request, response, next) : next(),
    ),
    refuse,
  ];
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

function refuseMethod(response: Response): void {
  response
    .status(405)
    .set('Allow', 'GET, HEAD')
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: 'Method Not Allowed', status: 405 }));
}
