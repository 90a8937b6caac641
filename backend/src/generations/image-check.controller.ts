import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentDevice, type Device } from '../identity/index.js';
import { networkOf, Operation, RateLimiter, receiveFile } from '../platform/http/index.js';
import { ImageCheck } from './image-check.schemas.js';
import { ImageCheckService } from './image-check.service.js';

const LIMIT = { name: 'image-check', points: 20, seconds: 600 };

@ApiTags('image-checks')
@Controller('image-checks')
export class ImageCheckController {
  constructor(
    private readonly checks: ImageCheckService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Operation({
    summary: 'Ask whether a picture was made here, without signing in',
    description:
      'The picture is looked at and not kept. The answer says whether it bears our provenance or looks like a portrait we still keep; never which person it shows.',
    access: 'public',
    status: 200,
    response: ImageCheck,
    upload: true,
    errors: [
      'file_too_large',
      'unsupported_media_type',
      'validation',
      'rate_limited',
      'unavailable',
      'upload_too_slow',
      'check_too_slow',
    ],
  })
  async checkImage(
    @CurrentDevice() device: Device,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMIT, device.address ?? '');
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    return receiveFile(request, (upload) =>
      this.checks.check(upload, { address: networkOf(device.address ?? ''), signal: gone.signal }),
    );
  }
}
