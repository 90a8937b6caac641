import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { CREDIT_REASONS } from './credit-entry.entity.js';
import { readMovedCredits } from './credits.figures.js';

/** Credits booked within the last hour by reason, told by every worker alike: more returns than usual mean that the engine fails. */
@Injectable()
export class CreditMetrics {
  constructor({ meter }: Metrics, em: EntityManager, clock: Clock) {
    const moved = meter.createObservableGauge('credits_moved_last_hour', {
      description: 'Credits booked within the last hour, by reason, whichever way',
    });
    tellFiguresRead(meter, {
      gauges: [moved],
      read: () => readMovedCredits(em.fork(), new Date(clock.now().getTime() - HOUR)),
      tell: (found, tell) => {
        for (const reason of CREDIT_REASONS) tell(moved, found?.[reason] ?? NaN, { reason });
      },
    });
  }
}
