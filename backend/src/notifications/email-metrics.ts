import { Injectable } from '@nestjs/common';
import type { Histogram } from '@opentelemetry/api';
import { DURATION_BUCKETS, Metrics } from '../platform/telemetry/index.js';

/** How long the mail server takes. How long emails wait for their turn is told of every queue (`platform/queue/job-metrics.ts`). */
@Injectable()
export class EmailMetrics {
  private readonly duration: Histogram;

  constructor({ meter }: Metrics) {
    this.duration = meter.createHistogram('email_send_duration_seconds', {
      description: 'Time until the mail server took an email, or refused it',
      advice: { explicitBucketBoundaries: DURATION_BUCKETS },
    });
  }

  record(seconds: number, outcome: 'taken' | 'refused' | 'unknown address'): void {
    this.duration.record(seconds, { outcome });
  }
}
