import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { countEndedTrainings } from './ai-profiles.figures.js';

/** Trainings that ended within the last hour, told by every worker alike: also those whose process died, or was replaced since. */
@Injectable()
export class TrainingMetrics {
  constructor({ meter }: Metrics, em: EntityManager, clock: Clock) {
    const ended = meter.createObservableGauge('trainings_last_hour', {
      description: 'Trainings that ended within the last hour; refused ones had too few photos that can be used',
    });
    tellFiguresRead(meter, {
      gauges: [ended],
      read: () => countEndedTrainings(em.fork(), new Date(clock.now().getTime() - HOUR)),
      tell: (found, tell) => {
        for (const outcome of ['completed', 'failed', 'refused'] as const)
          tell(ended, found?.[outcome] ?? NaN, { outcome });
      },
    });
  }
}
