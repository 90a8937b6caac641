import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentUser,
  EntityId,
  Operation,
  RateLimiter,
  type Limit,
  type Principal,
} from '../../platform/http/index.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import { PushKey, PushSubscriptionView, SavePushSubscriptionBody } from './push.schemas.js';

/** The app sends it with every start; nobody starts it this often. */
const SAVES_PER_USER = { name: 'push-subscription-user', points: 120, seconds: 3600 } as const satisfies Limit;

@ApiTags('push')
@Controller('push')
export class PushController {
  constructor(
    private readonly subscriptions: PushSubscriptionsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('key')
  @Operation({
    summary: 'What a browser subscribes with',
    description: '`publicKey` is null where this installation sends no push messages.',
    access: 'user',
    response: PushKey,
  })
  getPushKey() {
    return { publicKey: this.subscriptions.publicKey };
  }

  @Put('subscriptions')
  @Operation({
    summary: 'Note where the browser of this session can be reached, or that it still can; it ends with the session',
    description: "The address is one of the browser's own push service; others are refused.",
    access: 'user',
    body: SavePushSubscriptionBody,
    response: PushSubscriptionView,
    errors: ['not_found', 'rate_limited'],
  })
  async savePushSubscription(
    @CurrentUser() principal: Principal,
    @Body({ schema: SavePushSubscriptionBody }) body: SavePushSubscriptionBody,
  ) {
    await this.limiter.consume(SAVES_PER_USER, principal.userId);
    const { id, createdAt, renewedAt } = await this.subscriptions.save(principal, body);
    return { id, createdAt: createdAt.toISOString(), renewedAt: renewedAt.toISOString() };
  }

  @Delete('subscriptions/:id')
  @Operation({
    summary: 'Switch push messages to one browser off',
    description: 'The browser itself is not asked. Doing it again answers 404.',
    access: 'user',
    ids: ['id'],
  })
  async removePushSubscription(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.subscriptions.remove(principal.userId, id);
  }
}
