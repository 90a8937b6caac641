import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Histogram } from '@opentelemetry/api';
import { Clock, DAY } from '../clock/index.js';
import { JOB_BUCKETS, Metrics, tellFiguresRead } from '../telemetry/index.js';
import { readQueues } from './job-figures.js';
import { QUEUES } from './topics.js';
import { WorkerPulse } from './worker-pulse.js';

/** How an attempt at a job ended. */
export type AttemptEnd = 'done' | 'failed' | 'tried again' | 'handed back' | 'lost' | 'not noted' | 'died';

export interface EndedAttempt {
  topic: string;
  outcome: AttemptEnd;
  ms: number;
}

const STATES = ['waiting', 'running', 'later', 'failed'] as const;

/** Figures of the queues, told by every worker alike, and of the attempts of this one. */
@Injectable()
export class JobMetrics {
  private readonly duration: Histogram;

  constructor({ meter }: Metrics, em: EntityManager, clock: Clock, pulse: WorkerPulse) {
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
    tellFiguresRead(meter, {
      gauges: [jobs, oldest],
      read: () => {
        const now = clock.now();
        return readQueues(em.fork(), now, new Date(now.getTime() - DAY));
      },
      tell: (found, tell) => {
        for (const queue of QUEUES) {
          const of = found?.find((one) => one.queue === queue);
          for (const state of STATES) tell(jobs, found ? (of?.[state] ?? 0) : NaN, { queue, state });
          tell(oldest, found ? (of?.oldestWaitingSeconds ?? 0) : NaN, { queue });
        }
      },
    });
    meter
      .createObservableGauge('worker_beat_age_seconds', {
        description: 'Time since the worker last came to the end of a round of its relay, or renewed a lease',
      })
      .addCallback((result) => {
        for (const [beat, seconds] of Object.entries(pulse.ages())) result.observe(seconds, { beat });
      });
  }

  ended({ topic, outcome, ms }: EndedAttempt): void {
    this.duration.record(ms / 1000, { topic, outcome });
  }
}
