import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { apiKeyOf, CurrentUser, EntityId, Operation, type Principal } from '../platform/http/index.js';
import { PlannedRunView, PlanRunBody } from './generations.schemas.js';
import { PlannedRuns } from './planned-runs.service.js';

const PLAN = `While a profile is trained a style may be chosen ahead. Its run starts once, with the end of a training that ends well, and costs its ${facts.generation.credits} credits only then. Where it cannot start (too few credits, a style that is off sale) nothing is charged, and \`reason\` says why. A training that fails leaves it as it is, for the next try. Asking again replaces what was planned.`;

@ApiTags('generations')
@Controller('ai-profiles/:id/planned-run')
export class PlannedRunsController {
  constructor(private readonly planned: PlannedRuns) {}

  @Get()
  @Operation({
    summary: 'What starts when the training ends',
    description:
      'The style that was chosen ahead, and whether it waits, has started (`generationId`) or could not (`reason`); `status` is `none` where none was chosen.',
    access: 'user',
    scope: 'generations:read',
    response: PlannedRunView,
    ids: ['id'],
  })
  getPlannedRun(@CurrentUser() { userId }: Principal, @Param('id', EntityId) id: string) {
    return this.planned.get(userId, id);
  }

  @Put()
  @Operation({
    summary: 'Choose a style while the profile is trained',
    description: PLAN,
    access: 'user',
    scope: 'generations:write',
    body: PlanRunBody,
    response: PlannedRunView,
    ids: ['id'],
    errors: ['insufficient_credits', 'profile_not_in_training', 'not_found'],
  })
  planRun(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: PlanRunBody }) body: z.infer<typeof PlanRunBody>,
  ) {
    return this.planned.plan(principal.userId, id, body, apiKeyOf(principal));
  }

  @Delete()
  @Operation({
    summary: 'Take a planned run back before it starts',
    description:
      'Nothing was charged for it yet. A run that has started is deleted like any other, with `deleteGeneration`.',
    access: 'user',
    scope: 'generations:write',
    ids: ['id'],
  })
  async cancelPlannedRun(@CurrentUser() { userId }: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.planned.cancel(userId, id);
  }
}
