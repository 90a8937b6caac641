import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { AppError } from '../platform/errors/index.js';
import { Operation } from '../platform/http/index.js';
import { withDeadline } from '../platform/outages/index.js';
import { REDIS } from '../platform/queue/index.js';

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

/** A balancer that asks has other processes to send visitors to, in milliseconds. */
const ANSWER_MS = 800;

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly em: EntityManager,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  @Get('live')
  @Operation({
    summary: 'The process answers',
    description: 'For a supervisor: it asks nothing of any other service.',
    access: 'public',
    response: Health,
  })
  getLiveness() {
    return { status: 'ok' as const };
  }

  @Get('ready')
  @Operation({
    summary: 'Database and Redis answer too',
    description: 'For a balancer: 503 within a second where one of them does not.',
    access: 'public',
    response: Health,
    errors: ['unavailable'],
  })
  async getReadiness() {
    try {
      await withDeadline(Promise.all([this.em.execute('select 1'), this.redis.ping()]), ANSWER_MS);
    } catch {
      throw new AppError('unavailable');
    }
    return { status: 'ok' as const };
  }
}
