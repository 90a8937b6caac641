import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { readRuns } from './generations.figures.js';

/** Runs that ended within the last hour, told by every worker alike: also those whose process died, or was replaced since. */
@Injectable()
export class RunMetrics {
  constructor({ meter }: Metrics, em: EntityManager, clock: Clock) {
    const ended = meter.createObservableGauge('runs_last_hour', {
      description: 'Runs of portraits that ended within the last hour',
    });
    tellFiguresRead(meter, {
      gauges: [ended],
      read: () => readRuns(em.fork(), new Date(clock.now().getTime() - HOUR)),
      tell: (found, tell) => {
        for (const outcome of ['completed', 'failed'] as const) tell(ended, found?.[outcome] ?? NaN, { outcome });
      },
    });
  }
}
