import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import type { Config } from '../config/index.js';
import { JobRunner, type EndedAttempt } from '../platform/queue/index.js';
import type { QueueWorkerOptions } from '../platform/queue/queue.worker.module.js';
import { WorkerModule } from './worker.module.js';

/**
 * Starts the worker: relay, queues, engine.
 * @param jobProgram runs the job whose id is its argument, see `runOneJob`; without it jobs that may kill their process run here
 */
export const createWorker = (config: Config, jobProgram: string | null = null): Promise<INestApplicationContext> =>
  create(config, { jobProgram, isForOneJob: false });

/**
 * Runs one job in this process, and nothing else: its death is nobody else's.
 * @param isAskedToEnd whether the process was asked to end before it could begin
 * @returns how the attempt ended, null where none was begun
 */
export async function runOneJob(
  config: Config,
  jobId: string,
  isAskedToEnd: () => boolean,
): Promise<EndedAttempt | null> {
  const alone = { ...config, schedules: false, healthPort: null, metrics: null };
  const app = await create(alone, { jobProgram: null, isForOneJob: true });
  const ended = isAskedToEnd() ? null : await app.get(JobRunner).runAlone(jobId);
  await app.close();
  return ended;
}

async function create(config: Config, queues: QueueWorkerOptions): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config, queues), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.enableShutdownHooks();
  return app;
}
