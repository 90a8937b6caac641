import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../../facts/index.js';
import { CurrentUser, EntityId, Operation, PageQuery, type Principal } from '../../platform/http/index.js';
import { ApiKeyList, CreateApiKeyBody, KeyUsageList, NewApiKey } from './api-keys.schemas.js';
import { ApiKeysService } from './api-keys.service.js';
import { viewApiKey, viewUsage } from './api-keys.views.js';
import { KeyUsage } from './key-usage.service.js';

@ApiTags('api-keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly usage: KeyUsage,
  ) {}

  @Get()
  @Operation({
    summary: 'Own API keys, newest first',
    description: 'Names, scopes, ends and when each was last used; never the keys themselves.',
    access: 'user',
    response: ApiKeyList,
  })
  async listApiKeys(@CurrentUser() principal: Principal) {
    return { items: (await this.keys.list(principal.userId)).map(viewApiKey) };
  }

  @Get('usage')
  @Operation({
    summary: 'What own API keys did, by month, the latest first',
    description: `One entry for each key and month in which it did something, for ${facts.api.usageMonths} months. Calls are counted within half a minute; where a server is killed, those of its last half minute are missing. Trainings, runs and credits are booked with what they pay for and are exact.`,
    access: 'user',
    response: KeyUsageList,
  })
  async listKeyUsage(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) page: PageQuery) {
    const { items, nextCursor } = await this.usage.page(principal.userId, page);
    return { items: items.map(viewUsage), nextCursor };
  }

  @Post()
  @Operation({
    summary: 'Make an API key; its secret is shown once',
    description: `For a person with a session: a key makes no keys. Give it the scopes its program needs and no others. Unless told otherwise it ends after ${facts.api.keyDays} days.`,
    access: 'user',
    status: 201,
    body: CreateApiKeyBody,
    response: NewApiKey,
    proof: true,
    errors: ['conflict'],
  })
  async createApiKey(
    @CurrentUser() principal: Principal,
    @Body({ schema: CreateApiKeyBody }) body: z.infer<typeof CreateApiKeyBody>,
  ) {
    const { key, secret } = await this.keys.create(principal.userId, body);
    return { key: viewApiKey(key), secret };
  }

  @Delete(':id')
  @Operation({
    summary: 'Revoke an API key at once',
    description: 'The next call that needs it answers 401. What it has begun goes on.',
    access: 'user',
    ids: ['id'],
  })
  async revokeApiKey(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.keys.revoke(principal.userId, id);
  }
}
