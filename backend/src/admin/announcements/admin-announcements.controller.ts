import { Body, Controller, Delete, Get, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import {
  AdminAnnouncement,
  AdminAnnouncementBody,
  AdminAnnouncementList,
  AdminAnnouncementPreview,
} from './admin-announcements.schemas.js';
import { AdminAnnouncementsService } from './admin-announcements.service.js';

@ApiTags('admin')
@Controller('admin/announcements')
export class AdminAnnouncementsController {
  constructor(private readonly announcements: AdminAnnouncementsService) {}

  @Get()
  @Operation({
    summary: 'Changes that were announced, newest first, and how far their emails have come',
    description:
      'In one answer, without those taken back. `earliestOn` is the first day in Zurich from which a change announced now may hold.',
    access: 'admin',
    response: AdminAnnouncementList,
  })
  listAnnouncements() {
    return this.announcements.list();
  }

  @Post('preview')
  @Operation({
    summary: 'The email of a change, and how many people would get it',
    description:
      'Nothing is announced or sent. Only `announceChange` checks the notice, and whether the same was announced already.',
    access: 'admin',
    status: HttpStatus.OK,
    body: AdminAnnouncementBody,
    response: AdminAnnouncementPreview,
  })
  previewAnnouncement(@Body({ schema: AdminAnnouncementBody }) body: AdminAnnouncementBody) {
    return this.announcements.preview(body);
  }

  @Post()
  @Operation({
    summary: 'Announce a change to everybody concerned',
    description: 'Emails wait a while, so that it can be taken back; then everybody concerned gets one.',
    access: 'admin',
    status: HttpStatus.CREATED,
    body: AdminAnnouncementBody,
    response: AdminAnnouncement,
    errors: ['notice_too_short', 'already_announced'],
  })
  announceChange(
    @CurrentUser() principal: Principal,
    @Body({ schema: AdminAnnouncementBody }) body: AdminAnnouncementBody,
  ) {
    return this.announcements.announce(principal.userId, body);
  }

  @Delete(':id')
  @Operation({
    summary: 'Take back a change before any email went out',
    description:
      'Deletes the announcement; the audit log keeps both acts. It answers `already_sent` once an email has begun to go out, ' +
      'or new orders pay an announced price.',
    access: 'admin',
    ids: ['id'],
    errors: ['already_sent'],
  })
  async takeBackAnnouncement(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    await this.announcements.takeBack(principal.userId, id);
  }
}
