import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Metrics } from './metrics.js';
import { OutgoingRequests } from './outgoing-requests.js';
import { ProcessMetrics } from './process-metrics.js';
import { Traces } from './traces.js';

/** The figures of a process, for Prometheus, and its traces. */
@Global()
@Module({})
export class TelemetryModule {
  static as(role: 'api' | 'worker'): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        {
          provide: Metrics,
          inject: [CONFIG],
          useFactory: ({ metrics }: Config) => Metrics.at(metrics, role),
        },
        {
          provide: Traces,
          inject: [CONFIG],
          useFactory: ({ traces }: Config) => Traces.to(traces, role),
        },
        ProcessMetrics,
        OutgoingRequests,
      ],
      exports: [Metrics, Traces],
    };
  }
}
