import { BullModule, getQueueToken } from '@nestjs/bull';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../../config/index.js';
import { BULL_QUEUES } from './bull-queues.js';
import { JobMetrics } from './job-metrics.js';
import { JOB_PROGRAM, JobProcess } from './job-process.js';
import { JobRunner } from './job-runner.js';
import { Relay } from './relay.js';
import { ENDS_IN_SILENCE, forgetSilenceOfLost, watched } from './redis.js';
import { QUEUES } from './topics.js';
import { WorkerPulse } from './worker-pulse.js';

/**
 * Bull's own locks only guard against double delivery; ours are the leases in PostgreSQL. It waits for work for two seconds (`drainDelay`)
 * at a time, which is well below the silence that ends a connection.
 */
const BULL_SETTINGS = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10, drainDelay: 2 };

export interface QueueWorkerOptions {
  /** The program that runs one job in a process of its own, see JOB_PROGRAM. */
  jobProgram: string | null;
  /** This is that process: it takes nothing from the queues, and moves nothing into them. */
  isForOneJob: boolean;
}

/** The worker's side: relay, queues, runner. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      useFactory: (config: Config) => ({ redis: bullRedis(config.redisUrl), settings: BULL_SETTINGS }),
      inject: [CONFIG],
    }),
    BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
  ],
  providers: [WorkerPulse, JobMetrics, JobRunner, JobProcess],
  exports: [JobRunner, BullModule],
})
export class QueueWorkerModule {
  static with({ jobProgram, isForOneJob }: QueueWorkerOptions): DynamicModule {
    return {
      module: QueueWorkerModule,
      providers: [
        { provide: JOB_PROGRAM, useValue: jobProgram },
        ...(isForOneJob ? [] : [Relay]),
        {
          provide: BULL_QUEUES,
          useFactory: (...queues: Queue[]) =>
            new Map(QUEUES.map((name, index) => [name, prepare(queues[index]!, isForOneJob)])),
          inject: QUEUES.map((name) => getQueueToken(name)),
        },
      ],
    };
  }
}

/**
 * Bull asks the connection on which it waits for work to end when its wait does, and cuts it half a second later, since that takes longer.
 * It is cut at once: nothing is lost on it that PostgreSQL does not know of.
 */
function prepare(queue: Queue, isForOneJob: boolean): Queue {
  if (isForOneJob) {
    queue.process = () => Promise.resolve();
    return queue;
  }
  const { bclient, client } = queue as Queue & { bclient: Redis; client: Redis };
  watched(client);
  forgetSilenceOfLost(bclient);
  bclient.quit = () => {
    bclient.disconnect();
    return Promise.resolve('OK');
  };
  return queue;
}

function bullRedis(url: string) {
  const parsed = new URL(url);
  return {
    ...ENDS_IN_SILENCE,
    host: parsed.hostname,
    port: Number(parsed.port || 6379),
    ...(parsed.password ? { password: decodeURIComponent(parsed.password) } : {}),
    ...(parsed.username ? { username: decodeURIComponent(parsed.username) } : {}),
    ...(parsed.pathname.length > 1 ? { db: Number(parsed.pathname.slice(1)) } : {}),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
