import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { ExampleUpload } from '../../examples/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  CurrentUser,
  EntityId,
  networkOf,
  Operation,
  receiveFile,
  sendObject,
  type Principal,
} from '../../platform/http/index.js';
import {
  AdminExample,
  AdminExampleBody,
  AdminExampleChange,
  AdminExampleEndBody,
  AdminExampleList,
  AdminExampleReward,
  AdminExampleShowBody,
} from './admin-examples.schemas.js';
import { AdminExamplesService } from './admin-examples.service.js';

const KINDS = ['before', 'portrait'] as const;

@ApiTags('admin')
@Controller('admin/examples')
export class AdminExamplesController {
  constructor(private readonly examples: AdminExamplesService) {}

  @Get()
  @Operation({
    summary: 'The register of examples, the newest first',
    description:
      'In one answer: at most 1000 that have not ended, then the 100 that ended last; those have no pictures and no alias any more. ' +
      '`rewardCredits` is what an offer made now brings.',
    access: 'admin',
    response: AdminExampleList,
  })
  listAllExamples() {
    return this.examples.list();
  }

  @Post()
  @Operation({
    summary: 'Begin an example of pictures with a signed release',
    description:
      'Nothing is shown before `showExample`; pictures are uploaded until then. Noted in the audit log. ' +
      'An end that is not after the release answers `validation`, an unknown style 404.',
    access: 'admin',
    status: HttpStatus.CREATED,
    body: AdminExampleBody,
    response: AdminExample,
  })
  createExample(
    @CurrentUser() principal: Principal,
    @Body({ schema: AdminExampleBody }) body: z.infer<typeof AdminExampleBody>,
  ) {
    return this.examples.create(principal.userId, body);
  }

  @Put('reward')
  @Operation({
    summary: 'What an accepted offer brings its customer, once per account',
    description:
      'Credits, for offers made from now on: those that wait keep what they were promised. A change is noted in the audit log.',
    access: 'admin',
    body: AdminExampleReward,
  })
  async setExampleReward(
    @CurrentUser() principal: Principal,
    @Body({ schema: AdminExampleReward }) { rewardCredits }: z.infer<typeof AdminExampleReward>,
  ): Promise<void> {
    await this.examples.setReward(principal.userId, rewardCredits);
  }

  @Patch(':id')
  @Operation({
    summary: 'Change an example; what is left out stays, and what a customer released is not widened',
    description:
      'Of what a customer released the style can be corrected and places taken away; anything else answers `conflict`. ' +
      'Changes are noted in the audit log, the alias without its words. An example that has ended answers 404.',
    access: 'admin',
    body: AdminExampleChange,
    response: AdminExample,
    ids: ['id'],
    errors: ['conflict'],
  })
  editExample(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminExampleChange }) body: z.infer<typeof AdminExampleChange>,
  ) {
    return this.examples.edit(principal.userId, id, body);
  }

  @Post(':id/show')
  @Operation({
    summary: 'Show an example on its pages; accepts an offer',
    description:
      'A customer is told by email and gets what was promised, once per account; the months of a release begin now. ' +
      'It answers `example_not_ready` while copies are made or no portrait is there, `release_over` after its end, ' +
      'and `conflict` where it is shown, has other pictures, or the release begins later. Noted in the audit log.',
    access: 'admin',
    status: HttpStatus.OK,
    body: AdminExampleShowBody,
    response: AdminExample,
    ids: ['id'],
    errors: ['conflict', 'example_not_ready', 'release_over'],
  })
  showExample(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminExampleShowBody }) { pictureIds }: z.infer<typeof AdminExampleShowBody>,
  ) {
    return this.examples.show(principal.userId, id, pictureIds);
  }

  @Post(':id/end')
  @Operation({
    summary: 'End an example at once, or refuse an offer; its pictures are deleted',
    description:
      'For good. A customer is told by email, without the reason, and gets a receipt; noted in the audit log. ' +
      'One that has ended already answers 404.',
    access: 'admin',
    status: HttpStatus.OK,
    body: AdminExampleEndBody,
    response: AdminExample,
    ids: ['id'],
  })
  endExample(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminExampleEndBody }) { reason }: z.infer<typeof AdminExampleEndBody>,
  ) {
    return this.examples.end(principal.userId, id, reason);
  }

  @Post(':id/uploads/:kind')
  @ApiParam({ name: 'kind', schema: { type: 'string', enum: [...KINDS] } })
  @Operation({
    summary: 'Upload a picture for an example that is being prepared',
    description: 'A multipart form with one file in the field `file`. A portrait has to carry our mark of provenance.',
    access: 'admin',
    status: HttpStatus.OK,
    response: ExampleUpload,
    upload: true,
    ids: ['id'],
    errors: [
      'file_too_large',
      'unsupported_media_type',
      'unavailable',
      'upload_too_slow',
      'check_too_slow',
      'conflict',
    ],
  })
  async uploadExamplePicture(
    @CurrentUser() { userId }: Principal,
    @Param('id', EntityId) id: string,
    @Param('kind') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const kind = KINDS.find((one) => one === name);
    if (!kind) throw new AppError('not_found');
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const uploader = { actorId: userId, address: networkOf(request.ip ?? ''), signal: gone.signal };
    const reason = await receiveFile(request, (upload) => this.examples.upload(upload, uploader, { id, kind }));
    return { accepted: reason === null, reason };
  }

  @Delete(':id/pictures/:pictureId')
  @Operation({
    summary: 'Remove a picture from an example that is being prepared',
    description:
      'Its files go with it; noted in the audit log. An offer, or an example that is shown, answers `conflict`.',
    access: 'admin',
    ids: ['id', 'pictureId'],
    errors: ['conflict'],
  })
  async deleteExamplePicture(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('pictureId', EntityId) pictureId: string,
  ): Promise<void> {
    await this.examples.removePicture(principal.userId, id, pictureId);
  }

  @Get(':id/pictures/:pictureId')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'A picture of an example as it will be shown',
    description:
      'As WebP, at most 800 px wide, also before it is shown. It answers 404 until its copies are made, and once the example has ended.',
    access: 'admin',
    binary: 'image/webp',
    ids: ['id', 'pictureId'],
  })
  async getRegisteredPicture(
    @Param('id', EntityId) id: string,
    @Param('pictureId', EntityId) pictureId: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendObject(response, await this.examples.picture(id, pictureId), { type: 'image/webp' });
  }
}
