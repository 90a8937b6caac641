import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import { ApiKeyList, CreateApiKeyBody, NewApiKey } from './api-keys.schemas.js';
import { ApiKeysService } from './api-keys.service.js';
import { viewApiKey } from './api-keys.views.js';

@ApiTags('api-keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

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

  @Post()
  @Operation({
    summary: 'Make an API key; its secret is shown once',
    description:
      'For a person with a session: a key makes no keys. Give it the scopes its program needs and no others. Unless told otherwise it ends after 90 days.',
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
