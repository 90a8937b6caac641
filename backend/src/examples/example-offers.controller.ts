import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import {
  CurrentUser,
  EntityId,
  networkOf,
  Operation,
  RateLimiter,
  receiveFile,
  type Principal,
} from '../platform/http/index.js';
import { ExampleOffers } from './example-offers.service.js';
import { ExampleUpload, OfferExampleBody, OwnExamples } from './examples.schemas.js';

const OFFERS = { name: 'example-offers', points: 20, seconds: 3600 };
const { mostPortraits, offerDays } = facts.examples;

@ApiTags('examples')
@Controller()
export class ExampleOffersController {
  constructor(
    private readonly offers: ExampleOffers,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('me/examples')
  @Operation({
    summary: 'Own portraits released for public pages',
    description: 'With their state and when the release ends.',
    access: 'user',
    response: OwnExamples,
  })
  listOwnExamples(@CurrentUser() principal: Principal) {
    return this.offers.list(principal.userId);
  }

  @Post('generations/:id/example')
  @Operation({
    summary: 'Release own portraits of a run for public pages',
    description: `At most ${mostPortraits} portraits. Nothing is shown before the operator accepts; an offer waits ${offerDays} days. It can be taken back at any time.`,
    access: 'user',
    status: 201,
    body: OfferExampleBody,
    response: OwnExamples,
    ids: ['id'],
    errors: [
      'run_not_showable',
      'consent_required',
      'conflict',
      'offered_too_often',
      'too_many_releases',
      'rate_limited',
      'unavailable',
    ],
  })
  async offerExample(
    @CurrentUser() { userId }: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: OfferExampleBody }) body: z.infer<typeof OfferExampleBody>,
  ) {
    await this.limiter.consume(OFFERS, userId);
    await this.offers.offer(userId, id, body);
    return this.offers.list(userId);
  }

  @Post('generations/:id/example/before')
  @Operation({
    summary: 'Upload the photo before, for an offer that waits',
    description: 'A multipart form with one file in the field `file`. It is kept for this release alone.',
    access: 'user',
    status: 200,
    response: ExampleUpload,
    upload: true,
    ids: ['id'],
    errors: [
      'file_too_large',
      'unsupported_media_type',
      'rate_limited',
      'unavailable',
      'upload_too_slow',
      'check_too_slow',
      'conflict',
    ],
  })
  async uploadExampleBefore(
    @CurrentUser() { userId }: Principal,
    @Param('id', EntityId) id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(OFFERS, userId);
    await this.offers.requireWaiting(userId, id);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const uploader = { userId, address: networkOf(request.ip ?? ''), signal: gone.signal };
    const reason = await receiveFile(request, (upload) => this.offers.uploadBefore(id, upload, uploader));
    return { accepted: reason === null, reason };
  }

  @Delete('me/examples/:id')
  @Operation({
    summary: 'Take a release back; its pictures are gone from every page at once',
    description: 'A receipt stays. What others have copied meanwhile cannot be had back.',
    access: 'user',
    ids: ['id'],
  })
  async withdrawExample(@CurrentUser() { userId }: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.offers.withdraw(userId, id);
  }
}
