import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import sirv from 'sirv';

/** Serves the built web app beside the API: hashed files for ever, the shell always fresh. */
export function serveApp(app: NestExpressApplication, dir: string): void {
  const files = sirv(dir, {
    single: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, pathname) => {
      response.setHeader('Cache-Control', pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith('/api/') || request.path.startsWith('/socket.io')) return next();
    files(request, response, next);
  });
}
