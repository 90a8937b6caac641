import { Controller, Get, Headers, Param, Post, Query, Req, StreamableFile, type RawBodyRequest } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { MediaQuery, Operation } from '../platform/http/index.js';
import { EngineMessagesService } from './engine-messages.service.js';
import { EngineWebhookReceipt } from './engine-runs.schemas.js';
import { TrainingInputsService } from './training-inputs.service.js';

@ApiTags('providers')
@Controller()
export class EngineRunsController {
  constructor(
    private readonly messages: EngineMessagesService,
    private readonly inputs: TrainingInputsService,
  ) {}

  @Post('webhooks/replicate')
  @Operation({
    summary: 'Messages of the hosted engine, signed over the raw body',
    description: 'They only have a run looked at again: nothing they say is taken for true.',
    access: 'signature',
    status: 200,
    response: EngineWebhookReceipt,
    errors: ['webhook_invalid'],
  })
  async receiveEngineMessage(
    @Req() request: RawBodyRequest<Request>,
    @Headers('webhook-id') id: string | undefined,
    @Headers('webhook-timestamp') timestamp: string | undefined,
    @Headers('webhook-signature') signature: string | undefined,
  ) {
    await this.messages.receive(request.rawBody, { id, timestamp, signature });
    return { received: true as const };
  }

  @Get('engine-inputs/:name')
  @Operation({
    summary: 'Photos of one training, for the hosted engine only',
    description: 'By a link that holds for an hour at most, and not beyond the training.',
    access: 'signature',
    binary: 'application/zip',
    errors: ['not_found', 'link_expired'],
  })
  async getEngineInput(@Param('name') name: string, @Query({ schema: MediaQuery }) query: MediaQuery) {
    const object = await this.inputs.open(name, query);
    return new StreamableFile(object.stream, { type: 'application/zip', length: object.size });
  }
}
