import { Injectable } from '@nestjs/common';
import type { Histogram } from '@opentelemetry/api';
import { JOB_BUCKETS, Metrics } from '../platform/telemetry/index.js';

export interface EndedWork {
  work: 'training' | 'portraits';
  /** The scene of the style; none for a training. */
  scene?: string;
  /** Refused: there were too few photos that can be used. */
  outcome: 'completed' | 'failed' | 'refused';
  orderedAt: Date;
  endedAt: Date;
}

/** How long customers waited for trainings and runs, from the order to the end that they were told of. */
@Injectable()
export class EngineMetrics {
  private readonly duration: Histogram;

  constructor({ meter }: Metrics) {
    this.duration = meter.createHistogram('engine_work_duration_seconds', {
      description: 'How long trainings and runs took, by style and how they ended',
      advice: { explicitBucketBoundaries: JOB_BUCKETS },
    });
  }

  ended({ work, scene = 'none', outcome, orderedAt, endedAt }: EndedWork): void {
    const seconds = (endedAt.getTime() - orderedAt.getTime()) / 1000;
    this.duration.record(Math.max(0, seconds), { work, style: scene, outcome });
  }
}
