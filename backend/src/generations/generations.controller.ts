import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  apiKeyOf,
  CurrentUser,
  EntityId,
  IdempotencyKey,
  Operation,
  PageQuery,
  RateLimiter,
  type Limit,
  type Principal,
} from '../platform/http/index.js';
import { CreateGenerationBody, GenerationPage, GenerationView, RepeatGenerationBody } from './generations.schemas.js';
import { GenerationsService } from './generations.service.js';

/** Runs of one customer, by hand and by keys together: more than anybody looks at, too few to start and delete in circles. */
const RUNS_PER_CUSTOMER: Limit = { name: 'generation', points: 60, seconds: 600 };

const CREATE = `Costs ${facts.generation.credits} credits and makes all ${facts.generation.portraits} portraits or none: a run that fails gives its credits back at once. Then ask for the run again until its status is \`completed\` or \`failed\`, or listen to live events. At most ${RUNS_PER_CUSTOMER.points} runs in ${RUNS_PER_CUSTOMER.seconds / 60} minutes.`;
const REPEAT = `Once per profile a completed run that is not liked is made once more without a charge, in the same style; \`complaint\` says what is made differently. The run that is repeated stays. A repeat that fails, or is deleted before anything of it was shown, leaves the right unused.`;
const DELETE = `A run under way is called off. Its ${facts.generation.credits} credits come back only while no preview of it was made (\`creditsReturnedOnDeletion\`); what came back is an entry \`generation_return\` of \`GET /credits/entries\`.`;
const ONE = `The links are signed for at most ${facts.links.lifetimeSeconds} seconds, never less than five minutes short of it, and need the owner's key or session besides; ask again for fresh ones. Portraits are kept for ${facts.portraits.keptDays} days after completion (\`expiresAt\`).`;

@ApiTags('generations')
@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly generations: GenerationsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Operation({
    summary: 'Generate 8 portraits of a profile in a style',
    description: CREATE,
    access: 'user',
    scope: 'generations:write',
    status: 202,
    body: CreateGenerationBody,
    response: GenerationView,
    idempotent: true,
    errors: ['consent_required', 'insufficient_credits', 'profile_not_ready', 'not_found'],
  })
  async createGeneration(
    @CurrentUser() principal: Principal,
    @Body({ schema: CreateGenerationBody }) body: z.infer<typeof CreateGenerationBody>,
    @IdempotencyKey() key: string,
  ) {
    // While nothing can be counted, credits alone bound what somebody starts.
    const usage = this.limiter.counts
      ? await this.limiter.count(RUNS_PER_CUSTOMER, principal.userId).catch(() => null)
      : null;
    if (usage?.exceeded)
      throw new AppError('rate_limited', {
        detail: 'too many runs were started',
        retryAfterSeconds: usage.resetSeconds,
      });
    return this.generations.create(principal.userId, body, key, apiKeyOf(principal));
  }

  @Get()
  @Operation({
    summary: 'Own runs, newest first',
    description:
      'Page by page. A completed run goes with its portraits 90 days after its completion, see `expiresAt`; that is null for all others.',
    access: 'user',
    scope: 'generations:read',
    response: GenerationPage,
  })
  listGenerations(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.generations.list(principal.userId, page);
  }

  @Get(':id')
  @Operation({
    summary: 'One run with its portraits',
    description: ONE,
    access: 'user',
    scope: 'generations:read',
    response: GenerationView,
    ids: ['id'],
  })
  getGeneration(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.generations.get(principal.userId, id);
  }

  @Post(':id/repeat')
  @Operation({
    summary: 'Repeat a run free',
    description: REPEAT,
    access: 'user',
    scope: 'generations:write',
    status: 202,
    body: RepeatGenerationBody,
    response: GenerationView,
    ids: ['id'],
    idempotent: true,
    errors: ['consent_required', 'repeat_used', 'run_not_repeatable', 'not_found', 'rate_limited', 'unavailable'],
  })
  async repeatGeneration(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: RepeatGenerationBody }) body: z.infer<typeof RepeatGenerationBody>,
    @IdempotencyKey() key: string,
  ) {
    // Without a charge nothing else bounds what is begun and called off in circles.
    await this.limiter.consume(RUNS_PER_CUSTOMER, principal.userId);
    return this.generations.repeat(principal.userId, id, body, key);
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a run with all its images',
    description: DELETE,
    access: 'user',
    scope: 'generations:write',
    ids: ['id'],
  })
  async deleteGeneration(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.generations.delete(principal.userId, id);
  }
}
