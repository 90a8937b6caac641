import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { poolFigures } from '../database/index.js';
import { servicesAway } from '../outages/index.js';
import { Metrics } from './metrics.js';

const NANOSECONDS = 1e9;
/** How often the event loop is looked at, in milliseconds: so long it takes to come round also where it is not late. */
const LOOKS_MS = 10;

/** What every process tells of itself: memory, processor, event loop, connections to the database, services that do not answer. */
@Injectable()
export class ProcessMetrics implements OnApplicationShutdown {
  private readonly delay = monitorEventLoopDelay({ resolution: LOOKS_MS });

  constructor({ meter, isServed }: Metrics) {
    if (isServed) this.delay.enable();
    const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
    gauge('process_resident_memory_bytes', 'Memory the process has in use').addCallback((result) =>
      result.observe(process.memoryUsage.rss()),
    );
    meter
      .createObservableCounter('process_cpu_seconds', { description: 'Time spent computing' })
      .addCallback((result) => {
        const { user, system } = process.cpuUsage();
        result.observe((user + system) / 1e6);
      });
    gauge('process_uptime_seconds', 'Time since the process was started').addCallback((result) =>
      result.observe(process.uptime()),
    );
    gauge('nodejs_eventloop_delay_seconds', 'How late the event loop comes round, since it was last asked').addCallback(
      (result) => {
        for (const percentile of [50, 99])
          result.observe(Math.max(0, this.delay.percentile(percentile) / NANOSECONDS - LOOKS_MS / 1000), {
            percentile: String(percentile),
          });
        this.delay.reset();
      },
    );
    gauge('database_connections', 'Connections to PostgreSQL, and who waits for one').addCallback((result) => {
      for (const [state, number] of Object.entries(poolFigures())) result.observe(number, { state });
    });
    gauge('service_away', 'Whether a service does not answer this process').addCallback((result) => {
      for (const [service, isAway] of servicesAway()) result.observe(isAway ? 1 : 0, { service });
    });
  }

  onApplicationShutdown(): void {
    this.delay.disable();
  }
}
