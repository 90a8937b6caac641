import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DURATION_BUCKETS } from './buckets.js';
import type { Metrics } from './metrics.js';

/** How long requests to the API take, by the pattern of their route: an id or a name never becomes a figure of its own. */
export function measureRequests({ meter, isServed }: Metrics): RequestHandler {
  if (!isServed) return (_request, _response, next) => next();
  const duration = meter.createHistogram('http_server_request_duration_seconds', {
    description: 'Time until a request was answered',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!request.path.startsWith('/api/')) return next();
    const begun = performance.now();
    response.once('close', () => {
      const pattern = (request.route as { path?: string } | undefined)?.path;
      duration.record((performance.now() - begun) / 1000, {
        method: request.method,
        // What is no route ends at one that takes every path.
        route: pattern?.startsWith('/api/') ? pattern : 'none',
        status: response.writableEnded ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted',
      });
    });
    next();
  };
}
