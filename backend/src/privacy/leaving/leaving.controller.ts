import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import {
  CurrentUser,
  EntityId,
  MediaQuery,
  Operation,
  RateLimiter,
  sendObject,
  SignedLinks,
  type Principal,
} from '../../platform/http/index.js';
import { SessionCookies } from '../../identity/index.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { DataExportsService } from './data-exports.service.js';
import {
  DataExportList,
  DataExportView,
  DeleteAccountBody,
  DeletionPreview,
  DeletionReceipt,
} from './leaving.schemas.js';

const EXPORT_LIMIT = { name: 'data-export', points: 5, seconds: 86_400 } as const;

@ApiTags('accounts')
@Controller()
export class LeavingController {
  constructor(
    private readonly exports: DataExportsService,
    private readonly deletion: AccountDeletionService,
    private readonly cookies: SessionCookies,
    private readonly links: SignedLinks,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('me/exports')
  @Operation({
    summary: 'Exports of the own data, newest first',
    description: 'The newest 20, with a link to each that is ready (an hour at most) and when its file goes.',
    access: 'user',
    response: DataExportList,
  })
  async listDataExports(@CurrentUser() principal: Principal) {
    return { items: await this.exports.list(principal.userId) };
  }

  @Post('me/exports')
  @Operation({
    summary: 'Ask for all own data as a ZIP; one at a time',
    description: 'It is put together in the background; an email says when it can be had.',
    access: 'user',
    status: 202,
    response: DataExportView,
    proof: true,
    errors: ['rate_limited'],
  })
  async requestDataExport(@CurrentUser() principal: Principal) {
    await this.limiter.consume(EXPORT_LIMIT, principal.userId);
    return this.exports.request(principal.userId);
  }

  @Get('media/exports/:id')
  @Operation({
    summary: 'The ZIP of an export',
    description: 'The link comes from the list of exports and works only together with the session of its owner.',
    access: 'user',
    binary: 'application/zip',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async downloadDataExport(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(`/api/v1/media/exports/${id}`, principal.userId, query);
    const file = await this.exports.open(principal.userId, id);
    return sendObject(response, file, {
      type: 'application/zip',
      disposition: `attachment; filename="${file.fileName}"`,
    });
  }

  @Get('me/deletion')
  @Operation({
    summary: 'What deleting the account would take away',
    description:
      'To be shown before somebody decides: how much goes, whether a plan ends with it, credits that are owed, and whether a hash of the address stays.',
    access: 'user',
    response: DeletionPreview,
  })
  previewAccountDeletion(@CurrentUser() principal: Principal) {
    return this.deletion.preview(principal.userId);
  }

  @Post('me/deletion')
  @Operation({
    summary: 'Delete the account for good',
    description:
      'It is closed at once and its images go within 7 days at most, with a receipt by email; what the books and proofs need stays without a name.',
    access: 'user',
    status: 200,
    body: DeleteAccountBody,
    response: DeletionReceipt,
    proof: true,
  })
  async deleteAccount(
    @CurrentUser() principal: Principal,
    @Body({ schema: DeleteAccountBody }) body: z.infer<typeof DeleteAccountBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const receipt = await this.deletion.delete(principal.userId, body.confirmEmail);
    this.cookies.clear(response);
    return receipt;
  }
}
