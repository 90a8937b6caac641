import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { CurrentDevice, type Device } from '../identity/index.js';
import { ImageCheckService } from '../generations/index.js';
import { networkOf, Operation, RateLimiter, receiveFile } from '../platform/http/index.js';
import { LIMITS } from './limits.js';
import type { MisuseReport } from './misuse-report.entity.js';
import {
  MisuseConfirmation,
  MisuseConfirmationBody,
  MisusePicture,
  MisuseReceipt,
  MisuseReportBody,
} from './misuse.schemas.js';
import { MisuseReportsService } from './misuse-reports.service.js';
import { PictureEvidence } from './picture-evidence.js';

@ApiTags('misuse')
@Controller('misuse-reports')
export class MisuseController {
  constructor(
    private readonly reports: MisuseReportsService,
    private readonly pictures: ImageCheckService,
    private readonly evidence: PictureEvidence,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('pictures')
  @Operation({
    summary: 'Compare a picture for a report of misuse, without signing in',
    description:
      'The picture is compared at once and not kept. The answer does not tell what was found; it is sealed for the report.',
    access: 'public',
    status: 200,
    response: MisusePicture,
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
  async compareMisusedPicture(
    @CurrentDevice() device: Device,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.pictures, device.address ?? '');
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const compared = await receiveFile(request, (upload) =>
      this.pictures.compare(upload, { address: networkOf(device.address ?? ''), signal: gone.signal }),
    );
    return compared.ok
      ? { result: 'read', reason: null, evidence: this.evidence.seal(compared) }
      : { result: 'unreadable', reason: compared.reason, evidence: null };
  }

  @Post()
  @Operation({
    summary: 'Report the misuse of a picture, without signing in',
    description:
      'The address is confirmed by a link first; then the operator looks at it. Nobody is named to the other side.',
    access: 'public',
    status: 202,
    body: MisuseReportBody,
    response: MisuseReceipt,
    errors: ['rate_limited'],
  })
  async reportMisuse(@Body({ schema: MisuseReportBody }) body: MisuseReportBody, @CurrentDevice() device: Device) {
    await this.limiter.consume(LIMITS.reports, device.address ?? '');
    return receiptOf(await this.reports.report(body));
  }

  @Post('confirmation')
  @Operation({
    summary: 'Confirm the address of a report of misuse',
    description: 'Without it a report is deleted after 48 hours.',
    access: 'public',
    status: 200,
    body: MisuseConfirmationBody,
    response: MisuseConfirmation,
    errors: ['token_invalid', 'rate_limited'],
  })
  async confirmMisuseReport(
    @Body({ schema: MisuseConfirmationBody }) { token }: z.infer<typeof MisuseConfirmationBody>,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(LIMITS.confirmations, device.address ?? '');
    return { items: (await this.reports.confirm(token)).map(receiptOf) };
  }
}

const receiptOf = ({ number, createdAt }: MisuseReport) => ({ number, receivedAt: createdAt.toISOString() });
