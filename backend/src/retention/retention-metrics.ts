import { Injectable } from '@nestjs/common';
import { MINUTE } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { RetentionOverview } from './overview.service.js';
import { RULE_NAMES } from './rule.js';

/** Every rule is asked by itself: often enough for promises that count in days. */
const KEPT_MS = 10 * MINUTE;

/** By how much promises about deletion are broken, told by every worker alike. */
@Injectable()
export class RetentionMetrics {
  constructor({ meter }: Metrics, overview: RetentionOverview) {
    const late = meter.createObservableGauge('retention_lateness_seconds', {
      description: 'How long ago the oldest thing should have gone that is still there; 0 where none is',
    });
    tellFiguresRead(meter, {
      gauges: [late],
      read: () => overview.lateness(),
      tell: (found, tell) => {
        for (const rule of RULE_NAMES) tell(late, found?.get(rule) ?? NaN, { rule });
      },
      keepMs: KEPT_MS,
    });
  }
}
