import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DURATION_BUCKETS } from './buckets.js';
import type { Metrics } from './metrics.js';
import { beginSpan, within, type Traces } from './traces.js';

/** The pattern of a route; what is none ends at one that takes every path. */
function routeOf(request: Request): string {
  const pattern = (request.route as { path?: string } | undefined)?.path;
  return pattern?.startsWith('/api/') ? pattern : 'none';
}

const statusOf = ({ writableEnded, statusCode }: Response): string =>
  writableEnded ? `${Math.floor(statusCode / 100)}xx` : 'aborted';

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
      duration.record((performance.now() - begun) / 1000, {
        method: request.method,
        route: routeOf(request),
        status: statusOf(response),
      });
    });
    next();
  };
}

/** A span for each request to the API, in which all that it does stands. A `traceparent` that a client sends is ignored. */
export function traceRequests({ isServed }: Traces): RequestHandler {
  if (!isServed) return (_request, _response, next) => next();
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!request.path.startsWith('/api/')) return next();
    const span = beginSpan(request.method, SpanKind.SERVER);
    response.once('close', () => {
      span.updateName(`${request.method} ${routeOf(request)}`);
      span.setAttribute('http.route', routeOf(request));
      // One that was called off by its client has no answer.
      if (response.writableEnded) span.setAttribute('http.response.status_code', response.statusCode);
      if (response.writableEnded && response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    within(span, next);
  };
}
