import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { createNoopMeter, type Meter } from '@opentelemetry/api';

/** The figures of this process, by OpenTelemetry: any part makes its instruments from the meter. Without a port nothing is counted. */
export class Metrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  private constructor(
    readonly meter: Meter,
    private readonly served: { host: string; port: number; answer: RequestListener } | null,
  ) {}

  /** @param where Prometheus asks for them, under /metrics; null for nowhere */
  static async at(where: { host: string; port: number } | null, role: 'api' | 'worker'): Promise<Metrics> {
    if (where === null) return new Metrics(createNoopMeter(), null);
    const [{ MeterProvider }, { PrometheusExporter }, { resourceFromAttributes }] = await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-prometheus'),
      import('@opentelemetry/resources'),
    ]);
    const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
    const provider = new MeterProvider({
      resource: resourceFromAttributes({ 'service.name': `bildnis-${role}` }),
      readers: [exporter],
    });
    const answer: RequestListener = (request, response) => {
      if (request.url === '/metrics') return exporter.getMetricsRequestHandler(request, response);
      response.writeHead(404).end();
    };
    return new Metrics(provider.getMeter('bildnis'), { ...where, answer });
  }

  get isServed(): boolean {
    return this.served !== null;
  }

  /** Where they are asked for, once it has begun. */
  get port(): number | null {
    return (this.server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.served) return;
    const { host, port, answer } = this.served;
    const server = (this.server = createServer(answer));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
