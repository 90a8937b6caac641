import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { isGenuine, type SignedHeaders } from '../integrations/portrait-engine/index.js';
import { timeNow } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { EngineMessage } from './engine-runs.schemas.js';
import { RunNewsService } from './run-news.service.js';

/** Messages of the provider. Only whom they are about is believed: the job that waits asks the provider. */
@Injectable()
export class EngineMessagesService {
  constructor(
    private readonly news: RunNewsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `webhook_invalid` for messages that are forged, old, or of a provider we do not have. */
  async receive(rawBody: Buffer | undefined, headers: SignedHeaders): Promise<void> {
    const { replicate } = this.config.engine;
    // By the wall clock: messages are dated by the provider's.
    if (!replicate || !rawBody || !isGenuine(rawBody, headers, replicate.webhookSecret, new Date(timeNow())))
      throw new AppError('webhook_invalid');
    const message = EngineMessage.safeParse(parse(rawBody));
    if (!message.success) throw new AppError('webhook_invalid');
    await this.news.announce(message.data.id);
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
