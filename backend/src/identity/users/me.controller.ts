import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, Operation, type Principal } from '../../platform/http/index.js';
import { Me, UpdateMeBody } from './me.schemas.js';
import { UsersService } from './users.service.js';

@ApiTags('accounts')
@Controller('me')
export class MeController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Operation({
    summary: 'The signed-in user',
    description: 'For a key: the account it acts for. `credits` is what its next command can spend.',
    access: 'user',
    scope: 'account:read',
    response: Me,
  })
  getMe(@CurrentUser() principal: Principal) {
    return this.users.me(principal.userId);
  }

  @Patch()
  @Operation({
    summary: 'Change the own details or what is told by mail and push',
    description: 'Only what is sent is changed.',
    access: 'user',
    body: UpdateMeBody,
    response: Me,
  })
  updateMe(@CurrentUser() principal: Principal, @Body({ schema: UpdateMeBody }) body: z.infer<typeof UpdateMeBody>) {
    return this.users.update(principal.userId, body);
  }
}
