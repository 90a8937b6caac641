import { Controller, Get, Header, Param, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { EntityId, Operation, sendObject } from '../platform/http/index.js';
import { PublishedExamples as PublishedExampleList, PublishedExamplesQuery } from './examples.schemas.js';
import { PublishedExamples } from './published-examples.service.js';

/** Nothing on the way may keep a picture that can be withdrawn, and no search engine is to show it elsewhere. */
const NOT_KEPT = 'no-store';
const NOT_INDEXED = 'noindex, noimageindex, noarchive';

@ApiTags('examples')
@Controller('examples')
export class ExamplesController {
  constructor(private readonly examples: PublishedExamples) {}

  @Get()
  @Header('Cache-Control', NOT_KEPT)
  @Operation({
    summary: 'Portraits of real people who released them for a public page',
    description: `Only while their release is valid. A page that shows them asks again every ${facts.examples.recheckSeconds} seconds and takes away what is not listed any more.`,
    access: 'public',
    response: PublishedExampleList,
  })
  async listExamples(
    @Query({ schema: PublishedExamplesQuery }) { place, style }: z.infer<typeof PublishedExamplesQuery>,
  ) {
    return { items: await this.examples.list(place, style) };
  }

  @Get(':id/pictures/:pictureId/:width')
  @Header('Cache-Control', NOT_KEPT)
  @Header('X-Robots-Tag', NOT_INDEXED)
  @ApiParam({ name: 'width', schema: { type: 'string', enum: facts.examples.widths.map(String) } })
  @Operation({
    summary: 'A picture of an example, while its release is valid',
    description: 'It answers 404 from the moment its owner takes the release back.',
    access: 'public',
    binary: 'image/webp',
    ids: ['id', 'pictureId'],
    errors: ['not_found'],
  })
  async getExamplePicture(
    @Param('id', EntityId) id: string,
    @Param('pictureId', EntityId) pictureId: string,
    @Param('width') width: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    // Through us, never by a link to the store: that would hold for a while after the release has ended.
    const { stream, size } = await this.examples.open(id, pictureId, width);
    return sendObject(response, { stream, size }, { type: 'image/webp' });
  }
}
