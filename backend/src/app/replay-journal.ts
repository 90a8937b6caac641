import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Config } from '../config/index.js';
import { PartnersDataModule } from '../partners/index.js';
import { RetentionReplayModule, ReplayService } from '../retention/index.js';
import { coreModules } from './core-modules.js';

@Module({})
export class ReplayModule {
  static with(config: Config): DynamicModule {
    return {
      module: ReplayModule,
      imports: [...coreModules(config, 'worker', { hasDeadlines: false }), RetentionReplayModule, PartnersDataModule],
    };
  }
}

/** Repeats after a restore what the journal says was deleted. Files go by jobs, as soon as a worker runs. */
export async function replayJournal(config: Config): Promise<{ lines: number; repeated: number }> {
  const app = await NestFactory.createApplicationContext(ReplayModule.with(config), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    return await app.get(ReplayService).replay();
  } finally {
    await app.close();
  }
}
