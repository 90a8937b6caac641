import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Histogram } from '@opentelemetry/api';
import { Clock, DAY } from '../clock/index.js';
import { withDeadline } from '../outages/index.js';
import { JOB_BUCKETS, Metrics } from '../telemetry/index.js';
import { readQueues } from './job-figures.js';
import { WorkerPulse } from './worker-pulse.js';

/** A database that hangs must not keep the other figures from being told, in milliseconds. */
const READ_MS = 2_000;

/** How an attempt at a job ended. */
export type AttemptEnd = 'done' | 'failed' | 'tried again' | 'handed back' | 'lost';

/** Figures of the queues, told by every worker alike, and of the attempts of this one. */
@Injectable()
export class JobMetrics {
  private readonly duration: Histogram;

  constructor(
    { meter }: Metrics,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    pulse: WorkerPulse,
  ) {
    this.duration = meter.createHistogram('job_attempt_duration_seconds', {
      description: 'How long attempts at jobs took, by how they ended',
      advice: { explicitBucketBoundaries: JOB_BUCKETS },
    });
    const jobs = meter.createObservableGauge('jobs', {
      description: 'Jobs by queue and state; failed ones of the last day',
    });
    const oldest = meter.createObservableGauge('job_oldest_waiting_seconds', {
      description: 'How long the oldest job that is due has waited',
    });
    meter.addBatchObservableCallback(
      async (result) => {
        const now = this.clock.now();
        const reading = readQueues(this.em.fork(), now, new Date(now.getTime() - DAY));
        const queues = await withDeadline(reading, READ_MS).catch(() => []);
        for (const { queue, oldestWaitingSeconds, ...states } of queues) {
          for (const [state, number] of Object.entries(states)) result.observe(jobs, number, { queue, state });
          result.observe(oldest, oldestWaitingSeconds ?? 0, { queue });
        }
      },
      [jobs, oldest],
    );
    meter
      .createObservableGauge('worker_beat_age_seconds', {
        description: 'Time since the worker last came to the end of a round of its relay, or renewed a lease',
      })
      .addCallback((result) => {
        for (const [beat, seconds] of Object.entries(pulse.ages())) result.observe(seconds, { beat });
      });
  }

  ended(topic: string, outcome: AttemptEnd, milliseconds: number): void {
    this.duration.record(milliseconds / 1000, { topic, outcome });
  }
}
