import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SpanKind, SpanStatusCode, type Histogram, type Span } from '@opentelemetry/api';
import { CONFIG, isPushHost, type Config } from '../../config/index.js';
import { DURATION_BUCKETS } from './buckets.js';
import { Metrics } from './metrics.js';
import { beginSpan, isTracing, Traces } from './traces.js';

/** As much of a request of Node's `fetch` as is looked at. */
interface FetchRequest {
  origin: string;
}

/**
 * How long the services we ask take to answer, and whether they do, also as spans of the trace that asked: Stripe, the store, the hosted engine, Google, push services; all others
 * (endpoints of customers) count together. Node tells of every HTTP request by itself, so nothing has to be wrapped.
 */
@Injectable()
export class OutgoingRequests implements OnApplicationShutdown {
  private readonly duration: Histogram;
  private readonly begun = new WeakMap<object, { at: number; span: Span | null }>();
  private readonly services: Map<string, string>;
  private readonly pushHosts: readonly string[];
  private readonly channels: [string, (message: unknown) => void][];

  constructor({ meter, isServed }: Metrics, traces: Traces, @Inject(CONFIG) config: Config) {
    this.services = servicesOf(config);
    this.pushHosts = config.push?.hosts ?? [];
    this.duration = meter.createHistogram('http_client_request_duration_seconds', {
      description: 'Time until a service answered',
      advice: { explicitBucketBoundaries: DURATION_BUCKETS },
    });
    const told =
      <T>(handle: (message: T) => void) =>
      (message: unknown) =>
        handle(message as T);
    this.channels = [
      ['http.client.request.created', told<{ request: ClientRequest }>(({ request }) => this.began(request))],
      [
        'http.client.response.finish',
        told<{ request: ClientRequest; response: IncomingMessage }>(({ request, response }) =>
          this.ended(request, request.getHeader('host'), response.statusCode),
        ),
      ],
      [
        'http.client.request.error',
        told<{ request: ClientRequest }>(({ request }) => this.ended(request, request.getHeader('host'))),
      ],
      ['undici:request:create', told<{ request: FetchRequest }>(({ request }) => this.began(request))],
      [
        'undici:request:headers',
        told<{ request: FetchRequest; response: { statusCode: number } }>(({ request, response }) =>
          this.ended(request, hostOf(request.origin), response.statusCode),
        ),
      ],
      [
        'undici:request:error',
        told<{ request: FetchRequest }>(({ request }) => this.ended(request, hostOf(request.origin))),
      ],
    ];
    if (isServed || traces.isServed) for (const [name, handle] of this.channels) subscribe(name, handle);
  }

  onApplicationShutdown(): void {
    for (const [name, handle] of this.channels) unsubscribe(name, handle);
  }

  /** A bucket may have a host of its own below that of its store. */
  private serviceAt(host: string): string {
    const [exact, below] = [this.services.get(host), this.services.get(host.slice(host.indexOf('.') + 1))];
    return exact ?? below ?? (isPushHost(this.pushHosts, host) ? 'push' : 'others');
  }

  private began(request: object): void {
    this.begun.set(request, {
      at: performance.now(),
      span: isTracing() ? beginSpan('request', SpanKind.CLIENT) : null,
    });
  }

  private ended(request: object, host: unknown, status?: number): void {
    const begun = this.begun.get(request);
    if (begun === undefined) return;
    this.begun.delete(request);
    const service = this.serviceAt(String(host));
    this.duration.record((performance.now() - begun.at) / 1000, {
      service,
      status: statusOf(status),
    });
    begun.span?.updateName(service);
    if (status === undefined || status >= 500) begun.span?.setStatus({ code: SpanStatusCode.ERROR });
    if (status !== undefined) begun.span?.setAttribute('http.response.status_code', status);
    begun.span?.end();
  }
}

/** Where Google gives tokens and keys, and Replicate files: beside the address that is configured. */
const FURTHER_HOSTS: [string, string][] = [
  ['https://oauth2.googleapis.com', 'google'],
  ['https://www.googleapis.com', 'google'],
  ['https://replicate.delivery', 'replicate'],
];

const hostOf = (url: string): string => new URL(url).host;

/** Which host is which service. */
function servicesOf({ stripe, storage, engine, google, traces }: Config): Map<string, string> {
  const hosts: [string | null | undefined, string][] = [
    [stripe.apiUrl ?? 'https://api.stripe.com', 'stripe'],
    [storage.kind === 's3' ? storage.endpoint : null, 's3'],
    [engine.replicate?.apiUrl, 'replicate'],
    [google?.issuerUrl, 'google'],
    [traces?.url, 'traces'],
    ...FURTHER_HOSTS,
  ];
  return new Map(hosts.flatMap(([url, service]) => (url ? [[hostOf(url), service]] : [])));
}

/** The class of a status, apart from those that say that our key or password is wrong: nobody but the operator can mend that. */
function statusOf(status: number | undefined): string {
  if (status === undefined) return 'none';
  return status === 401 || status === 403 ? 'refused' : `${Math.floor(status / 100)}xx`;
}
