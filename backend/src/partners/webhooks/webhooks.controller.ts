import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Clock } from '../../platform/clock/index.js';
import {
  CurrentUser,
  EntityId,
  Operation,
  PageQuery,
  RateLimiter,
  type Limit,
  type Principal,
} from '../../platform/http/index.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import {
  CreateWebhookEndpointBody,
  NewWebhookSecret,
  UpdateWebhookEndpointBody,
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
} from './webhooks.schemas.js';
import { viewDelivery, viewEndpoint } from './webhooks.views.js';

const scope = 'webhooks:manage';
/** Messages somebody sends by hand, to an address that may be somebody else's. */
const SENT_BY_HAND = { name: 'webhooks-by-hand', points: 60, seconds: 3600 } as const satisfies Limit;
const CHANGES = { name: 'webhook-endpoint-changes', points: 60, seconds: 3600 } as const satisfies Limit;

@ApiTags('webhooks')
@Controller('webhook-endpoints')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    summary: 'Own endpoints for webhooks, newest first',
    description:
      'With what each is told and whether messages reach it. Secrets are shown once only, when they are made.',
    access: 'user',
    scope,
    response: WebhookEndpointList,
  })
  async listWebhookEndpoints(@CurrentUser() principal: Principal) {
    return {
      items: (await this.endpoints.list(principal.userId)).map((endpoint) => viewEndpoint(endpoint, this.clock.now())),
    };
  }

  @Post()
  @Operation({
    summary: 'Make an endpoint; the secret its messages are signed with is shown once',
    description:
      'Keep the secret where your program verifies messages (`@bildnis/sdk/webhooks`). The address has to be public and https. Ask for a test message next: `testWebhookEndpoint`.',
    access: 'user',
    scope,
    status: 201,
    body: CreateWebhookEndpointBody,
    response: NewWebhookSecret,
    errors: ['conflict', 'rate_limited'],
  })
  async createWebhookEndpoint(
    @CurrentUser() principal: Principal,
    @Body({ schema: CreateWebhookEndpointBody }) body: z.infer<typeof CreateWebhookEndpointBody>,
  ) {
    await this.limiter.consume(CHANGES, principal.userId);
    const { endpoint, secret } = await this.endpoints.create(principal.userId, body);
    return { endpoint: viewEndpoint(endpoint, this.clock.now()), secret };
  }

  @Get(':id')
  @Operation({
    summary: 'One endpoint',
    description:
      '`failingSince` says since when messages fail, `disabledAt` and `disabledReason` when and why it was switched off.',
    access: 'user',
    scope,
    ids: ['id'],
    response: WebhookEndpointView,
  })
  async getWebhookEndpoint(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return viewEndpoint(await this.endpoints.get(principal.userId, id), this.clock.now());
  }

  @Patch(':id')
  @Operation({
    summary: 'Change where an endpoint is, what it is told, or switch it on or off',
    description:
      'An endpoint that was switched off because nothing was taken for days is switched on again here. What was given up before can be sent again, delivery by delivery; what happened while it was off was not noted.',
    access: 'user',
    scope,
    ids: ['id'],
    body: UpdateWebhookEndpointBody,
    response: WebhookEndpointView,
  })
  async updateWebhookEndpoint(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: UpdateWebhookEndpointBody }) body: z.infer<typeof UpdateWebhookEndpointBody>,
  ) {
    return viewEndpoint(await this.endpoints.update(principal.userId, id, body), this.clock.now());
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete an endpoint with what is known of its deliveries',
    description: 'Messages that wait for it are given up.',
    access: 'user',
    scope,
    ids: ['id'],
  })
  async deleteWebhookEndpoint(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.endpoints.remove(principal.userId, id);
  }

  @Post(':id/secret')
  @Operation({
    summary: 'A new secret, shown once; for a day messages are signed with the one before, too',
    description:
      'So that a program can be given the new one without missing a message. Another rotation within that day ends the older of the two at once.',
    access: 'user',
    scope,
    ids: ['id'],
    status: 201,
    response: NewWebhookSecret,
    errors: ['rate_limited'],
  })
  async rotateWebhookSecret(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    await this.limiter.consume(CHANGES, principal.userId);
    const { endpoint, secret } = await this.endpoints.rotate(principal.userId, id);
    return { endpoint: viewEndpoint(endpoint, this.clock.now()), secret };
  }

  @Post(':id/test')
  @Operation({
    summary: 'Send a test message, once; how it went stands in the deliveries',
    description: 'It is signed like any other and says that it is a test.',
    access: 'user',
    scope,
    ids: ['id'],
    status: 202,
    response: WebhookDeliveryView,
    errors: ['conflict', 'rate_limited'],
  })
  async testWebhookEndpoint(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    await this.limiter.consume(SENT_BY_HAND, principal.userId);
    return viewDelivery(await this.deliveries.test(principal.userId, id));
  }

  @Get(':id/deliveries')
  @Operation({
    summary: 'What was sent to an endpoint, newest first',
    description:
      'Page by page, each message with its newest tries and the status of each answer, for 30 days: here one finds out why a program was not told.',
    access: 'user',
    scope,
    ids: ['id'],
    response: WebhookDeliveryPage,
  })
  async listWebhookDeliveries(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: PageQuery }) page: PageQuery,
  ) {
    const { items, nextCursor } = await this.deliveries.list(principal.userId, id, page);
    return { items: items.map(viewDelivery), nextCursor };
  }

  @Post(':id/deliveries/:deliveryId/replay')
  @Operation({
    summary: 'Send a message again, under the same id',
    description:
      'It goes out as if it were new, with all its tries. A program that has heard it before recognises it by its id.',
    access: 'user',
    scope,
    ids: ['id', 'deliveryId'],
    status: 202,
    response: WebhookDeliveryView,
    errors: ['conflict', 'rate_limited'],
  })
  async replayWebhookDelivery(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('deliveryId', EntityId) deliveryId: string,
  ) {
    await this.limiter.consume(SENT_BY_HAND, principal.userId);
    return viewDelivery(await this.deliveries.replay(principal.userId, id, deliveryId));
  }
}
