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

/** Where traces go, and how many of them. */
export interface TracesTarget {
  /** Takes them as OTLP over HTTP. */
  url: string;
  /** Of the requests and jobs that begin a trace, from 0 to 1. */
  share: number;
}

/** What ended is sent together so often, in milliseconds. */
const SENT_AFTER_MS = 1_000;

/** All parts of the product have one name for their spans. */
const tracer = () => trace.getTracer('bildnis');

/**
 * Sends what was traced, by OpenTelemetry: a request, the jobs it noted and what both ask of others are one trace. Spans hold patterns of routes,
 * topics and services, never an id of somebody or an address. Without a target nothing is traced.
 */
export class Traces implements OnApplicationShutdown {
  private constructor(private readonly provider: { shutdown(): Promise<void> } | null) {}

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
          exporter: new OTLPTraceExporter({ url: target.url }),
          scheduledDelayMillis: SENT_AFTER_MS,
        }),
      ],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
    return new Traces(provider);
  }

  get isServed(): boolean {
    return this.provider !== null;
  }

  /** What was not sent yet is sent, as far as there is time. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.provider) return;
    await this.provider.shutdown().catch(() => undefined);
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

/** The trace that is under way, as W3C's `traceparent`, for whoever goes on with it; null where nothing is traced. */
export function traceparent(): string | null {
  const span = trace.getSpanContext(context.active());
  if (!span || (span.traceFlags & TraceFlags.SAMPLED) === 0) return null;
  return `${VERSION}-${span.traceId}-${span.spanId}-01`;
}

/** To go on with what `traceparent` has told; from the beginning where that was nothing. */
export function goingOnWith(parent: string | null): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent ?? '') ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}
