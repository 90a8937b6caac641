import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { apiKeyOf, CurrentUser, EntityId, IdempotencyKey, Operation, type Principal } from '../platform/http/index.js';
import { AiProfileList, AiProfileView, CreateAiProfileBody, UpdateAiProfileBody } from './ai-profiles.schemas.js';
import { AiProfilesService } from './ai-profiles.service.js';
import { TrainingService } from './training.service.js';

const CREATE = `The first step on the way to portraits. A name is needed only to start the training. With an API key \`attestation\` says whom the profile shows; without it the answer is \`attestation_required\`.`;
const START = `Costs ${facts.training.credits} credits; a failed training may be retried free, up to ${facts.training.maxAttempts} attempts within ${facts.training.retryHours} hours. Needs a name and at least ${facts.photos.min} photos that count, of which portraits can be made of one at least (\`no_usable_photo\`). A profile without an attestation that clearly shows somebody else than the account's other profiles is refused with \`attestation_required\` until a change of the profile says whom; nothing is charged. Then ask for the profile again until its status is \`ready\` or \`failed\`, or listen to live events.`;

@ApiTags('ai-profiles')
@Controller('ai-profiles')
export class AiProfilesController {
  constructor(
    private readonly profiles: AiProfilesService,
    private readonly training: TrainingService,
  ) {}

  @Get()
  @Operation({
    summary: 'Own profiles, newest first',
    description:
      'All of them in one answer, drafts and trained ones, each with its photos and where its training stands. An account has 50 at most.',
    access: 'user',
    scope: 'profiles:read',
    response: AiProfileList,
  })
  async listAiProfiles(@CurrentUser() principal: Principal) {
    return { items: await this.profiles.list(principal.userId) };
  }

  @Post()
  @Operation({
    summary: 'Begin a draft',
    description: CREATE,
    access: 'user',
    scope: 'profiles:write',
    status: 201,
    body: CreateAiProfileBody,
    response: AiProfileView,
    errors: ['conflict', 'attestation_required'],
  })
  createAiProfile(
    @CurrentUser() principal: Principal,
    @Body({ schema: CreateAiProfileBody }) body: z.infer<typeof CreateAiProfileBody>,
  ) {
    return this.profiles.create(principal, body);
  }

  @Get(':id')
  @Operation({
    summary: 'One profile',
    description:
      'With its photos and their verdicts while it is a draft, its progress while it is trained, and, with our own engine, what the training made of each photo once it is ready. Webhooks and live events tell of changes, too.',
    access: 'user',
    scope: 'profiles:read',
    response: AiProfileView,
    ids: ['id'],
  })
  getAiProfile(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.profiles.get(principal.userId, id);
  }

  @Patch(':id')
  @Operation({
    summary: 'Rename a profile or change its gender',
    description:
      'The gender tells a hosted engine, at the training, which person it draws; the studio does without. Portraits that exist stay as they are.',
    access: 'user',
    scope: 'profiles:write',
    body: UpdateAiProfileBody,
    response: AiProfileView,
    ids: ['id'],
  })
  updateAiProfile(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: UpdateAiProfileBody }) body: z.infer<typeof UpdateAiProfileBody>,
  ) {
    return this.profiles.update(principal.userId, id, body);
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a profile with its photos and its model',
    description:
      'A training or a run under way is called off. Finished portraits stay until their own end. What was deleted is listed in the receipts of the account.',
    access: 'user',
    scope: 'profiles:write',
    ids: ['id'],
  })
  async deleteAiProfile(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.profiles.delete(principal.userId, id);
  }

  @Post(':id/training')
  @Operation({
    summary: 'Start or retry the training',
    description: START,
    access: 'user',
    scope: 'profiles:write',
    status: 202,
    response: AiProfileView,
    idempotent: true,
    ids: ['id'],
    errors: [
      'consent_required',
      'insufficient_credits',
      'too_few_photos',
      'no_usable_photo',
      'profile_name_missing',
      'profile_not_trainable',
      'attestation_required',
    ],
  })
  async startTraining(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @IdempotencyKey() key: string,
  ) {
    await this.training.start(principal.userId, id, key, apiKeyOf(principal));
    return this.profiles.get(principal.userId, id);
  }
}
