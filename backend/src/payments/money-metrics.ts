import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { readMovedMoney } from './payments.figures.js';

/** Money that was paid and sent back within the last hour, told by every worker alike. */
@Injectable()
export class MoneyMetrics {
  constructor({ meter }: Metrics, em: EntityManager, clock: Clock) {
    const moved = meter.createObservableGauge('money_moved_last_hour_francs', {
      description: 'Swiss francs paid and sent back within the last hour',
    });
    tellFiguresRead(meter, {
      gauges: [moved],
      read: () => readMovedMoney(em.fork(), new Date(clock.now().getTime() - HOUR)),
      tell: (found, tell) => {
        for (const direction of ['paid', 'returned'] as const)
          tell(moved, found ? found[direction] / 100 : NaN, { direction });
      },
    });
  }
}
