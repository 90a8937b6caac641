import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readConfig, type Config } from '../config/index.js';
import { ApiModule } from './api.module.js';
import { describeApi } from './openapi.js';

/** The configuration of an installation about which nothing is known yet. */
export function defaultConfig(): Config {
  return readConfig({
    MODE: 'test',
    DATABASE_URL: 'postgresql://none/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    STORAGE_DIR: '.',
    SMTP_URL: 'smtp://127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    MEDIA_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'silent',
  });
}

/** Describes the API without connecting to anything. */
export async function describeOffline(): Promise<OpenAPIObject> {
  const app = await NestFactory.create(ApiModule.with(defaultConfig(), false), {
    logger: false,
    preview: true,
    abortOnError: false,
  });
  app.setGlobalPrefix('api/v1');
  return describeApi(app);
}
