import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentDevice, type Device } from '../../identity/index.js';
import { Operation, RateLimiter, type Limit } from '../../platform/http/index.js';
import { CookieChoiceBody, CookieChoiceReceipt } from './cookie-choices.schemas.js';
import { CookieChoicesService } from './cookie-choices.service.js';

const CHOICES_PER_ADDRESS = { name: 'cookie-choice-address', points: 20, seconds: 3600 } as const satisfies Limit;

@ApiTags('site')
@Controller('cookie-choices')
export class CookieChoicesController {
  constructor(
    private readonly choices: CookieChoicesService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Operation({
    summary: 'Record a choice about cookies, with the version of the text and the time',
    description: 'As a proof that somebody was asked; it names nobody.',
    access: 'public',
    status: 201,
    body: CookieChoiceBody,
    response: CookieChoiceReceipt,
    errors: ['rate_limited'],
  })
  async recordCookieChoice(
    @Body({ schema: CookieChoiceBody }) body: CookieChoiceBody,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(CHOICES_PER_ADDRESS, device.address ?? '');
    const { id, version, createdAt } = await this.choices.record(body);
    return { id, version, decidedAt: createdAt.toISOString() };
  }
}
