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
 * @param options.isAskedToEnd whether the process was asked to end before it could begin
 * @param options.onBegun called once the job is this process's
 * @param options.onEnded told how the attempt ended, before the process has closed what it holds
 */
export async function runOneJob(
  config: Config,
  jobId: string,
  {
    isAskedToEnd,
    onBegun,
    onEnded,
  }: { isAskedToEnd: () => boolean; onBegun: () => void; onEnded: (attempt: EndedAttempt) => Promise<void> },
): Promise<void> {
  const alone = { ...config, schedules: false, healthPort: null, metrics: null };
  const app = await create(alone, { jobProgram: null, isForOneJob: true });
  const attempt = isAskedToEnd() ? null : await app.get(JobRunner).runAlone(jobId, onBegun);
  if (attempt) await onEnded(attempt);
  await app.close();
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
