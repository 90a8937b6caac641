import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, PageQuery, type Principal } from '../../platform/http/index.js';
import {
  AdminHidingBody,
  AdminJudgementFigures,
  AdminReplyBody,
  AdminSentencePage,
} from './admin-judgements.schemas.js';
import { AdminJudgementsService } from './admin-judgements.service.js';

@ApiTags('admin')
@Controller('admin/judgements')
export class AdminJudgementsController {
  constructor(private readonly judgements: AdminJudgementsService) {}

  @Get()
  @Operation({
    summary: 'Sentences of judgements that may be published, and those hidden, newest first',
    access: 'admin',
    response: AdminSentencePage,
  })
  listSentences(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.judgements.list(query);
  }

  @Get('figures')
  @Operation({ summary: 'All judgements counted', access: 'admin', response: AdminJudgementFigures })
  getJudgementFigures() {
    return this.judgements.figures();
  }

  @Put(':id/reply')
  @Operation({
    summary: 'Reply to a sentence, in public',
    access: 'admin',
    body: AdminReplyBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async replyToSentence(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReplyBody }) body: AdminReplyBody,
  ) {
    await this.judgements.reply(principal.userId, id, body);
  }

  @Post(':id/hiding')
  @Operation({
    summary: 'Hide a sentence that is unlawful',
    description: 'How many are hidden is published. What its author answered goes on counting.',
    access: 'admin',
    body: AdminHidingBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async hideSentence(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminHidingBody }) body: AdminHidingBody,
  ) {
    await this.judgements.hide(principal.userId, id, body);
  }

  @Post(':id/showing')
  @Operation({
    summary: 'Show a hidden sentence again',
    access: 'admin',
    body: AdminHidingBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async showSentence(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminHidingBody }) body: AdminHidingBody,
  ) {
    await this.judgements.show(principal.userId, id, body);
  }
}
