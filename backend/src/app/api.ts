import 'reflect-metadata';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import { isForVisitors, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import {
  admitKeys,
  answerPreflights,
  assignRequestId,
  isOwnLoopback,
  KeyBudgets,
  LEAST_RATE,
  ownCookieOf,
  PrincipalResolver,
  refuseForeignOrigins,
  refuseLargeBodies,
  SESSION_COOKIE,
} from '../platform/http/index.js';
import { RedisIoAdapter } from '../platform/live/index.js';
import { REDIS } from '../platform/queue/index.js';
import { measureRequests, Metrics, traceRequests, Traces } from '../platform/telemetry/index.js';
import { SiteService } from '../site/index.js';
import { StylesService } from '../styles/index.js';
import { ApiModule } from './api.module.js';
import { CurrentSite } from './pages/current-site.js';
import { turnSharedPhotosAway } from './pages/turn-shared-photos-away.js';
import { serveReference } from './reference/serve-reference.js';
import { limitDeviceAccess, securityHeaders } from './security-headers.js';
import { serveApp } from './serve-app.js';

/** Time for the largest file at the least rate, in milliseconds: Node's own limit of five minutes would cut honest slow uploads off. */
const LONGEST_REQUEST_MS = (facts.photos.maxBytes / LEAST_RATE.bytes) * LEAST_RATE.ms + 60_000;
const ENGINE_MESSAGES = '/api/v1/webhooks/replicate';
const PAYMENT_EVENTS = '/api/v1/webhooks/stripe';
/** An invoice of many lines makes a large event. */
const PAYMENT_EVENT_BYTES = 1_048_576;

/** Builds the API application without listening yet. */
export async function createApi(config: Config): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(config), {
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.set('trust proxy', config.trustedProxies);
  app.set('query parser', 'simple'); // no nested objects from query strings
  app.disable('x-powered-by');
  app.disable('etag');
  app.setGlobalPrefix('api/v1');
  const describe = () => RequestContext.create(app.get(EntityManager), () => app.get(SiteService).describe());
  const site = config.pwaDir
    ? await CurrentSite.choose(
        { pwaDir: config.pwaDir, siteDir: config.siteDir, buildMayStandIn: !isForVisitors(config.mode) },
        describe,
      )
    : null;
  const sameHost = !isForVisitors(config.mode);
  app.use(
    measureRequests(app.get(Metrics)),
    traceRequests(app.get(Traces)),
    assignRequestId,
    helmet(securityHeaders(config, site?.allowed)),
    limitDeviceAccess,
    turnSharedPhotosAway,
    cookieParser(),
    answerPreflights,
    refuseForeignOrigins({ publicOrigin: config.publicOrigin, sameHostAllowed: sameHost }),
  );
  const admit = admitKeys(app.get(PrincipalResolver), app.get(KeyBudgets));
  app.use((request: Request, response: Response, next: NextFunction) =>
    RequestContext.create(app.get(EntityManager), () => admit(request, response, next)),
  );
  app.use(refuseLargeBodies(PAYMENT_EVENTS, PAYMENT_EVENT_BYTES));
  // Taken as bytes: the signature is over these, and whatever they say is for its reader to judge.
  app.useBodyParser('raw', {
    limit: PAYMENT_EVENT_BYTES,
    inflate: false,
    type: (request) => request.url?.split('?')[0] === PAYMENT_EVENTS,
  });
  // The hosted engine tells of a run with its whole log.
  app.useBodyParser('json', { limit: '1mb', type: (request) => request.url?.split('?')[0] === ENGINE_MESSAGES });
  app.useBodyParser('json', { limit: '64kb' });
  app.useWebSocketAdapter(
    new RedisIoAdapter(
      app,
      app.get(REDIS),
      (origin, host) => !origin || origin === config.publicOrigin || (sameHost && isOwnLoopback(origin, host)),
    ),
  );
  serveReference(app);
  if (config.pwaDir)
    serveApp(app, config.pwaDir, site, {
      isOnSale: (slug) => app.get(StylesService).isOnSale(slug),
      isSignedIn: async (request) => {
        const token = ownCookieOf(request, config.publicOrigin, SESSION_COOKIE);
        return token !== null && (await app.get(PrincipalResolver).fromToken(token, 'cookie')) !== null;
      },
    });
  app.enableShutdownHooks();
  if (site) app.getHttpServer().once('listening', () => app.getHttpServer().once('close', site.keepLooking()));
  app.getHttpServer().requestTimeout = LONGEST_REQUEST_MS;
  return app;
}
