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
    description:
      'Page by page, without a name. One that follows a hidden one waits here, hidden, until `showSentence`.',
    access: 'admin',
    response: AdminSentencePage,
  })
  listSentences(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.judgements.list(query);
  }

  @Get('figures')
  @Operation({
    summary: 'All judgements counted',
    description:
      'Also below the number from which they are published; by style in the order of styles, without those that have none.',
    access: 'admin',
    response: AdminJudgementFigures,
  })
  getJudgementFigures() {
    return this.judgements.figures();
  }

  @Put(':id/reply')
  @Operation({
    summary: 'Reply to a sentence, in public',
    description:
      '`sentence` is what was read: where its author has changed it since, `conflict`. `reply: null` takes a reply away. ' +
      'No email goes out; the audit log notes it without the words.',
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
    description:
      'Also one that waits because another of the same judgement was hidden before. Noted in the audit log. ' +
      'Where its author has changed it since, or it is shown already: `conflict`.',
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
