import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { letPagesRead } from '../../platform/http/index.js';
import { PAGE, SCRIPT, STYLE } from './page.js';
import { partnerView, publicView, type ApiDocument } from './partner-view.js';

/** The contract this build was made with; it lies beside `backend`, in the repository as in the image. */
const CONTRACT = fileURLToPath(new URL('../../../../openapi/openapi.json', import.meta.url));
const require = createRequire(import.meta.url);
const RENDERER = dirname(require.resolve('swagger-ui-dist/package.json'));
const { version: RENDERER_VERSION } = require('swagger-ui-dist/package.json') as { version: string };
/** Asked for again each time: a build may replace it at any moment. */
const FRESH = 'public, no-cache';

/** Serves the description of the API, without what only admins can call, and as a page for partners, whose renderer is ours to serve as well. */
export function serveReference(app: NestExpressApplication): void {
  const contract = JSON.parse(readFileSync(CONTRACT, 'utf8')) as ApiDocument;
  const forPartners = JSON.stringify(partnerView(contract));
  app.use(
    '/api/v1/openapi.json',
    exactly('/', text('application/json', JSON.stringify(publicView(contract), null, 2), letPagesRead)),
  );
  app.use('/api/v1/reference', exactly('/openapi.json', text('application/json', forPartners, letPagesRead)));
  app.use('/api/v1/reference', exactly('/', text('text/html', PAGE)));
  app.use('/api/v1/reference', exactly('/page.css', text('text/css', STYLE)));
  app.use('/api/v1/reference', exactly('/page.js', text('text/javascript', SCRIPT)));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    app.use('/api/v1/reference', exactly(`/${name}`, file(name)));
}

function exactly(path: string, handler: (request: Request, response: Response) => void): RequestHandler {
  return (request, response, next) => {
    if (request.path !== path || !['GET', 'HEAD'].includes(request.method)) return next();
    handler(request, response);
  };
}

function text(type: string, body: string, also: (response: Response) => void = () => undefined) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return (request: Request, response: Response): void => {
    also(response);
    response.setHeader('ETag', etag).setHeader('Cache-Control', FRESH);
    if (request.headers['if-none-match']?.includes(etag)) response.status(304).end();
    else response.type(`${type}; charset=utf-8`).send(body);
  };
}

function file(name: string) {
  return (_request: Request, response: Response): void => {
    // Files of packages all have the same time: their version is what tells them apart.
    response.setHeader('Cache-Control', FRESH).setHeader('ETag', `"${RENDERER_VERSION}"`);
    response.sendFile(name, { root: RENDERER, lastModified: false });
  };
}
