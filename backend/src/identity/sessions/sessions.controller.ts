import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import { SessionList } from './sessions.schemas.js';
import { SessionsService } from './sessions.service.js';
import { viewSession } from './sessions.views.js';

@ApiTags('accounts')
@Controller('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Operation({
    summary: 'Where one is signed in, newest use first',
    description: 'With browser, time and, for the first 7 days, a shortened address of each.',
    access: 'user',
    response: SessionList,
  })
  async listSessions(@CurrentUser() principal: Principal) {
    return {
      items: (await this.sessions.list(principal.userId)).map((session) => viewSession(session, principal.sessionId)),
    };
  }

  @Delete()
  @Operation({
    summary: 'End every session but this one',
    description: 'Live connections of the others are closed within seconds.',
    access: 'user',
  })
  async endOtherSessions(@CurrentUser() principal: Principal): Promise<void> {
    await this.sessions.endAll(principal.userId, { except: principal.sessionId });
  }

  @Delete(':id')
  @Operation({
    summary: 'End one session',
    description: 'Its live connections are closed within seconds.',
    access: 'user',
    ids: ['id'],
  })
  async endSession(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.sessions.endOne(principal.userId, id);
  }
}
