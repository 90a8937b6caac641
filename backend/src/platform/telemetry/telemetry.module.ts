import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Metrics } from './metrics.js';
import { OutgoingRequests } from './outgoing-requests.js';
import { ProcessMetrics } from './process-metrics.js';

/** The figures of a process, for Prometheus. */
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
        ProcessMetrics,
        OutgoingRequests,
      ],
      exports: [Metrics],
    };
  }
}
