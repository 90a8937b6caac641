import type { OnApplicationShutdown } from '@nestjs/common';
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { withDeadline } from '../outages/index.js';

/** Where traces go, and how many of them. */
export interface TracesTarget {
  /** Takes them as OTLP over HTTP. */
  url: string;
  /** Of the requests and jobs that begin a trace, from 0 to 1. */
  share: number;
}

/** What ended is sent together so often, in milliseconds. */
const SENT_AFTER_MS = 1_000;
/** A collector that does not answer holds nothing up for longer, in milliseconds: neither sending, nor the end of the process. */
const SEND_MS = 4_000;
const END_MS = 2_000;

/** All parts of the product have one name for their spans. */
const tracer = () => trace.getTracer('bildnis');

/**
 * Sends what was traced, by OpenTelemetry: a request, the jobs it noted and what both ask of others are one trace. Spans hold patterns of routes,
 * topics and services, never an id of somebody or an address. Without a target nothing is traced.
 */
export class Traces implements OnApplicationShutdown {
  private constructor(
    private readonly provider: { shutdown(): Promise<void> } | null,
    private readonly isGlobal = false,
  ) {}

  static async to(target: TracesTarget | null, role: 'api' | 'worker'): Promise<Traces> {
    if (target === null) return new Traces(null);
    const [sdk, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }] =
      await Promise.all([
        import('@opentelemetry/sdk-trace'),
        import('@opentelemetry/context-async-hooks'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
      ]);
    const provider = new sdk.TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `bildnis-${role}` }),
      sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(target.share) }),
      spanProcessors: [
        new sdk.BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: target.url, timeoutMillis: SEND_MS }),
          scheduledDelayMillis: SENT_AFTER_MS,
          exportTimeoutMillis: SEND_MS,
        }),
      ],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    return new Traces(provider, trace.setGlobalTracerProvider(provider));
  }

  get isServed(): boolean {
    return this.provider !== null;
  }

  /** What was not sent yet is sent, as far as there is time. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.provider) return;
    await withDeadline(this.provider.shutdown(), END_MS).catch(() => undefined);
    if (!this.isGlobal) return;
    trace.disable();
    context.disable();
  }
}

/** Does something as a part of the trace that is under way, or as one of its own. What it throws ends the span as failed. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  act: (span: Span) => Promise<T>,
  { kind = SpanKind.INTERNAL, parent = context.active() }: { kind?: SpanKind; parent?: Context } = {},
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await act(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span that ends elsewhere than it begins; the caller ends it. */
export const beginSpan = (name: string, kind: SpanKind): Span => tracer().startSpan(name, { kind });

/** Does something within a span. */
export const within = <T>(span: Span, act: () => T): T => context.with(trace.setSpan(context.active(), span), act);

const VERSION = '00';

/** Whether there is a trace under way that something can be a part of. */
export const isTracing = (): boolean => trace.getSpanContext(context.active()) !== undefined;

/** The trace that is under way, as W3C's `traceparent`, for a job that goes on with it, also where it is not kept; null where nothing is traced. */
export function traceparent(): string | null {
  const span = trace.getSpanContext(context.active());
  return span ? `${VERSION}-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}` : null;
}

/** To go on with what `traceparent` has told; from the beginning where that was nothing. */
export function goingOnWith(parent: string | null): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(parent ?? '') ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags), isRemote: true });
}
